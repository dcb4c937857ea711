import SluiceBody
import SluiceLoopback
import SluiceTestSupport

/// A server of resumable uploads that are interrupted from outside: by the end of the client, or of the connection. It
/// uses interop version 6 of the HTTP working group's draft or tus.
final class InterruptedServer: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var length: Int?
    var isComplete = false
    var path: String?
    var uploads = 0
    var received = 0
    /// The number of received bytes that belong to no upload.
    var discarded = 0
    /// The number of the request that may change the upload: the last one.
    var holder = 0
    /// Whether connections are closed before a response.
    var isClosing = false
    var methods: [String] = []
    /// The last request that has created an upload.
    var creation: LoopbackRequest?
    var didReceive: (@Sendable (Int) -> Void)?
  }

  private let isTus: Bool
  /// The first part of the URL of uploads; empty for a path.
  private let origin: String
  private let state = Lock(State())

  init(tus isTus: Bool, origin: String = "") { (self.isTus, self.origin) = (isTus, origin) }

  /// The bytes of the complete upload; `nil` if it is not complete.
  var upload: [UInt8]? { state.withLock { $0.isComplete ? $0.bytes : nil } }
  /// The number of bytes that the server has.
  var storedByteCount: Int { state.withLock { $0.bytes.count } }
  /// The number of bytes that were received in bodies.
  var receivedByteCount: Int { state.withLock { $0.received } }
  /// The number of received bytes that belong to no upload: of one that was created again, or of a request that was
  /// still arriving after the next one.
  var discardedByteCount: Int { state.withLock { $0.discarded } }
  var methods: [String] { state.withLock { $0.methods } }
  var creation: LoopbackRequest? { state.withLock { $0.creation } }

  private struct Superseded: Error {}

  /// Closes the connection on which bytes arrive, as soon as the next ones do, and those of further requests.
  func breakConnections() { state.withLock { ($0.holder, $0.isClosing) = ($0.holder + 1, true) } }

  /// Responds to requests again.
  func stopBreakingConnections() { state.withLock { $0.isClosing = false } }

  /// Sets a closure that is called with the number of bytes of each block that arrives.
  func onBytes(_ body: @escaping @Sendable (Int) -> Void) { state.withLock { $0.didReceive = body } }

  func serve(_ connection: LoopbackConnection) throws {
    try connection.serveRequests { request, connection in
      let isClosing = state.withLock { state in
        state.methods.append(request.method.rawValue)
        return state.isClosing
      }
      if isClosing { throw Superseded() }
      switch request.method {
      case "OPTIONS":
        try connection.respond(204, headers: [("Tus-Version", "1.0.0"), ("Tus-Extension", "creation")])
      case "POST": try create(request, connection)
      case "HEAD": try report(request, connection)
      default: try append(request, connection)
      }
    }
  }

  private func create(_ request: LoopbackRequest, _ connection: LoopbackConnection) throws {
    let path = state.withLock { state in
      state.uploads += 1
      state.creation = request
      state.holder += 1
      state.discarded += state.bytes.count
      (state.bytes, state.isComplete, state.path) = ([], false, "/uploads/\(state.uploads)")
      state.length = request["Upload-Length"].flatMap { Int($0) }
      return state.path ?? ""
    }
    if isTus { return try connection.respond(201, headers: [("Location", origin + path)]) }
    try connection.respond(
      104, headers: [("Location", origin + path), ("Upload-Draft-Interop-Version", "6")])
    try receive(request, connection)
  }

  private func report(_ request: LoopbackRequest, _ connection: LoopbackConnection) throws {
    let (path, count, isComplete) = state.withLock { state in
      state.holder += 1
      return (state.path, state.bytes.count, state.isComplete)
    }
    guard path == request.target else { return try connection.respond(404) }
    try connection.respond(
      204, headers: [("Upload-Offset", "\(count)"), ("Upload-Complete", isComplete ? "?1" : "?0")])
  }

  private func append(_ request: LoopbackRequest, _ connection: LoopbackConnection) throws {
    let (path, count) = state.withLock { state in
      state.holder += 1
      return (state.path, state.bytes.count)
    }
    guard path == request.target else { return try connection.respond(404) }
    guard request["Upload-Offset"] == "\(count)" else { return try connection.respond(409) }
    try receive(request, connection)
  }

  private func receive(_ request: LoopbackRequest, _ connection: LoopbackConnection) throws {
    let holder = state.withLock { $0.holder }
    try connection.readBody { block in
      let bytes = [UInt8](copying: block)
      let (isCurrent, didReceive) = state.withLock { state in
        let isCurrent = state.holder == holder
        if isCurrent { state.bytes += bytes } else { state.discarded += bytes.count }
        state.received += bytes.count
        return (isCurrent, state.didReceive)
      }
      if !isCurrent { throw Superseded() }
      didReceive?(bytes.count)
    }
    state.withLock { state in
      state.isComplete = isTus ? state.bytes.count == state.length : request["Upload-Complete"] == "?1"
    }
    try connection.respond(
      200, headers: [("Upload-Complete", "?1"), ("Upload-Offset", "\(storedByteCount)")], body: "done\n")
  }
}
