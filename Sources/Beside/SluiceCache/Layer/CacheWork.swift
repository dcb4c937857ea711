internal import SluiceBody
internal import SluiceSession
internal import SluiceTransport

/// The state that the exchanges of a session with a cache share.
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
    request.policy.layers[ResponseCache.Policy.self] ?? cache.policy
  }

  /// Makes the entries of a key invalid: no exchange that begins after this call uses them, and none that is under way
  /// stores its response.
  func invalidate(_ key: CacheKey) {
    let invalidated = flights.invalidate(key)
    invalidations.withLock { invalidations in
      let (count, end) = invalidations[key] ?? (0, Signal())
      invalidations[key] = (count + 1, end)
    }
    Task {
      for flight in invalidated { await flight.waitUntilStored() }
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

/// The requests that are under way for the entries of a cache.
///
/// ```
///               lead                     end(.stored)
///  no flight ─────────► flight ─────────────────────────► the others look the entry up
///                         │   end(.notStored)
///                         ├─────────────────────────────► the others send their own requests
///                         │   end(.cancelled)
///                         └─────────────────────────────► one of the others leads, the rest waits for it
/// ```
struct Flights: Sendable {
  private struct State {
    var flights: [CacheKey: [Flight]] = [:]
    var landedCount = 0
  }

  private let state = Lock(State())

  /// The number of flights that have stored a response.
  var landedCount: Int { state.withLock { $0.landedCount } }

  /// Begins a flight, or returns the one that other requests for the key may wait for.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - mayWait: Whether the request may wait for another, and others for it.
  /// - Returns: The flight, and whether the request leads it. The leader must call ``end(_:_:)``.
  func join(_ key: CacheKey, mayWait: Bool) -> (flight: Flight, isLeader: Bool) {
    state.withLock { state in
      if mayWait, let flight = state.flights[key]?.first(where: { $0.isOpen }) { return (flight, false) }
      let flight = Flight(key, isShared: mayWait)
      state.flights[key, default: []].append(flight)
      return (flight, true)
    }
  }

  /// Ends a flight. The first outcome counts.
  func end(_ flight: Flight, _ outcome: Flight.Outcome) {
    state.withLock { state in
      state.flights[flight.key]?.removeAll { $0 === flight }
      if state.flights[flight.key]?.isEmpty == true { state.flights[flight.key] = nil }
      if outcome == .stored { state.landedCount += 1 }
    }
    flight.settle(outcome)
  }

  /// Keeps the flights of a key from storing their responses.
  ///
  /// - Returns: The flights.
  func invalidate(_ key: CacheKey) -> [Flight] {
    let flights = state.withLock { $0.flights[key] ?? [] }
    for flight in flights { flight.invalidate() }
    return flights
  }
}

/// A request that is under way.
final class Flight: Sendable {
  enum Outcome: Sendable { case stored, notStored, cancelled }

  private struct State {
    var outcome: Outcome?
    var isInvalidated = false
    /// Fires when the response has been stored, or `nil` while it is not being stored.
    var storing: Signal?
    var progressCount: Int64 = 0
  }

  let key: CacheKey
  private let isShared: Bool
  private let state = Lock(State())
  private let settled = Signal()

  init(_ key: CacheKey, isShared: Bool) {
    self.key = key
    self.isShared = isShared
  }

  /// Whether other requests may wait for this one.
  var isOpen: Bool { isShared && state.withLock { $0.outcome == nil && !$0.isInvalidated } }

  /// Whether the response must not be stored.
  var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

  /// Sets the outcome that others wait for, unless it is set.
  func settle(_ outcome: Outcome) {
    state.withLock { $0.outcome = $0.outcome ?? outcome }
    settled.fire()
  }

  func invalidate() {
    state.withLock { $0.isInvalidated = true }
    settle(.notStored)
  }

  /// Runs `work`, which makes the response appear in the store, unless the flight is invalidated.
  ///
  /// - Returns: Whether it has run.
  func store(_ work: () async throws -> Void) async rethrows -> Bool {
    let signal = Signal()
    let isAllowed = state.withLock { state in
      if !state.isInvalidated { state.storing = signal }
      return !state.isInvalidated
    }
    defer { signal.fire() }
    if isAllowed { try await work() }
    return isAllowed
  }

  /// Waits until the response has been stored, if it is being stored.
  func waitUntilStored() async { await state.withLock { $0.storing }?.wait() }

  /// Notes that the server has sent a head or bytes.
  func didProgress() { state.withLock { $0.progressCount += 1 } }

  /// The number of heads and pieces of the body that the server has sent so far.
  var progressCount: Int64 { state.withLock { $0.progressCount } }

  /// Waits for the outcome.
  ///
  /// - Throws: A `CancellationError` if the task is cancelled.
  func outcome() async throws -> Outcome {
    await settled.wait()
    try Task.checkCancellation()
    return state.withLock { $0.outcome } ?? .cancelled
  }
}
