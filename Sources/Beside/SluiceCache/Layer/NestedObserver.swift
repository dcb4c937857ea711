internal import HTTPTypes
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

  func didReceive(interim response: HTTPResponse) { sink?.didReceive(interim: response) }

  func didReceive(_ response: HTTPResponse) {}

  func didProgress(_ progress: TransferProgress) {}

  func didRestart() {}

  func didResume() {}

  func didEnd(_ metrics: TransferMetrics, error: (any Error)?) { measured.withLock { $0 = metrics } }
}
