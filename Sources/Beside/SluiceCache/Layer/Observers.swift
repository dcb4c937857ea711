internal import SluiceBody
internal import SluiceTransport

/// The observer of an exchange that may change resources. It makes stored responses invalid before the caller receives
/// the response.
final class InvalidatingObserver: ExchangeObserver {
  private let url: RequestURL
  private let observer: any ExchangeObserver
  private let shared: CacheWork

  init(of request: ExchangeRequest, _ shared: CacheWork) {
    url = request.url
    observer = request.observer
    self.shared = shared
  }

  var observesProgress: Bool { observer.observesProgress }

  func observe(_ event: ExchangeEvent) {
    if case .didReceive(let response) = event {
      for url in Invalidation.urls(of: url, response) { shared.invalidate(shared.cache.key(of: url)) }
    }
    observer.observe(event)
  }
}

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
