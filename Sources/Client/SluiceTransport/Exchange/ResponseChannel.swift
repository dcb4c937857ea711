package import HTTPTypes
package import SluiceBody
internal import SluiceSerialization

/// The head of a response, with what it says about the body.
package struct ReceivedHead: Sendable {
  package let response: HTTPResponse
  /// The size of the body in bytes, or `nil` if unknown.
  package let bodyByteCount: Int64?
  /// Whether the end of the connection marks the end of the body. Never over HTTP/2.
  let endsWithConnection: Bool
  /// Whether the body has a content coding, even one that is unknown.
  var isCoded: Bool { (try? ContentCodings(parsing: response.headerFields))?.isEmpty != true }
  /// Whether the body is chunked.
  let isChunked: Bool
  /// The version of HTTP in the status line.
  package let httpVersion: String
  /// Whether the request was sent without its body, to get a challenge.
  package let isOfProbe: Bool
  /// The number of bytes of the request's body that had been passed to the connection before, or `nil` if these were
  /// all.
  package let earlyByteCount: Int64?

  init(
    response: HTTPResponse, length: BodyLength, httpVersion: String, isOfProbe: Bool,
    earlyByteCount: Int64? = nil
  ) {
    self.response = response
    self.isOfProbe = isOfProbe
    self.earlyByteCount = earlyByteCount
    bodyByteCount = length.byteCount
    endsWithConnection = length == .untilClose
    isChunked = length == .chunked
    self.httpVersion = httpVersion
  }
}

/// Passes one response from the transport to the waiting task: first the head, once, then the bytes of the body.
///
/// ```
///             head()                    deliver(head:)
///   empty ─────────────► awaited ────────────────────────► delivered
///     │                          the task is resumed         ▲   head() returns at once,
///     └───────────────────── deliver(head:) ─────────────────┘   deliver(head:) has no effect
/// ```
///
/// The failure of an exchange is delivered in both ways, as a head and as the end of the pipe: it reaches a task that
/// still waits for the head, and one that reads the body.
package final class ResponseChannel: Sendable {
  package typealias Head = Result<ReceivedHead, any Error>

  private enum HeadState {
    case empty
    case awaited(CheckedContinuation<ReceivedHead, any Error>)
    case delivered(Head)
  }

  private struct State {
    var head = HeadState.empty
    var decodedByteCount: Int64 = 0
    var metrics: TransferMetrics?
    /// Fires when the request has been sent; `nil` unless the response is delivered before.
    var request: Signal?
    /// The source of the body, instead of the pipe, or `nil` if there is none.
    var file: (any BodySource)?
    /// Called if the response is refused, or `nil` to ignore it.
    var didRefuse: (@Sendable () async -> Void)?
  }

  /// The bytes of the body, coded as they arrive.
  package let pipe: BytePipe
  private let state = Lock(State())

  /// - Parameter bufferByteCount: The number of bytes that wait for the reader, which is woken for three quarters of
  ///   them. With much less than the default of 1 MiB, a fast transfer would often stop before the reader's thread
  ///   runs.
  package init(bufferByteCount: Int = 1 << 20) {
    pipe = BytePipe(highWaterByteCount: bufferByteCount)
  }

  /// The number of decoded bytes that the body's reader has received.
  package var decodedByteCount: Int64 { state.withLock { $0.decodedByteCount } }

  /// Counts decoded bytes that the body's reader has received.
  package func count(decoded byteCount: Int) {
    state.withLock { $0.decodedByteCount += Int64(byteCount) }
  }

  /// The measurements of the exchange, or `nil` until it has ended.
  package var metrics: TransferMetrics? { state.withLock { $0.metrics } }

  package func didMeasure(_ metrics: TransferMetrics) { state.withLock { $0.metrics = metrics } }

  /// Notes that the response is delivered before the request has been sent.
  func awaitRequest() { state.withLock { $0.request = Signal() } }

  /// Notes that the request has been sent.
  func didSendRequest() { state.withLock { $0.request.take() }?.fire() }

  /// Whether the request has been sent, or the response is not delivered before.
  package var hasSentRequest: Bool { state.withLock { $0.request == nil } }

  /// Waits until the request has been sent. For a single task.
  package func waitForRequest() async { await state.withLock { $0.request }?.wait() }

  /// The source of the body, instead of the pipe, or `nil` if there is none.
  package var file: (any BodySource)? { state.withLock { $0.file } }

  /// Passes a stored body as it is, so that a download can copy its file. Call this before the head is delivered, for a
  /// request with ``LayerSettings/takesFile``, and write nothing to the pipe.
  package func passFile(_ file: any BodySource) { state.withLock { $0.file = file } }

  /// Sets what happens before ``refuse()`` returns.
  package func whenRefused(_ action: @escaping @Sendable () async -> Void) {
    state.withLock { $0.didRefuse = action }
  }

  /// Notes that a decoder or a digest has refused the response, which a cache then does not keep.
  package func refuse() async { await state.withLock { $0.didRefuse }?() }

  /// Delivers the head, or the error instead of it. Only the first call has an effect.
  package func deliver(head: Head) {
    let waiting = state.withLock { state -> CheckedContinuation<ReceivedHead, any Error>? in
      switch state.head {
      case .delivered: return nil
      case .empty:
        state.head = .delivered(head)
        return nil
      case .awaited(let continuation):
        state.head = .delivered(head)
        return continuation
      }
    }
    waiting?.resume(with: head)
  }

  /// Waits for the head. Must be called once only.
  nonisolated(nonsending) package func head() async throws -> ReceivedHead {
    try await withCheckedThrowingContinuation { continuation in
      let delivered = state.withLock { state -> Head? in
        if case .delivered(let head) = state.head { return head }
        state.head = .awaited(continuation)
        return nil
      }
      if let delivered { continuation.resume(with: delivered) }
    }
  }
}
