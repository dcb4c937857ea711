import Glibc
import SluiceBody
import SluiceTestSupport

/// A program that runs beside a test, and is killed when it is released.
///
/// SAFETY: Each pointer that is passed to the system points to a local or an array that lives until the call returns.
package final class ChildProcess {
  private let id: pid_t
  private let input: Descriptor
  private let output: Descriptor
  private var text = ""

  package init(_ arguments: [String]) throws {
    let input = try Self.socketPair()
    let output = try Self.socketPair()
    (self.input, self.output) = (input.here, output.here)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input.there.rawValue, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output.there.rawValue, STDOUT_FILENO)
    let words = unsafe arguments.map { unsafe strdup($0) }
    defer { unsafe words.forEach { unsafe free($0) } }
    var id = pid_t()
    let failure = unsafe posix_spawnp(&id, arguments[0], &actions, nil, words + [nil], environ)
    guard failure == 0 else { throw SystemCallFailed(number: failure) }
    self.id = id
    withExtendedLifetime((input.there, output.there)) {}
  }

  /// Returns two connected descriptors, which no program that starts in the meantime inherits.
  private static func socketPair() throws -> (here: Descriptor, there: Descriptor) {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemCallFailed(number: errno) }
    return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
  }

  deinit {
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
  }

  /// Returns the next line of the output, or `nil` at its end.
  package func readLine() throws -> String? {
    while true {
      if let end = text.firstIndex(of: "\n") {
        let line = String(text[..<end])
        text = String(text[text.index(after: end)...])
        return line
      }
      let piece = try [UInt8](capacity: 4096) { piece throws(SystemError) in try output.read(into: &piece) }
      if piece.isEmpty { return nil }
      text += String(decoding: piece, as: UTF8.self)
    }
  }

  /// Returns all lines that a program prints.
  package static func lines(of arguments: String...) throws -> [String] {
    let process = try ChildProcess(arguments)
    var lines: [String] = []
    while let line = try process.readLine() { lines.append(line) }
    return lines
  }

  package static func isInstalled(_ program: String) -> Bool {
    (try? lines(of: "sh", "-c", "command -v \(program)"))?.isEmpty == false
  }
}
