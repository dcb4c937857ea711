internal import SluiceBody
internal import SluiceSession
internal import SluiceTransport

/// What the exchanges of a session with a cache share.
final class CacheWork: Sendable {
  let cache: ResponseCache
  let inner: any Transport
  let flights = Flights()
  /// The validations in the background.
  let validations = Activity()
  /// The invalidations that have not reached the store, by their keys: their number, and the event of the end of all.
  private let invalidations = Lock<[CacheKey: (count: Int, end: Signal)]>([:])
  /// The keys whose invalid entries the store could not remove. Their entries are not used.
  private let unremoved = Lock<Set<CacheKey>>([])

  init(_ cache: ResponseCache, sendingBy inner: any Transport) {
    self.cache = cache
    self.inner = inner
  }

  func policy(of request: ExchangeRequest) -> ResponseCache.Policy {
    request.policy.layerSettings.lazy.compactMap { $0 as? ResponseCache.Policy }.first ?? cache.policy
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
      await removeAll(key)
      invalidations.withLock { invalidations in
        guard let (count, end) = invalidations[key] else { return }
        invalidations[key] = count > 1 ? (count - 1, end) : nil
        if count == 1 { end.fire() }
      }
    }
  }

  /// Removes the entries of a key from the store. If that fails, the store may still have entries that are invalid.
  ///
  /// - Returns: Whether the entries have been removed.
  @discardableResult
  func removeAll(_ key: CacheKey) async -> Bool {
    do {
      try await cache.store.removeAll(key)
      unremoved.withLock { _ = $0.remove(key) }
      return true
    } catch {
      unremoved.withLock { _ = $0.insert(key) }
      return false
    }
  }

  /// Returns the entries of a key that are not invalid.
  func entries(for key: CacheKey) async -> [StoredEntry] {
    await waitForInvalidations(of: key)
    if unremoved.withLock({ $0.contains(key) }), await !removeAll(key) { return [] }
    return await cache.store.entries(for: key)
  }

  /// Waits until the invalidations of a key have reached the store.
  func waitForInvalidations(of key: CacheKey) async {
    await invalidations.withLock { $0[key]?.end }?.wait()
  }
}
