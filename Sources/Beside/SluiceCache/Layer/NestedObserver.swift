internal import SluiceBody
internal import SluiceTransport

/// The observer of an exchange that an exchange with the cache waits for. The waiting one reports to the caller.
final class NestedObserver: ExchangeObserver {
  private let sink: TaskExchange?
  private let measured = Lock<TransferMetrics?>(nil)

  /// - Parameter sink: The exchange that waits, or `nil` for work in the background.
  init(for sink: TaskExchange?) { self.sink = sink }

  /// The measurements, or `nil` until the exchange has ended.
  var metrics: TransferMetrics? { measured.withLock { $0 } }

  var observesProgress: Bool { false }

  func observe(_ event: ExchangeEvent) {
    switch event {
    case .didReceiveInterim(let response): sink?.didReceive(interim: response)
    case .didEnd(let metrics, _): measured.withLock { $0 = metrics }
    case .didReceive, .didProgress, .didRestart, .didResume: break
    }
  }
}
