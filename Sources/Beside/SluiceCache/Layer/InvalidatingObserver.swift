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
