import Foundation
import FoundationNetworking

/// Transfers with `URLSession`. `clients.py` measures the process. Nothing else imports `FoundationNetworking`.
///
///     URLSessionBenchmark upload|download <url> <file>
///     URLSessionBenchmark get <url> <count> <width>
@main
struct Main {
  private struct Usage: Error {}
  private struct Refused: Error {}

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let url = URL(string: arguments[2]) else { throw Usage() }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 600
    switch arguments[1] {
    case "upload":
      var request = URLRequest(url: url)
      request.httpMethod = "PUT"
      let session = URLSession(configuration: configuration)
      let (_, response) = try await session.upload(for: request, fromFile: URL(fileURLWithPath: arguments[3]))
      try check(response)
    case "download":
      let (file, response) = try await URLSession(configuration: configuration).download(from: url)
      try check(response)
      try FileManager.default.moveItem(at: file, to: URL(fileURLWithPath: arguments[3]))
    case "get":
      guard arguments.count == 5, let count = Int(arguments[3]), let width = Int(arguments[4]) else {
        throw Usage()
      }
      configuration.httpMaximumConnectionsPerHost = width
      try await get(url, count: count, width: width, with: URLSession(configuration: configuration))
    default: throw Usage()
    }
  }

  private static func get(_ url: URL, count: Int, width: Int, with session: URLSession) async throws {
    try await withThrowingTaskGroup { group in
      for _ in 0..<width {
        group.addTask {
          for _ in 0..<count / width {
            let (data, response) = try await session.data(from: url)
            try check(response)
            if data.isEmpty { throw Refused() }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private static func check(_ response: URLResponse) throws {
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw Refused() }
  }
}
