import Glibc

/// Runs a program that is found on the path, waits for its end and returns its status; nil where a signal ended it.
///
/// - Throws: where there is no such program.
package func run(_ program: String, _ arguments: String...) throws -> CInt? {
  // Copies as C strings, which are freed behind the call that reads them.
  var pointers = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
  defer { unsafe pointers.forEach { unsafe free($0) } }
  var process = pid_t()
  let failure = unsafe posix_spawnp(&process, program, nil, nil, &pointers, environ)
  if failure != 0 { throw SystemCallFailed(number: failure) }
  var status: CInt = 0
  while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
  return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
}
