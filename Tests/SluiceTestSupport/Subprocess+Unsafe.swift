import Glibc

/// Runs a program from the search path, and waits for it to end.
///
/// - Returns: The exit code, or `nil` if a signal ended the program.
/// - Throws: ``SystemCallFailed`` if there is no such program.
package func run(_ program: String, _ arguments: String...) throws -> CInt? {
  // SAFETY: The array ends with `nil`, and its copies of the strings are freed after the call that reads them.
  var pointers = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  var process = pid_t()
  let failure = unsafe posix_spawnp(&process, program, nil, nil, &pointers, environ)
  if failure != 0 { throw SystemCallFailed(number: failure) }
  var status: CInt = 0
  while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
  return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
}
