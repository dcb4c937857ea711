import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback

/// A store for parts, at `/parts/NUMBER?…`, which fails as a test requires.
final class PartsServer: Sendable {
  /// How the server treats a request.
  enum Fault: Sendable {
    /// Receives the first bytes of the body, and resets the connection.
    case dies(after: Int)
    /// Stores the part, and resets the connection instead of responding.
    case losesResponse
    /// Responds with a status, without storing the part.
    case refuses(Int)
    /// Responds with these fields instead of an ETag.
    case responds([(name: String, value: String)])
  }

  /// A request that the server has received.
  struct Received: Sendable {
    let head: LoopbackRequest
    let number: Int
  }

  private struct State {
    var requests: [Received] = []
    var faults: [Int: [Fault]]
    var parts: [Int: [UInt8]] = [:]
    var running = 0
    var mostRunning = 0
  }

  private struct Died: Error {}

  private let state: Lock<State>
  /// Called with the number of each part when its body has been received, before the response.
  private let didReceive: @Sendable (Int) throws -> Void

  /// - Parameter faults: The treatment of the first requests for parts, by their numbers.
  init(faults: [Int: [Fault]] = [:], didReceive: @escaping @Sendable (Int) throws -> Void = { _ in }) {
    state = Lock(State(faults: faults))
    self.didReceive = didReceive
  }

  var requests: [Received] { state.withLock { $0.requests } }
  /// The numbers of the requests' parts, in ascending order.
  var numbers: [Int] { requests.map(\.number).sorted() }
  /// The stored parts, one after another.
  var bytes: [UInt8] { state.withLock { $0.parts.sorted { $0.key < $1.key }.flatMap(\.value) } }
  var storedNumbers: [Int] { state.withLock { $0.parts.keys.sorted() } }
  /// The maximum number of requests that were served at a time.
  var mostRunning: Int { state.withLock { $0.mostRunning } }

  func setFaults(_ faults: [Int: [Fault]]) { state.withLock { $0.faults = faults } }

  /// The ETag of a part.
  static func etag(_ number: Int) -> String { "\"etag-\(number)\"" }

  /// Responds to a request.
  func respond(_ request: LoopbackRequest, _ connection: LoopbackConnection) throws {
    let path = request.target.split(separator: "?")[0].split(separator: "/")
    let number = path.last.flatMap { Int($0) } ?? 0
    let fault = state.withLock { state -> Fault? in
      state.requests.append(Received(head: request, number: number))
      state.running += 1
      state.mostRunning = max(state.mostRunning, state.running)
      guard var faults = state.faults[number], !faults.isEmpty else { return nil }
      defer { state.faults[number] = faults }
      return faults.removeFirst()
    }
    defer { state.withLock { $0.running -= 1 } }
    switch fault {
    case .dies(let count):
      do {
        try connection.readBody(onlyUpTo: count)
        connection.reset()
      } catch let error as LoopbackError where error.code == .peerClosed {}
      return
    case .refuses(let status):
      return try connection.respond(status, headers: [("Connection", "close")], body: "refused")
    default: break
    }
    let bytes = try connection.readBody()
    state.withLock { $0.parts[number] = bytes }
    try didReceive(number)
    switch fault {
    case .losesResponse: connection.reset()
    case .responds(let fields): try connection.respond(200, headers: fields)
    default: try connection.respond(200, headers: [("ETag", Self.etag(number)), ("Set-Cookie", "secret=1")])
    }
  }
}
