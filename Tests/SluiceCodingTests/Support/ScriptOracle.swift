import FoundationEssentials
import Glibc

/// Another implementation of what is tested, in a language whose interpreter this machine may have.
enum ScriptOracle: String {
  case node
  case python3

  /// Whether the interpreter is there; without it, tests that need it are skipped.
  var isInstalled: Bool {
    unsafe system("command -v \(rawValue) > /dev/null 2>&1") == 0
  }

  /// Runs a program that finds `input` in a variable of that name, and decodes the JSON that it prints.
  func run<Answer: Decodable>(
    _ program: String, input: some Encodable, decoding: Answer.Type = Answer.self
  ) throws -> Answer {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-oracle-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    // JSON is also an expression of JavaScript, and of Python if it has no null, true or false.
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let json = String(decoding: try encoder.encode(input), as: UTF8.self)
    try Data("input = \(json)\n\(program)\n".utf8).write(to: folder.appending(path: "program"))
    let command = "cd '\(folder.path)' && timeout 60 \(rawValue) - < program > answer"
    let status = unsafe system(command)
    guard status == 0 else { throw Failure(command: command, status: status) }
    return try JSONDecoder().decode(Answer.self, from: Data(contentsOf: folder.appending(path: "answer")))
  }

  struct Failure: Error {
    let command: String
    let status: Int32
  }
}
