import FoundationEssentials
import Glibc

/// Another implementation to compare with, run as a program of its own.
enum QueryOracle {
  static let hasNode = run("node --version") != nil
  static let hasPython = run("python3 --version") != nil

  /// What `script` writes to standard output for `input`.
  static func node(_ script: String, input: String) throws -> String {
    try output(of: "node -e", script, input)
  }

  static func python(_ script: String, input: String) throws -> String {
    try output(of: "python3 -c", script, input)
  }

  private static func output(of command: String, _ script: String, _ input: String) throws -> String {
    struct Failure: Error {}
    let url = URL.temporaryDirectory.appending(path: "sluice-query-\(UUID().uuidString)")
    try Data(input.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    guard let output = run("\(command) '\(script)' < '\(url.path)'") else { throw Failure() }
    return output
  }

  private static func run(_ command: String) -> String? {
    guard let stream = unsafe popen(command + " 2>/dev/null", "r") else { return nil }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      // The buffer is as long as the call is told.
      let count = unsafe fread(&buffer, 1, buffer.count, stream)
      guard count > 0 else { break }
      output += buffer[..<count]
    }
    return unsafe pclose(stream) == 0 ? String(decoding: output, as: UTF8.self) : nil
  }
}
