import Glibc
import Sluice

/// Sends many small requests with one session. `check.py` counts the instructions of the process, `latency.py` compares
/// times.
///
///     RequestBenchmark get|times|batch|json|download <url> <count> [<width> [<authority> <version>]]
///
/// `width` is the number of requests at a time. Defaults to 64. With 1, which takes more instructions for each, no two
/// responses arrive together, so that the number of instructions repeats. `authority` is a PEM file with the
/// certificates that are trusted, and `version` is that of HTTP, 1 or 2.
///
/// - `get`: A task group of `get` calls whose responses are bytes.
/// - `times`: The same, and prints the time of each call in nanoseconds.
/// - `batch`: The same requests as a batch.
/// - `json`: A task group of `get` calls whose responses are decoded as an ``Account``.
/// - `download`: One response after the other, read chunk by chunk and dropped.
@main
struct Main {
  private struct Usage: Error {}
  private struct Empty: Error {}

  // Not asynchronous: the main thread would wait in sigsuspend(2) with a mask in read-only memory, to which valgrind
  // writes.
  static func main() {
    Task.detached {
      do {
        try await run()
        exit(0)
      } catch {
        print("failed: \(error)")
        exit(1)
      }
    }
    while true { pause() }
  }

  private static func run() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let count = Int(arguments[3]),
      let width = arguments.count > 4 ? Int(arguments[4]) : 64
    else { throw Usage() }
    var configuration = Session.Configuration(baseURL: arguments[2])
    configuration.proxy = ""
    if arguments.count > 6 {
      configuration.trust.authorities = .only(.file(arguments[5]))
      configuration.httpVersion = arguments[6] == "2" ? .http2 : .http1
    }
    let session = Session(configuration)
    switch arguments[1] {
    case "get": _ = try await inGroup(count, width) { try await session.get("/", decoding: .bytes).isEmpty }
    case "times":
      let times = try await inGroup(count, width) { try await session.get("", decoding: .bytes).isEmpty }
      for time in times { print(Int64(time / .nanoseconds(1))) }
    case "json":
      _ = try await inGroup(count, width) {
        try await session.get("/", decoding: .json(Account.self)).name == ""
      }
    case "batch":
      let requests = repeatElement(try session.request(.get, "/"), count: count).lazy.map { $0 }
      for try await member in session.batch(requests, decoding: .bytes, maximumConcurrentCount: width) {
        if try member.result.get().isEmpty { throw Empty() }
      }
    case "download":
      for _ in 0..<count {
        var byteCount = 0
        for try await chunk in try await session.send(session.request(.get, "")).body {
          byteCount += chunk.count
        }
        if byteCount == 0 { throw Empty() }
      }
    default: throw Usage()
    }
    await session.invalidate()
  }

  /// Runs requests, and checks that none of the responses is empty.
  ///
  /// - Returns: The time that each request took.
  private static func inGroup(
    _ count: Int, _ width: Int, _ isEmpty: @escaping @Sendable () async throws -> Bool
  ) async throws -> [Duration] {
    try await withThrowingTaskGroup(of: [Duration].self) { group in
      for task in 0..<width {
        group.addTask {
          var times: [Duration] = []
          for _ in stride(from: task, to: count, by: width) {
            let start = ContinuousClock.now
            if try await isEmpty() { throw Empty() }
            times.append(ContinuousClock.now - start)
          }
          return times
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}

/// A type like those that programs decode.
private struct Account: Decodable, Sendable {
  struct Address: Decodable {
    var street: String
    var city: String
  }

  var id: Int
  var name: String
  var address: Address
  var tags: [String]
  var balance: Double
}
