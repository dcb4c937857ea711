internal import SluiceBody
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
/// Everything that Sluice itself does runs above the stub: adaptors, default fields, credentials, redirects, retries,
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
