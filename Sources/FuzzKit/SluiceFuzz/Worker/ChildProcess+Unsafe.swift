import FoundationEssentials
import Glibc

// SAFETY: The strings are those of `withCStrings`, which outlive the call, and the buffers those of closures. The
// system copies what it gets.

/// A program whose output is read line by line.
package struct ChildProcess {
  /// The path of this program.
  package static let thisProgram = "/proc/self/exe"

  private let identifier: pid_t
  private let output: CInt

  /// Starts a program. Its output and its errors are one stream.
  ///
  /// - Parameters:
  ///   - program: The path.
  ///   - environment: Variables that are set in addition to those of this process.
  package init(_ program: String, arguments: [String], environment: [String: String] = [:]) throws {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Failure(name: "pipe", errorNumber: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 2)

    var variables = ProcessInfo.processInfo.environment
    variables.merge(environment) { _, new in new }
    let name = program == Self.thisProgram ? CommandLine.arguments.first ?? program : program
    var identifier: pid_t = 0
    let status = unsafe withCStrings([name] + arguments) { arguments in
      unsafe withCStrings(variables.map { "\($0)=\($1)" }) { environment in
        unsafe posix_spawn(&identifier, program, &actions, nil, arguments, environment)
      }
    }
    close(ends[1])
    guard status == 0 else {
      close(ends[0])
      throw Failure(name: "posix_spawn", errorNumber: status)
    }
    self.identifier = identifier
    output = ends[0]
  }

  /// Reads the output to its end, and waits for the end of the process.
  ///
  /// - Parameter handle: Is called with each line, in order.
  /// - Returns: Whether the process ended with 0.
  package func finish(_ handle: (String) -> Void) -> Bool {
    defer { close(output) }
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for byte in buffer.prefix(count) {
        if byte == UInt8(ascii: "\n") {
          handle(String(decoding: pending, as: UTF8.self))
          pending.removeAll(keepingCapacity: true)
        } else if pending.count < 1 << 20 {
          pending.append(byte)
        }
      }
    }
    if !pending.isEmpty { handle(String(decoding: pending, as: UTF8.self)) }
    var status: CInt = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return status == 0
  }

  /// A system call that failed.
  struct Failure: Error, CustomStringConvertible {
    let name: String
    let errorNumber: CInt

    var description: String { "\(name): \(unsafe String(cString: strerror(errorNumber)))" }
  }
}

/// Calls a closure with an array of C strings that ends with null.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = unsafe strings.map { unsafe strdup($0) }
  defer { unsafe copies.forEach { unsafe free($0) } }
  return unsafe body(copies + [nil])
}
