import Foundation

/// Measures msgspec and orjson with a Python that has them, by means of `Benchmarks/documents.py`.
struct PythonPeers {
  let python: String
  let rounds: Int

  /// The times of a library in microseconds.
  struct Times {
    var decoding: Double
    var encoding: Double
  }

  /// Returns the times of each library with a document, whose types have a name in the script. It has none if they are
  /// missing.
  func measure(_ name: String, _ path: String) throws -> [String: Times] {
    guard FileManager.default.isExecutableFile(atPath: python) else {
      print("\(python) is missing")
      return [:]
    }
    let text = try Self.output(of: python, ["Benchmarks/documents.py", "\(rounds)", name, path])
    var times: [String: Times] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count == 3, let decoding = Double(fields[1]), let encoding = Double(fields[2]) else {
        continue
      }
      times[String(fields[0])] = Times(decoding: decoding, encoding: encoding)
    }
    if times.isEmpty { print(text) }
    return times
  }

  /// Returns what a program prints.
  static func output(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }
}
