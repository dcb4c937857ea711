// The loop of an adapter for a parser written in Swift: PROGRAM PARSER FORMAT, or PROGRAM --versions.

import Foundation

/// The error for an input that a parser refuses without throwing an error of its own.
public struct Refused: Error, CustomStringConvertible {
  /// The reason.
  public let description: String

  /// Creates an error with a reason.
  public init(_ description: String) { self.description = description }
}

/// Replies to each line of standard input, or prints the names and versions of the parsers.
///
/// - Parameters:
///   - version: The version of all parsers.
///   - peers: The parsers, each with a format.
///   - read: Reads an input with a parser of a format. The result is JSON, or `nil` if it cannot be compared.
public func serve(
  version: String, peers: [(parser: String, format: String)],
  read: (_ data: Data, _ parser: String, _ format: String) throws -> Any?
) throws {
  let arguments = CommandLine.arguments
  if arguments.last == "--versions" {
    let versions = Dictionary(peers.map { ($0.parser, version) }, uniquingKeysWith: { first, _ in first })
    print(String(decoding: line(["versions": versions, "peers": peers.map { [$0, $1] }]), as: UTF8.self))
    return
  }
  // `readLine` reads from standard input.
  guard let number = ProcessInfo.processInfo.environment["SLUICE_LINES"].flatMap(Int32.init) else { exit(64) }
  dup2(number, 0)
  while let request = readLine() {
    let fields = try JSONSerialization.jsonObject(with: Data(request.utf8)) as? [String: Any]
    let data = try Data(contentsOf: URL(fileURLWithPath: fields?["file"] as? String ?? ""))
    var reply: [String: Any] = ["accepted": true]
    do {
      reply["result"] = try read(data, arguments[1], arguments[2])
    } catch {
      reply = ["accepted": false, "error": String("\(error)".prefix(200))]
    }
    FileHandle.standardOutput.write(line(reply) + Data("\n".utf8))
  }
}

private func line(_ reply: [String: Any]) -> Data {
  guard JSONSerialization.isValidJSONObject(reply),
    let data = try? JSONSerialization.data(withJSONObject: reply)
  else {
    return Data(#"{"accepted":true}"#.utf8)
  }
  return data
}
