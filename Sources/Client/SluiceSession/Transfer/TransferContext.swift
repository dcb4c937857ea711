internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceTransport
internal import Synchronization

/// A call while it runs, with all of its exchanges, as observers see it.
///
/// The call and its last exchange end independently. The later of the two completes the transfer, so that `didComplete`
/// is the last event:
///
/// ```
///               the last exchange ends                  settle()
///       ┌────────────────────────────► exchangeEnded ───────────┐
///       │                                                       ▼
///     open ──────────────────────────────────────────────► completed
///       │                       fail                            ▲
///       └────────────────────────────► settled ─────────────────┘
///               settle()                   the last exchange ends
/// ```
///
/// For example, `session.get(…)` reads the whole body: its exchange ends, the body is decoded, the call settles.
/// `session.send(request)` returns with the head: the call settles, and the exchange ends when the body has been read.
/// Each ``beginExchange(sending:)`` returns to `open`: a redirect ends an exchange that is not the last.
package final class TransferContext: Sendable {
  private enum End {
    /// The last exchange runs, and the call has no result yet.
    case open(exchange: Int)
    /// The last exchange has ended, and the call has no result yet.
    case exchangeEnded((any Error)?)
    /// The call has its result, and the response's body is still being read.
    case settled(exchange: Int)
    /// The transfer has ended.
    case completed
  }

  let id: TransferID
  /// Whether the caller has named the origin of the request, and not a response, so that it may receive secrets.
  package let isOwnOrigin: Bool
  /// Whether the call is nested: one of several that run at the same time for a transfer.
  let isNested: Bool
  /// Whether monitors, an observer of the progress or a handle are notified of the end.
  let isObserved: Bool
  /// The control of the caller's handle, or `nil` if there is none.
  package let control: TransferControl?
  /// The place of the call's exchange in the control; -1 before the first one.
  private let place = Atomic(-1)
  private let events: EventDispatcher?
  private let activity: Activity
  /// The number of exchanges that an ``ExchangeMonitor`` has seen.
  private let exchangeCount = Atomic(0)
  /// The progress: that of the handle, or of this call only. `nil` if there are no observers.
  let hub: ProgressHub?
  /// The end of the call, or `nil` without monitors if the handle, if there is one, ends with the call.
  ///
  /// A call that consists of nested ones has no exchange.
  private let end: Lock<End>?
  /// The task that calls the observer of the progress, or `nil` if there is none.
  private let delivery: Task<Void, Never>?

  init(_ call: Call, events: EventDispatcher? = nil, activity: Activity = Activity()) {
    id = call.handle?.id ?? .next()
    (isOwnOrigin, isNested, control) = (call.isOwnOrigin, call.isNested, call.control)
    self.events = events
    self.activity = activity
    let needsHub = events != nil || call.progress != nil
    let hub = call.handle?.hub ?? (needsHub ? ProgressHub(isDownload: call.isDownload) : nil)
    let isEndNotified = events != nil || call.handle?.endsWithBody == true
    end = isEndNotified ? Lock(.exchangeEnded(nil)) : nil
    isObserved = isEndNotified || call.progress != nil
    // The observer of a nested call is a sum, which does not block.
    delivery = call.isNested ? nil : call.progress.flatMap { hub?.deliver(to: $0) }
    if call.isNested, let observer = call.progress { hub?.add(.function(observer)) }
    self.hub = hub
    guard events != nil else { return }
    post(ObservedRequest(call.request.head)) { $0.didCreate($1, request: $2.head(showing: $0.queries)) }
    call.handle?.announce { post { $0.didSuspend($1) } }
  }

  /// Whether there are monitors.
  var isMonitored: Bool { events != nil }

  func post(_ event: @escaping @Sendable (any EventMonitor, TransferID) -> Void) {
    events?.post(of: id) { [id] monitor in event(monitor, id) }
  }

  /// Posts an event with a value.
  ///
  /// - Parameters:
  ///   - value: The value, evaluated only if there are monitors.
  ///   - event: Calls a monitor.
  package func post<Value: Sendable>(
    _ value: @autoclosure () -> Value,
    as event: @escaping @Sendable (any EventMonitor, TransferID, Value) -> Void
  ) {
    guard events != nil else { return }
    let value = value()
    post { event($0, $1, value) }
  }

  /// Posts a function, which is called between the events of the monitors.
  func post(_ function: @escaping @Sendable () -> Void) {
    events?.post(of: id, calling: function)
  }

  /// Returns the number of the next exchange that an ``ExchangeMonitor`` sees, from 0.
  func nextExchangeNumber() -> Int { exchangeCount.add(1, ordering: .relaxed).oldValue }

  /// Attaches an exchange to the caller's handle, in place of the call's previous one.
  func attach(_ exchange: StartedExchange, _ priority: TransportSettings.Priority) {
    guard let control else { return }
    let previous = place.load(ordering: .relaxed)
    place.store(control.attach(exchange, priority, at: previous < 0 ? nil : previous), ordering: .relaxed)
  }

  /// Notes that an exchange begins.
  ///
  /// - Parameters:
  ///   - body: The request's body. Defaults to none.
  ///   - didReceiveInterim: Receives interim responses (1xx). Defaults to `nil`.
  /// - Returns: The observer of the exchange.
  func beginExchange(
    sending body: (any BodySource)? = nil, _ didReceiveInterim: (@Sendable (HTTPResponse) -> Void)? = nil
  ) -> any ExchangeObserver {
    guard let hub else {
      return didReceiveInterim == nil
        ? activity
        : Observer(context: self, number: 0, didReceiveInterim: didReceiveInterim)
    }
    let number = hub.beginExchange(sending: body)
    end?.withLock { $0 = .open(exchange: number) }
    return Observer(context: self, number: number, didReceiveInterim: didReceiveInterim)
  }

  /// The observer of one exchange of the transfer.
  private final class Observer: ExchangeObserver {
    private let context: TransferContext
    /// The number of the exchange, from 1; 0 without observers.
    private let number: Int
    private let didReceiveInterim: (@Sendable (HTTPResponse) -> Void)?

    init(context: TransferContext, number: Int, didReceiveInterim: (@Sendable (HTTPResponse) -> Void)?) {
      (self.context, self.number, self.didReceiveInterim) = (context, number, didReceiveInterim)
    }

    var observesProgress: Bool { context.hub != nil }

    func observe(_ event: ExchangeEvent) {
      switch event {
      case .didReceiveInterim(let response): didReceiveInterim?(response)
      case .didReceive(let response):
        context.post(response) { $0.didReceive($1, response: $2.redacted(showing: $0.queries)) }
      case .didProgress(let progress): context.update(progress, of: number)
      case .didRestart: context.hub?.change(of: number) { $0.restart() }
      case .didResume: context.hub?.change(of: number) { $0.resume() }
      case .didEnd(let metrics, let error):
        context.endExchange(number, metrics, error: error)
        context.activity.end()
      }
    }
  }

  /// Notes that the body of the last response belongs to the file of a download, and reports the progress.
  ///
  /// - Parameters:
  ///   - earlier: The number of bytes that an earlier download has left. Defaults to 0.
  ///   - byteCount: The size of the whole file in bytes, or `nil` for that of the response's body. Defaults to `nil`.
  package func beginFile(after earlier: Int64 = 0, of byteCount: Int64? = nil) {
    hub?.report { $0.beginFile(after: earlier, of: byteCount, at: .now) }
  }

  /// Notes that the requests from now on send a body from an offset on.
  ///
  /// - Parameters:
  ///   - earlier: The number of bytes before.
  ///   - byteCount: The size of the whole body in bytes, or `nil` if unknown.
  package func beginBody(after earlier: Int64, of byteCount: Int64?) {
    // A request that has ended may still report its bytes.
    hub?.ignoreExchanges()
    hub?.change { $0.beginBody(after: earlier, of: byteCount) }
  }

  /// Reports the progress of a file that several transfers receive.
  ///
  /// - Parameter byteCount: The number of bytes that have arrived since ``beginFile(after:of:)``.
  package func didReceive(ofFile byteCount: Int64) {
    var progress = TransferProgress.zero
    progress.requestBodyByteCount = 0
    progress.receivedBodyByteCount = byteCount
    progress.decodedByteCount = byteCount
    update(progress)
  }

  /// Notes that nested calls send the body in parts, and reports the progress.
  ///
  /// - Parameters:
  ///   - earlier: The number of bytes that an earlier upload has sent.
  ///   - byteCount: The size of the whole body in bytes.
  package func beginParts(after earlier: Int64, of byteCount: Int64) {
    hub?.report { meter in
      meter.begin()
      meter.beginBody(after: earlier, of: byteCount)
      meter.update(.zero, at: .now)
    }
  }

  /// Notes that other transfers receive the file in segments, and reports the progress.
  ///
  /// - Parameters:
  ///   - earlier: The number of bytes that an earlier download has left.
  ///   - byteCount: The size of all segments in bytes.
  package func beginSegments(after earlier: Int64, of byteCount: Int64) {
    hub?.report { meter in
      meter.begin()
      meter.beginFile(after: earlier, of: byteCount, at: .now)
    }
  }

  /// Reports the progress of a body that nested calls send in parts.
  ///
  /// - Parameter byteCount: The number of bytes that have been sent since ``beginParts(after:of:)``.
  package func didSend(inParts byteCount: Int64) {
    var progress = TransferProgress.zero
    progress.sentBodyByteCount = byteCount
    update(progress)
  }

  /// Updates the counts of the attempt, and reports the progress.
  ///
  /// - Parameters:
  ///   - progress: The counts.
  ///   - exchange: The number of the exchange that reports them. Defaults to `nil`, for other transfers.
  private func update(_ progress: TransferProgress, of exchange: Int? = nil) {
    hub?.update(progress, of: exchange) { meter in events?.post(meter.progress, of: id) }
  }

  /// Reports the progress after the end of the last exchange, when its body has been read.
  package func didRead(_ body: ResponseBody) {
    hub?.report { $0.didDecode(body.decodedByteCount) }
  }

  /// Notes that an exchange has ended. Completes the transfer if it is the last exchange of a settled call.
  private func endExchange(_ number: Int, _ metrics: TransferMetrics, error: (any Error)?) {
    guard let end else { return }
    post(metrics) { $0.didMeasure($1, $2) }
    let isLast = end.withLock { end in
      switch end {
      case .open(exchange: number): end = .exchangeEnded(error)
      case .settled(exchange: number):
        end = .completed
        return true
      case .open, .settled, .exchangeEnded, .completed: break
      }
      return false
    }
    if isLast { complete(error) }
  }

  /// Ends the call, and reports it to the observers.
  ///
  /// - Parameters:
  ///   - error: The error of the call. Defaults to `nil`, for none.
  ///   - deadline: The time until which the observers are waited for. Defaults to no limit.
  func finish(throwing error: (any Error)? = nil, until deadline: Deadline = .never) async {
    if let error { fail(error) } else { settle() }
    if let events { await deadline.waiting { await events.flush() } }
    if isNested || control == nil { hub?.end() }
    if let delivery { await deadline.waiting { await delivery.value } }
  }

  /// Notes that the call has its result, so that no further exchange begins.
  func settle() {
    guard let end else { return }
    let ended = end.withLock { end -> (any Error)?? in
      switch end {
      case .open(let exchange): end = .settled(exchange: exchange)
      case .exchangeEnded(let error):
        end = .completed
        return .some(error)
      case .settled, .completed: break
      }
      return nil
    }
    if let ended { complete(ended) }
  }

  /// Completes the transfer with an error.
  func fail(_ error: any Error) {
    hub?.ignoreExchanges()
    end?.withLock { $0 = .completed }
    complete(error)
  }

  private func complete(_ error: (any Error)?) {
    if let control, control.endsWithBody {
      control.end(error == nil ? .finished : error is CancellationError ? .cancelled : .failed)
    }
    guard isMonitored else { return }
    let notify = { self.post(error?.redacted) { $0.didComplete($1, error: $2) } }
    if let control, !isNested { control.announceEnd(notify) } else { notify() }
  }
}

/// Without observers, only the end of an exchange is noted.
extension Activity: ExchangeObserver {
  var observesProgress: Bool { false }

  func observe(_ event: ExchangeEvent) {
    if case .didEnd = event { end() }
  }
}
