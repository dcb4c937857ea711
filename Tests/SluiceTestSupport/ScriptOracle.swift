import FoundationEssentials

/// An interpreter for another implementation of the tested behavior, if this machine has it.
package enum ScriptOracle: String {
  case node
  case python3

  /// Whether the interpreter is installed. Otherwise, tests that need it are skipped.
  package var isInstalled: Bool {
    (try? SluiceTestSupport.run("sh", "-c", "command -v \(rawValue) > /dev/null 2>&1")) == 0
  }

  /// Runs a program with `input` as its standard input, and returns its standard output.
  ///
  /// - Throws: `Failure` if the program fails or takes more than 60 seconds.
  package func output(of program: String, input: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    try folder.file("program", Array(program.utf8))
    try folder.file("input", input)
    let status = try SluiceTestSupport.run(
      "sh", "-c", "cd '\(folder.path)' && exec timeout 60 \(rawValue) program < input > output")
    guard status == 0 else { throw Failure(status: status) }
    return try folder.contents("output")
  }

  /// Runs a program with `input` as a variable of that name, and decodes the JSON that it prints.
  package func run<Answer: Decodable>(
    _ program: String, input: some Encodable, decoding: Answer.Type = Answer.self
  ) throws -> Answer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // JSON is also an expression of JavaScript, and of Python if it has no null, true or false.
    let json = String(decoding: try encoder.encode(input), as: UTF8.self)
    let answer = try output(of: "input = \(json)\n\(program)\n", input: [])
    return try JSONDecoder().decode(Answer.self, from: Data(answer))
  }

  struct Failure: Error {
    let status: Int32?
  }
}
