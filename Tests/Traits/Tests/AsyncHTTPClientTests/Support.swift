import AsyncHTTPClient
import NIOCore
import Sluice
import SluiceAsyncHTTPClient
import SluiceTesting
import Synchronization
import Testing

struct User: Codable, Hashable {
  var name: String
}

struct Refusal: Error, Decodable, Hashable {
  var reason: String
}

/// Calls a function with a client that reports a refused connection at once, and shuts the client down.
func withClient<Output>(
  _ configure: (inout HTTPClient.Configuration) -> Void = { _ in },
  _ body: (HTTPClient) async throws -> Output
) async throws -> Output {
  var configuration = HTTPClient.Configuration()
  configuration.connectionPool.retryConnectionEstablishment = false
  configure(&configuration)
  let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
  do {
    let output = try await body(client)
    try await client.shutdown()
    return output
  } catch {
    try await client.shutdown()
    throw error
  }
}

/// Calls a function with the URL of a server, and stops the server.
func withServer<Output>(
  _ respond: @escaping @Sendable (LoopbackRequest, LoopbackConnection) throws -> Void,
  _ body: (LoopbackServer) async throws -> Output
) async throws -> Output {
  let server = try LoopbackServer.http(respond)
  defer { server.stop() }
  return try await body(server)
}

/// Inside of an extension of `HTTPClient`, `SessionRequest` is another type.
typealias SluiceRequest = SessionRequest

extension HTTPClient {
  /// Sends a request of Sluice with a time limit.
  func response(to request: SluiceRequest) async throws -> HTTPClientResponse {
    try await execute(HTTPClientRequest(request), timeout: .seconds(60))
  }

  /// Gets a path of a server with a time limit.
  func response(of server: LoopbackServer, _ path: String = "/") async throws -> HTTPClientResponse {
    try await response(to: SluiceRequest(.get, server.url + path))
  }
}

extension SessionRequest {
  /// Creates a request for a URL such as `http://127.0.0.1:80/path`.
  init(
    _ method: HTTPRequest.Method, _ url: String, fields: HTTPFields = [:], body: (any BodySource)? = nil
  ) {
    let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
    let path = parts.count > 2 ? "/\(parts[2])" : "/"
    self.init(
      HTTPRequest(
        method: method, scheme: "http", authority: String(parts[1]), path: path, headerFields: fields),
      body: body)
  }
}

/// What a server has received.
final class Received: Sendable {
  private let bodies = Mutex<[[UInt8]]>([])

  var all: [[UInt8]] { bodies.withLock { $0 } }

  func append(_ body: [UInt8]) { bodies.withLock { $0.append(body) } }
}

/// An event that occurs once, for which tasks and threads wait.
final class Occurrence: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func occur() { continuation.finish() }

  /// Waits for it. For a single task.
  func wait() async { for await _ in stream {} }
}

/// A body of pieces, which ends or fails after them.
struct PiecesSource: BodySource {
  var byteCount: Int64?
  var isReplayable = true
  var needsOwnThread = false
  var pieces: [[UInt8]]
  var failure: (any Error & Sendable)?
  /// Called before each piece is read.
  var willRead: @Sendable () -> Void = {}

  func makeReader() -> any BodyReader { Reader(self) }

  private final class Reader: BodyReader {
    private let source: PiecesSource
    private var rest: ArraySlice<[UInt8]>

    init(_ source: PiecesSource) {
      self.source = source
      rest = source.pieces[...]
    }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      source.willRead()
      guard let piece = rest.first else {
        if let failure = source.failure { throw failure }
        return .end
      }
      let count = min(piece.count, output.freeCapacity)
      for byte in piece[..<count] { output.append(byte) }
      rest[rest.startIndex].removeFirst(count)
      if count == piece.count { rest.removeFirst() }
      return .more
    }
  }
}

/// Bytes that differ from place to place.
func patternedBytes(_ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
}

/// All bytes of a body.
func bytes(of source: some BodySource) async throws -> [UInt8] {
  var bytes: [UInt8] = []
  for try await chunk in source.chunks() { bytes += chunk }
  return bytes
}

/// A number that threads share.
final class Counter: Sendable {
  private let number = Mutex(0)

  var value: Int { number.withLock { $0 } }

  func set(_ value: Int) { number.withLock { $0 = value } }

  /// Adds one, and returns the result.
  func next() -> Int {
    number.withLock { number in
      number += 1
      return number
    }
  }
}
