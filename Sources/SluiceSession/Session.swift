internal import HTTPTypes
internal import Logging
internal import SluiceBody
public import SluiceSerialization
internal import Synchronization

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
/// One thread runs all of a session's transfers, or as many as ``Configuration/loops`` says; no code of the caller's runs
/// on it. Cancelling a task ends its transfer.
/// A session that nobody holds any more ends its transfers and its thread; ``invalidate()`` does so at once and waits.
///
/// Its methods throw a ``SessionError``, a ``ResponseError`` where the response is not what was asked for, and a
/// `CancellationError`.
public final class Session: Sendable {
  /// The toolkit's version, as `User-Agent` says it.
  public static let version = "0.1.0"

  public var configuration: Configuration { settings.configuration }
  let settings: ExchangeSettings
  let loop: LoopGroup
  let credentials: CredentialStore?
  let events: EventDispatcher?
  let lastTransfer = Atomic(0)

  /// - Parameter configuration: what it cannot use, such as a file of certificates that is missing, fails the requests.
  public init(_ configuration: Configuration = Configuration()) {
    let settings = ExchangeSettings(configuration)
    self.settings = settings
    loop = LoopGroup(configuration)
    credentials = configuration.credentials.map { CredentialStore($0, settings: settings) }
    events = configuration.monitors.isEmpty ? nil : EventDispatcher(configuration.monitors)
    if case .insecure = configuration.trust.authorities {
      Logger(label: "sluice").warning("anybody is trusted: certificates are not verified")
    }
  }

  deinit { loop.requestStop() }

  /// Ends all transfers with the code `invalidated`, and the thread; writes the cookies to their file. Later requests fail
  /// with the same code.
  public func invalidate() async {
    await withTaskExecutorPreference(BlockingExecutor.shared) {
      loop.stop()
      settings.cookies?.save()
    }
    await events?.flush()
  }

  /// Sends a request and returns when the response's head has arrived, whatever its status; the body comes as it is read.
  ///
  /// A body is sent with its exact `Content-Length` where its size is known, else chunked.
  ///
  /// - Parameter progress: told every 50 ms until the head has arrived, never on the thread that runs the transfers.
  public func send(
    _ request: Request, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Response {
    try await perform(request, progress: progress) { attempt, _ in try await attempt.send(attempt.request) }
  }

  /// Sends a request and decodes the answer.
  ///
  /// - Parameters:
  ///   - decoder: validates status and media type before it decodes. What it accepts is sent as `Accept`, unless the
  ///     request has one.
  ///   - progress: told every 50 ms and at the end, never on the thread that runs the transfers.
  public func send<Output: Sendable>(
    _ request: Request, decoding decoder: ResponseDecoder<Output>,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await perform(request.asking(for: decoder), progress: progress) { attempt, report in
      try await output(of: attempt.send(attempt.request), decoder, report)
    }
  }

  func output<Output>(
    of response: Response, _ decoder: ResponseDecoder<Output>, _ report: Report?
  ) async throws -> Output {
    let output = try await response.decoded(by: decoder, upTo: settings.configuration.maximumBodySize)
    // The last bytes are read behind the transfer's end.
    report?(response.body.progress)
    return output
  }
}
