import Foundation

/// The benchmark server in a separate process, which ends with this one.
struct ServerProcess {
  struct NotStarted: Error {}

  /// The program of this process.
  static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()

  let url: String
  private let process = Process()
  private let input = Pipe()

  init() throws {
    let output = Pipe()
    process.executableURL = Self.program
    process.arguments = ["--serve"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .newlines)) else { throw NotStarted() }
    url = "http://127.0.0.1:\(port)"
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
