import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport

@testable import SluiceSession
@testable import SluiceTransfers

/// A server for resumable uploads, which fails as a test requires.
final class ResumableServer: Sendable {
  /// How the server treats a request, by its number from 1.
  enum Fault: Sendable {
    /// Receives the first bytes of the body, stores all of them or fewer, and resets the connection.
    case dies(after: Int, losing: Int = 0)
    /// Processes the request, and resets the connection instead of responding.
    case losesResponse
    /// Responds with a status, without processing the request.
    case refuses(Int)
    /// Forgets the upload, and responds with a status.
    case forgets(Int)
    /// Reports another number of bytes than it has.
    case reports(Int64)
    /// Reports progress with a 104 after each so many bytes.
    case reportsEach(Int)
    /// Redirects to another URL with a 307.
    case redirects(String)
  }

  /// A request that the server has received.
  struct Received: Sendable {
    let head: LoopbackRequest
    /// The number of bytes of the body that were read.
    var byteCount = 0
  }

  private struct State {
    var requests: [Received] = []
    var faults: [Int: Fault]
    var bytes: [UInt8] = []
    var length: Int?
    var isComplete = false
    /// The path of the upload; `nil` if there is none.
    var path: String?
    var uploads = 0
    /// The number of the last request for the upload. Bytes of earlier ones that are still under way are not stored any
    /// more, as the protocols require: the client would not know of them.
    var last = 0
  }

  private struct Died: Error {}

  let kind: ResumableUpload.Kind
  /// Fields of the 104, in addition to those of the protocol.
  let limits: [(name: String, value: String)]
  /// The first part of the URL of uploads; empty for a path.
  let origin: String
  private let state: Lock<State>

  init(
    _ kind: ResumableUpload.Kind, faults: [Int: Fault] = [:], limits: [(name: String, value: String)] = [],
    origin: String = ""
  ) {
    (self.kind, self.limits, self.origin) = (kind, limits, origin)
    state = Lock(State(faults: faults))
  }

  var requests: [Received] { state.withLock { $0.requests } }
  var methods: [String] { requests.map(\.head.method.rawValue) }
  /// The bytes of the complete upload; `nil` if it is not complete.
  var upload: [UInt8]? { state.withLock { $0.isComplete ? $0.bytes : nil } }
  /// The number of bytes of the incomplete upload.
  var storedByteCount: Int { state.withLock { $0.bytes.count } }
  var hasUpload: Bool { state.withLock { $0.path != nil } }
  /// The number of bytes that were received in bodies.
  var receivedByteCount: Int { requests.reduce(0) { $0 + $1.byteCount } }

  func setFaults(_ faults: [Int: Fault]) { state.withLock { $0.faults = faults } }

  var version: Int? { if case .draft(let draft) = kind { draft.rawValue } else { nil } }

  /// Responds to a request.
  func respond(_ request: LoopbackRequest, _ connection: LoopbackConnection) throws {
    let (fault, number) = state.withLock { state in
      state.requests.append(Received(head: request))
      return (state.faults[state.requests.count], state.requests.count)
    }
    do {
      switch fault {
      case .refuses(let status): return try refuse(status, connection)
      case .forgets(let status):
        state.withLock { ($0.path, $0.bytes, $0.isComplete) = (nil, [], false) }
        return try refuse(status, connection)
      case .redirects(let url):
        return try connection.respond(307, headers: [("Location", url), ("Connection", "close")])
      default: break
      }
      switch request.method {
      case "OPTIONS": try describe(connection)
      case "HEAD": try report(request, connection, fault, number)
      case "PATCH": try append(request, connection, fault, number)
      case "DELETE":
        let isKnown = state.withLock { state in
          defer { state.path = nil }
          return state.path == request.target
        }
        try connection.respond(isKnown ? 204 : 404)
      default: try create(request, connection, fault, number)
      }
    } catch is Died {
      connection.reset()
    }
  }

  private func refuse(_ status: Int, _ connection: LoopbackConnection) throws {
    try connection.respond(status, headers: [("Connection", "close")], body: "refused")
  }

  private func describe(_ connection: LoopbackConnection) throws {
    guard case .tus = kind else { return try connection.respond(405) }
    try connection.respond(
      204,
      headers: [
        ("Tus-Resumable", "1.0.0"), ("Tus-Version", "1.0.0"), ("Tus-Checksum-Algorithm", "sha1,sha256"),
        ("Tus-Extension", "creation,creation-with-upload,termination,checksum"),
      ] + limits)
  }

  private func create(
    _ request: LoopbackRequest, _ connection: LoopbackConnection, _ fault: Fault?, _ number: Int
  ) throws {
    let path = state.withLock { state in
      state.uploads += 1
      state.last = number
      let path = "/uploads/\(state.uploads)"
      (state.path, state.bytes, state.isComplete) = (path, [], false)
      state.length = request["Upload-Length"].flatMap { Int($0) }
      return path
    }
    let location = [("Location", origin + path)]
    if let version {
      guard request["Upload-Draft-Interop-Version"] == "\(version)" else {
        let body = try connection.readBody(upTo: 1 << 30)
        state.withLock { ($0.bytes, $0.isComplete) = (body, true) }
        return try connection.respond(200, body: "done")
      }
      try connection.respond(
        104, reason: "Upload Resumption Supported",
        headers: location + [("Upload-Draft-Interop-Version", "\(version)")] + limits)
      try receive(connection, fault, number)
      return try finish(request, connection, fault, headers: location)
    }
    guard request["Tus-Resumable"] == "1.0.0" else { return try connection.respond(412) }
    try receive(connection, fault, number)
    if case .losesResponse = fault { throw Died() }
    try connection.respond(
      201, headers: location + [("Tus-Resumable", "1.0.0"), ("Upload-Offset", "\(storedByteCount)")])
    completeTus()
  }

  private func completeTus() {
    state.withLock { state in if state.bytes.count == state.length { state.isComplete = true } }
  }

  private func report(
    _ request: LoopbackRequest, _ connection: LoopbackConnection, _ fault: Fault?, _ number: Int
  ) throws {
    let (path, count, isComplete) = state.withLock { state in
      state.last = number
      return (state.path, state.bytes.count, state.isComplete)
    }
    guard path == request.target else { return try connection.respond(404) }
    var offset = Int64(count)
    if case .reports(let other) = fault { offset = other }
    var headers = [("Upload-Offset", "\(offset)")]
    if let version {
      headers.append(
        version == 3
          ? ("Upload-Incomplete", isComplete ? "?0" : "?1") : ("Upload-Complete", isComplete ? "?1" : "?0"))
    } else {
      headers.append(("Tus-Resumable", "1.0.0"))
      if let length = state.withLock({ $0.length }) { headers.append(("Upload-Length", "\(length)")) }
    }
    try connection.respond(version == nil ? 200 : 204, headers: headers)
  }

  private func append(
    _ request: LoopbackRequest, _ connection: LoopbackConnection, _ fault: Fault?, _ number: Int
  ) throws {
    let (path, count) = state.withLock { state in
      state.last = number
      return (state.path, state.bytes.count)
    }
    guard path == request.target else { return try refuse(404, connection) }
    guard request["Upload-Offset"] == "\(count)" else { return try refuse(409, connection) }
    try receive(connection, fault, number)
    if version == nil {
      completeTus()
      if case .losesResponse = fault { throw Died() }
      var offset = Int64(storedByteCount)
      if case .reports(let other) = fault { offset = other }
      return try connection.respond(
        204, headers: [("Tus-Resumable", "1.0.0"), ("Upload-Offset", "\(offset)")])
    }
    try finish(request, connection, fault)
  }

  private func finish(
    _ request: LoopbackRequest, _ connection: LoopbackConnection, _ fault: Fault?,
    headers: [(name: String, value: String)] = []
  ) throws {
    let isLast = version == 3 ? request["Upload-Incomplete"] == "?0" : request["Upload-Complete"] == "?1"
    if isLast { state.withLock { $0.isComplete = true } }
    if case .losesResponse = fault { throw Died() }
    let complete =
      version == 3 ? ("Upload-Incomplete", isLast ? "?0" : "?1") : ("Upload-Complete", isLast ? "?1" : "?0")
    var headers = headers + [complete]
    if !isLast { headers.append(("Upload-Offset", "\(storedByteCount)")) }
    if case .reports(let other) = fault { headers.append(("Upload-Offset", "\(other)")) }
    try connection.respond(isLast ? 200 : 201, headers: headers, body: isLast ? "done" : "")
  }

  private func receive(_ connection: LoopbackConnection, _ fault: Fault?, _ number: Int) throws {
    var left = Int.max
    var lost = 0
    if case .dies(let count, let losing) = fault { (left, lost) = (count, losing) }
    if left == 0 { throw Died() }
    do {
      try connection.readBody { block in
        let count = min(left, block.count)
        let bytes = [UInt8](copying: block.extracting(first: count))
        let isLast = state.withLock { state in
          guard state.last == number else { return false }
          state.bytes += bytes
          state.requests[number - 1].byteCount += count
          return true
        }
        left -= count
        if left == 0 || !isLast { throw Died() }
        if case .reportsEach(let step) = fault {
          for offset in stride(from: storedByteCount - count, through: storedByteCount, by: step) {
            try connection.respond(
              104, reason: "Upload Resumption Supported",
              headers: [
                ("Upload-Draft-Interop-Version", "\(version ?? 0)"), ("Upload-Offset", "\(offset)"),
                ("X-Padding", String(repeating: "x", count: 100)),
              ])
          }
        }
      }
    } catch {
      state.withLock { state in
        if state.last == number { state.bytes.removeLast(min(lost, state.bytes.count)) }
      }
      throw error
    }
  }
}
