internal import SluiceBody
internal import SluiceTransport

/// What the exchanges of a session with a cache share.
final class CacheWork: Sendable {
  let cache: ResponseCache
  let inner: any Transport
  let flights = Flights()
  /// The invalidations that have not reached the store, by their keys: their number, and the event of the end of all.
  private let invalidations = Lock<[CacheKey: (count: Int, end: Signal)]>([:])

  init(_ cache: ResponseCache, sendingBy inner: any Transport) {
    self.cache = cache
    self.inner = inner
  }

  func policy(of request: ExchangeRequest) -> ResponseCache.Policy {
    request.layerSettings.lazy.compactMap { $0 as? ResponseCache.Policy }.first ?? cache.policy
  }

  /// Makes the entries of a key invalid: no exchange that begins after this call uses them, and none that is under way
  /// stores its response.
  func invalidate(_ key: CacheKey) {
    flights.invalidate(key)
    invalidations.withLock { invalidations in
      let (count, end) = invalidations[key] ?? (0, Signal())
      invalidations[key] = (count + 1, end)
    }
    Task {
      await cache.store.removeAll(key)
      invalidations.withLock { invalidations in
        guard let (count, end) = invalidations[key] else { return }
        invalidations[key] = count > 1 ? (count - 1, end) : nil
        if count == 1 { end.fire() }
      }
    }
  }

  /// Waits until the invalidations of a key have reached the store.
  func waitForInvalidations(of key: CacheKey) async {
    await invalidations.withLock { $0[key]?.end }?.wait()
  }
}
