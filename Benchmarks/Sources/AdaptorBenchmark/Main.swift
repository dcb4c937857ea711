import Foundation

/// Does the same work with another package alone, or with Sluice's adaptor for it. `clients.py` measures the process.
///
///     AdaptorBenchmark response|session|urlsession|metrics|tracing alone|sluice <url> <count>
///     AdaptorBenchmark buffers|file alone|sluice <file> <count>
@main
struct Main {
  struct Usage: Error {}

  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let count = Int(arguments[4]) else { throw Usage() }
    let (isAlone, place) = (arguments[2] == "alone", arguments[3])
    switch arguments[1] {
    case "response": try await Responses(url: place).decode(count, isAlone: isAlone)
    case "session": try await Responses(url: place).useSession(count, isAlone: isAlone)
    case "urlsession": try await URLSessionResponses(url: place).decode(count, isAlone: isAlone)
    case "metrics": try await Observed(url: place).measure(count, isAlone ? [] : [.metrics])
    case "tracing": try await Observed(url: place).measure(count, isAlone ? [] : [.tracing])
    case "buffers": try await Files(path: place).readBuffers(count, isAlone: isAlone)
    case "file": try await Files(path: place).respond(count, isAlone: isAlone)
    default: throw Usage()
    }
  }
}

/// An element of the document that the server of `SessionBenchmark` sends.
struct Account: Decodable, Sendable {
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

/// Calls a function as often as a number says, eight at a time.
func repeated(_ count: Int, _ work: @escaping @Sendable () async throws -> [Account]) async throws {
  let width = 8
  try await withThrowingTaskGroup { group in
    for _ in 0..<width {
      group.addTask {
        for _ in 0..<count / width { if try await work().isEmpty { throw Main.Usage() } }
      }
    }
    try await group.waitForAll()
  }
}
