public import HTTPTypes
internal import Logging
public import SluiceBody
internal import SluiceCoding
public import SluiceSerialization

/// Sends requests and brings responses, over connections that it keeps and shares.
///
/// ```swift
/// let session = Session(.init(baseURL: "https://api.example.com/v1/"))
/// let user = try await session.get("users/1", decoding: .json(User.self))
/// let receipt = try await session.upload(form, to: "videos", decoding: .json(Receipt.self)) { progress in
///   print(progress.sent)
/// }
/// ```
///
/// One thread runs all of a session's transfers; no code of the caller's runs on it. Cancelling a task ends its transfer.
/// A session that nobody holds any more ends its transfers and its thread; ``invalidate()`` does so at once and waits.
///
/// Its methods throw a ``SessionError``, a ``ResponseError`` where the response is not what was asked for, and a
/// `CancellationError`.
public final class Session: Sendable {
  /// The toolkit's version, as `User-Agent` says it.
  public static let version = "0.1.0"

  public let configuration: Configuration
  let loop: Result<CurlLoop, SessionError>

  public init(_ configuration: Configuration = Configuration()) {
    self.configuration = configuration
    loop = Result { () throws(SessionError) in try CurlLoop() }
  }

  deinit { try? loop.get().requestStop() }

  /// Ends all transfers with the code `invalidated`, and the thread. Later requests fail with the same code.
  public func invalidate() async {
    guard let loop = try? loop.get() else { return }
    await withTaskExecutorPreference(BlockingExecutor.shared) { loop.stop() }
  }

  /// Sends a body and decodes the answer.
  ///
  /// - Parameters:
  ///   - body: sent with its exact `Content-Length` where its size is known, else chunked. Its own `Content-Type` is sent
  ///     unless `fields` has one.
  ///   - reference: a URL, or a reference to be resolved against the configuration's base URL.
  ///   - method: POST by default.
  ///   - decoder: validates status and media type before it decodes.
  ///   - progress: told every 50 ms and at the end, never on the thread that runs the transfers.
  public func upload<Output: Sendable>(
    _ body: some BodySource, to reference: String, method: HTTPRequest.Method = .post,
    fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output>, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(method, reference, fields: fields.accepting(decoder.accept))
    return try await reporting(to: progress) { report in
      try await self.exchange(request, body: body, report: report)
        .decoded(by: decoder, upTo: self.configuration.maximumBodySize)
    }
  }

  /// Gets a resource and decodes it.
  ///
  /// - Parameters:
  ///   - reference: a URL, or a reference to be resolved against the configuration's base URL.
  ///   - decoder: validates status and media type before it decodes.
  ///   - progress: told every 50 ms and at the end, never on the thread that runs the transfers.
  public func get<Output: Sendable>(
    _ reference: String, fields: HTTPFields = [:], decoding decoder: ResponseDecoder<Output>,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(.get, reference, fields: fields.accepting(decoder.accept))
    return try await reporting(to: progress) { report in
      try await self.exchange(request, report: report)
        .decoded(by: decoder, upTo: self.configuration.maximumBodySize)
    }
  }

  /// Sends a request and returns when the response's head has arrived, whatever its status; the body comes as it is read.
  ///
  /// - Parameters:
  ///   - body: sent with its exact `Content-Length` where its size is known, else chunked. Its own `Content-Type` is sent
  ///     unless the request has one.
  ///   - progress: told every 50 ms until the head has arrived, never on the thread that runs the transfers.
  public func send(
    _ request: HTTPRequest, body: (any BodySource)? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Response {
    try await reporting(to: progress) { report in
      try await self.exchange(request, body: body, report: report)
    }
  }

  /// A request for a URL, or a reference to be resolved against the configuration's base URL (RFC 3986 §5). User-info in
  /// it becomes HTTP Basic authorization.
  public func request(_ method: HTTPRequest.Method, _ reference: String, fields: HTTPFields = [:])
    throws(SessionError) -> HTTPRequest
  {
    let url = try RequestURL(reference, relativeTo: configuration.baseURL)
    var fields = fields
    if let userInfo = url.userInfo, fields[.authorization] == nil {
      fields[.authorization] = .basic(user: userInfo.user, password: userInfo.password)
    }
    return HTTPRequest(
      method: method, scheme: url.origin.scheme, authority: url.authority, path: url.target,
      headerFields: fields)
  }
}
