import Foundation
import HTTPTypes
import Sluice
import TestedClients

/// Sends a small form, and then one with a file, for which it prints by how many bytes the memory of this process has
/// grown at most. A process of its own, so that the memory of other tests does not count.
///
///     FormUploader <client> <port> <file>
@main
struct Main {
  struct Usage: Error {}

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let client = TestedClient(rawValue: arguments[1]) else { throw Usage() }
    let head = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1:\(arguments[2])", path: "/")
    let (small, large) = (
      SessionRequest(head, body: MultipartForm { FormField("title", "Holiday") }),
      SessionRequest(head, body: MultipartForm { FormFile("file", at: arguments[3]) })
    )
    let growth = try await client.use { send in
      _ = try await send(small)
      let before = try memory("VmRSS:")
      _ = try await send(large)
      return try memory("VmHWM:") - before
    }
    print(growth)
  }

  private static func memory(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    guard let words = line?.split(whereSeparator: { " \t".contains($0) }), words.count == 3,
      let count = Int(words[1])
    else { throw Usage() }
    return count * 1024
  }
}
