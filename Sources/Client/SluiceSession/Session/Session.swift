internal import FoundationEssentials
internal import HTTPTypes
internal import Logging
internal import SluiceBody
public import SluiceSerialization
public import SluiceTransport

/// A client that sends HTTP requests, over connections that it keeps and shares.
///
/// ```swift
/// let session = Session(baseURL: "https://api.example.com/v1/")
/// let user = try await session.get("users/1", decoding: .json(User.self))
/// let receipt = try await session.upload(form, to: "videos", decoding: .json(Receipt.self)) { progress in
///   print(progress.sentBodyByteCount)
/// }
/// ```
///
/// A single thread runs all transfers of a session, or as many as ``Configuration/loops`` sets; no code of the caller
/// runs on it, except for bodies whose ``BodySource/needsOwnThread`` is `false`. Cancelling a task ends its transfer.
/// Releasing the session and its transfers ends its thread; ``invalidate()`` ends all at once and waits.
///
/// The methods throw a ``SessionError``, a ``ResponseError`` if the response is not acceptable, and a
/// `CancellationError`.
public final class Session: Sendable {
  /// The version of Sluice, as sent in `User-Agent`.
  public static let version = "0.2.0"

  /// The configuration that the session was created with.
  public var configuration: Configuration { runner.settings.configuration }
  @usableFromInline
  package let runner: TransferRunner

  /// Creates a session. Its thread starts with the first request.
  ///
  /// - Parameter configuration: The settings of all requests. Defaults to `Configuration()`. Settings that cannot be
  ///   used fail the requests. Malformed ones, such as a pin or an address, fail with the code `invalid-configuration`
  ///   before any connection, a base URL or proxy with `invalid-url`, a missing file of certificates with `tls-failed`.
  public init(_ configuration: Configuration = Configuration()) {
    runner = TransferRunner(TransferSettings(configuration, defaultFields: Self.defaultFieldsOfCurl))
    if case .insecure = configuration.trust.authorities {
      Logger(label: "sluice").warning("certificates are not verified: any server is trusted")
    }
  }

  /// Creates a session with the default settings and a base URL.
  ///
  /// ```swift
  /// let session = Session(baseURL: "https://api.example.com/v1/")
  /// ```
  ///
  /// - Parameter baseURL: The URL that references are resolved against; see ``Configuration/baseURL``. One that cannot
  ///   be used fails the requests with `invalid-url`.
  public convenience init(baseURL: String) { self.init(Configuration(baseURL: baseURL)) }

  /// Creates a session over a transport other than libcurl.
  ///
  /// The session stops the transport when it is invalidated or released.
  ///
  /// - Parameters:
  ///   - configuration: The settings of all requests.
  ///   - transport: The transport.
  ///   - library: The product that sends the requests, for `User-Agent`. Defaults to libcurl, which a stub stands for.
  ///   - network: The network that retries wait for. Defaults to the system's.
  package init(
    _ configuration: Configuration, transport: any Transport, library: String = CurlLibrary.product,
    network: NetworkObserver = .system
  ) {
    runner = TransferRunner(
      TransferSettings(configuration, defaultFields: Self.defaultFields(library: library)),
      transport: transport,
      network: network)
  }

  /// The network that retries wait for.
  package var network: NetworkObserver { runner.network }

  /// Creates a session that shares everything with the session of a runner.
  init(_ runner: TransferRunner) { self.runner = runner }

  /// Ends all transfers with the code `invalidated` and the thread, and waits for their ends and for the file of the
  /// cookies.
  ///
  /// This includes transfers that are suspended, and those that wait for a retry, the network, another transfer, or
  /// code of the caller such as middleware, which is cancelled and abandoned. A call that the system holds for longer
  /// than 10 s, such as a write to a full pipe, is not waited for. Later requests fail with the same code.
  public func invalidate() async {
    runner.invalidation.occur()
    await withTaskExecutorPreference(BlockingExecutor.shared) {
      runner.transport.stop()
    }
    await runner.waitForCalls()
    await runner.settings.transport.values.cookies?.save()
    await runner.events?.flush()
  }

  /// Waits until the transfers that run and the work in the background, such as validations of a cache, have ended,
  /// then ends all that are left like ``invalidate()``.
  ///
  /// New transfers can be started while it waits.
  ///
  /// - Parameter limit: The maximum time to wait. Cancelling the task ends the wait, too.
  package func invalidate(after limit: Duration) async {
    await withTaskGroup { group in
      group.addTask { [runner] in
        await runner.activity.waitForEnd()
        await runner.transport.finishBackgroundWork()
      }
      group.addTask { try? await Task.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
    await invalidate()
  }

  /// Sends a request, and returns the response when its head has arrived, whatever its status.
  ///
  /// A response with a status of 2xx is returned when the request's body has been sent, too, unless
  /// `request.options.acceptsEarlyResponse` is set. The response's body arrives while it is read. The request's body is
  /// sent with its exact `Content-Length` if its size is known, and chunked otherwise.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - progress: Receives the progress every 50 ms until the head has arrived, never on the thread that runs the
  ///     transfers. Defaults to `nil`.
  /// - Returns: The response, after redirects and challenges.
  /// - Throws: A ``SessionError``; the errors of middleware and credential providers; a `CancellationError`.
  public func send(
    _ request: SessionRequest, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> SessionResponse {
    try await runner.perform(Call(request, progress: progress)) { try await $0.send($0.request) }
  }

  /// Sends a request and decodes its response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - decoder: Validates the status and the media type, and decodes the body. Its media types are sent as `Accept`,
  ///     unless the request or the configuration has that field.
  ///   - progress: Receives the progress every 50 ms and at the end, never on the thread that runs the transfers.
  ///     Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: A ``SessionError``; a ``ResponseError`` if the response is not acceptable or cannot be decoded; the
  ///   errors of middleware and credential providers; a `CancellationError`.
  public func send<Output: Sendable>(
    _ request: SessionRequest, decoding decoder: ResponseDecoder<Output>,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await runner.perform(
      Call(runner.settings.request(request, for: decoder.validation), progress: progress)
    ) {
      try await $0.output(decoder)
    }
  }

  /// Sends a request and decodes its response with the configuration's default decoder.
  ///
  /// ```swift
  /// let user: User = try await session.send(request)
  /// ```
  ///
  /// Without a type, as in `let response = try await session.send(request)`, the result is the ``SessionResponse`` with
  /// any status. To validate the status and ignore the body, decode with `.ignored`.
  public func send<Output: Decodable & Sendable>(
    _ request: SessionRequest, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(request, decoding: defaultDecoder(), progress: progress)
  }

  /// Returns the decoder of responses to calls without one.
  package func defaultDecoder<Output: Decodable & Sendable>() -> ResponseDecoder<Output> {
    configuration.decoder.decoder(for: Output.self)
  }
}

extension Session {
  /// The fields of each request without its own: the client (RFC 9110 §10.1.5), and the languages of the environment's
  /// locale.
  ///
  /// - Parameter library: The product that sends the requests, such as `libcurl/7.88.1`.
  private static func defaultFields(library: String) -> HTTPFields {
    var fields = HTTPFields()
    fields[.userAgent] = "sluice/\(version) \(library) (\(platform))"
    fields[.acceptLanguage] = AcceptLanguage.preferred(in: ProcessInfo.processInfo.environment)
    return fields
  }

  private static let defaultFieldsOfCurl = defaultFields(library: CurlLibrary.product)

  private static var platform: String {
    #if arch(x86_64)
      "Linux; x86_64"
    #elseif arch(arm64)
      "Linux; aarch64"
    #else
      "Linux"
    #endif
  }
}
