internal import HTTPTypes
internal import SluiceBody
// `import SluiceTesting` provides the loopback server, too.
@_exported public import SluiceLoopback
public import SluiceSession
internal import SluiceTransport

/// A transport that answers the requests of a session from a closure, without a network.
///
/// ```swift
/// let stub = StubTransport { request in
///   switch request.path {
///   case "/v1/users/1": try .json(User(name: "Ann"))
///   case "/v1/slow": .text("late").delayed(by: .milliseconds(50))
///   case "/v1/broken": .bytes(content).failing(.connectionLost, afterBodyBytes: 100)
///   case "/v1/down": .failure(.connectionFailed)
///   default: .status(.notFound)
///   }
/// }
/// let session = Session(.init(baseURL: "https://api.example.com/v1/"), transport: stub)
/// let user = try await session.get("users/1", decoding: .json(User.self))
/// #expect(stub.requests.map(\.method) == [.get])
/// ```
///
/// Everything that Sluice itself does runs above the stub: middleware, default fields, credentials, redirects, retries,
/// time limits, progress, suspension, cancellation, content codings, decoding, downloads and monitors. What libcurl
/// does is left out: connections and their limits, rates, proxies, TLS, the storage of cookies, the netrc file, and
/// HTTP Digest, for which an exchange fails with the code `failed`. Use a ``LoopbackServer`` for these.
///
/// The stub reads the whole body of a request before it calls the closure. A body that is shorter or longer than
/// declared fails the exchange with the code `body-failed`.
///
/// Several sessions can share a stub.
public final class StubTransport: Sendable {
  private let respond: @Sendable (RecordedRequest) async throws -> StubResponse
  private let recorded = Lock<[RecordedRequest]>([])

  /// Creates a transport that answers each request from a closure.
  ///
  /// - Parameter respond: Returns the response to a request. It is called once for each exchange, so again for each
  ///   redirect, challenge and retry, and concurrently for concurrent requests. It runs in a task that inherits the
  ///   task-local values of the caller, and that is cancelled when the exchange ends otherwise. A ``SessionError`` that
  ///   it throws ends the exchange; any other error does so with the code `failed`, as the underlying error.
  public init(_ respond: @escaping @Sendable (_ request: RecordedRequest) async throws -> StubResponse) {
    self.respond = respond
  }

  /// Creates a transport that answers requests from a list.
  ///
  /// ```swift
  /// let stub = try StubTransport([.status(.serviceUnavailable), .json(user)])
  /// ```
  ///
  /// - Parameter responses: The responses, in the order of the requests. Further requests fail with the code `failed`.
  public convenience init(_ responses: [StubResponse]) {
    let count = Lock(0)
    self.init { request in
      let index = count.withLock { count in
        defer { count += 1 }
        return count
      }
      guard index < responses.count else {
        throw SessionError(
          .failed,
          message: "the stub has \(responses.count) responses, but this is request \(index + 1), \(request)")
      }
      return responses[index]
    }
  }

  /// The requests that the stub has received, with their bodies, in the order in which the closure was called.
  ///
  /// They stay in memory as long as the stub.
  public var requests: [RecordedRequest] { recorded.withLock { $0 } }

  /// A transport for one session.
  fileprivate var transport: any Transport {
    TaskTransport("a stub transport") { try await $0.carryOut(with: self) }
  }

  /// Records a request, and returns the response to it.
  func response(to request: RecordedRequest) async throws -> StubResponse {
    recorded.withLock { $0.append(request) }
    return try await respond(request)
  }
}

extension Session {
  /// Creates a session that sends its requests to a stub, without a network.
  ///
  /// - Parameters:
  ///   - configuration: The settings of all requests. Defaults to `Configuration()`. Those of connections have no
  ///     effect.
  ///   - stub: The transport.
  public convenience init(_ configuration: Configuration = Configuration(), transport stub: StubTransport) {
    self.init(configuration, transport: stub.transport)
  }

  /// Creates a session that sends its requests to a stub, and observes a scripted network.
  package convenience init(
    _ configuration: Configuration, transport stub: StubTransport, network: NetworkObserver
  ) {
    self.init(configuration, transport: stub.transport, network: network)
  }
}

/// Exchanges with a stub: the whole body of the request is read before the stub's closure is called.
extension TaskExchange {
  private static let blockByteCount = 64 * 1024

  /// Carries out the exchange.
  func carryOut(with stub: StubTransport) async throws {
    let body = try await requestBody()
    var head = HTTPRequest(
      method: request.method, scheme: request.url.origin.scheme, authority: request.url.authority,
      path: request.url.target)
    head.headerFields = request.sentFields
    try await send(stub.response(to: RecordedRequest(head: head, url: request.url.text, body: body)))
  }

  // MARK: The request's body

  /// Reads the whole body of the request.
  ///
  /// - Throws: A ``SessionError`` with the code `body-failed`.
  private func requestBody() async throws -> [UInt8] {
    guard let source = request.body else { return [] }
    do {
      return try await reading(source) { try await allBytes(of: $0) }
    } catch {
      throw try failure(ofBody: error)
    }
  }

  private func allBytes(of reader: any BodyReader) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      try await waitWhileSuspended()
      let count = bytes.count
      var outcome = ReadOutcome.end
      try bytes.append(addingCapacity: Self.blockByteCount) { outcome = try read(reader, into: &$0) }
      if bytes.count > count || outcome == .end { didSend(bytes.count - count) }
      switch outcome {
      case .more: continue
      case .waiting: try await untilReadable(reader)
      case .end: return bytes
      }
    }
  }

  // MARK: The response

  /// Delivers a response of the stub.
  ///
  /// - Throws: The error that ends the exchange.
  private func send(_ stubbed: StubResponse) async throws {
    for interim in stubbed.interims {
      try await waitWhileSuspended()
      guard interim.status.kind == .informational else {
        throw SessionError(
          .invalidResponse, message: "the stub's interim response is final: \(interim.status)")
      }
      didReceive(interim: interim)
    }
    if stubbed.delay > .zero { try await Task.sleep(for: min(stubbed.delay, Self.longestSleep)) }
    try await waitWhileSuspended()
    guard case .response(var head, let source) = stubbed.content else {
      if case .failure(let error) = stubbed.content { throw error }
      return
    }
    guard head.status.code >= 200 else {
      throw SessionError(.invalidResponse, message: "the stub's response is not final: \(head.status)")
    }
    if ![204, 304].contains(head.status.code), head.headerFields[.contentLength] == nil,
      head.headerFields[.transferEncoding] == nil, let byteCount = try source.byteCount
    {
      head.headerFields[.contentLength] = String(byteCount)
    }
    try didReceive(head)
    try await sendBody(source, BodyLength(of: head, toRequest: request.method).byteCount, stubbed.ending)
  }

  private func sendBody(
    _ source: any BodySource, _ declared: Int64?, _ ending: StubResponse.Ending
  ) async throws {
    let limit =
      switch ending {
      case .complete: declared ?? .max
      case .failing(_, let count), .stalling(let count): min(count, declared ?? .max)
      }
    let sent = try await receive(source, upTo: limit)
    switch ending {
    case .complete:
      if let declared, sent < declared {
        throw SessionError(
          .connectionLost, message: "the stub's body has \(sent) of \(declared) bytes")
      }
    case .failing(let error, _): throw error
    case .stalling:
      await Signal().wait()
      try Task.checkCancellation()
    }
  }
}
