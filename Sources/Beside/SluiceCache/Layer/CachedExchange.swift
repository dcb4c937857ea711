internal import HTTPTypes
internal import SluiceBody
internal import SluiceSession
internal import SluiceTransport

/// One exchange with a cache: a stored response, or a request to the server.
///
/// ```
///  look up ──► fresh ─────────────────────────────────────────► serve
///     ▲   ├──► stale, but usable for now ──► serve, and validate in the background
///     │   ├──► stale ──► forward with conditions ──► 304 ─────► serve
///     │   ├──► its start ► forward with a range ───► 206 ─────► serve the start and the rest, and store both
///     │   ├──► none ───► forward ──────────────────► 200 ─────► pass on, and store
///     │   └──► none, and no request may be sent ──────────────► 504
///     ├── wait for another request for the same URL
///     └── serve, but the first bytes of the body are damaged
/// ```
struct CachedExchange: Sendable {
  /// A request that is to be sent, and why.
  struct Forward: Sendable {
    let reason: CacheStatus.Reason
    /// The stored response that the request is about, or `nil` if there is none.
    var stored: StoredResponse?
    /// Whether the request has waited for another.
    var hasWaited = false
  }

  private enum Plan {
    case serve(StoredResponse, StoredResponse.Selection, Freshness, validates: Bool)
    case forward(Forward)
  }

  let shared: CacheWork
  let request: ExchangeRequest
  let caching: CachingRequest
  let key: CacheKey
  let policy: ResponseCache.Policy
  /// The exchange that delivers the response, or `nil` to validate in the background.
  let sink: TaskExchange?

  /// The number of damaged entries after which none is looked up any more.
  private static let maximumDamageCount = 3

  var cache: ResponseCache { shared.cache }
  var store: any CacheStore { shared.cache.store }

  init(_ request: ExchangeRequest, _ shared: CacheWork, sink: TaskExchange?) {
    self.shared = shared
    self.request = request
    self.sink = sink
    caching = CachingRequest(method: request.method, fields: request.sentFields)
    key = shared.cache.key(of: request.url)
    policy = shared.policy(of: request)
  }

  /// Carries the exchange out.
  func run() async throws {
    if !cache.keepsRefusedResponses {
      sink?.response.whenRefused { [shared, key] in
        shared.invalidate(key)
        await shared.waitForInvalidations(of: key)
      }
    }
    if caching.isOpaque { return try await lead { try await forward(Forward(reason: .request), as: $0) } }
    var hasLookedAgain = false
    var damaged: [UInt64] = []
    let isPlain =
      policy != .reload && caching.method == .get && caching.range == nil && !caching.isConditional
    var mayWait = isPlain
    while true {
      let landed = shared.flights.landedCount
      switch await plan(without: damaged) {
      case .serve(let stored, let selection, let freshness, let validates):
        let isServed = try await serve(stored, selection, freshness) {
          if validates { validateInBackground(stored, landed: landed) }
        }
        if isServed { return }
        damaged.append(stored.entry.id)
        mayWait = isPlain
      case .forward where mustNotSend && policy != .reload: return try refuse()
      case .forward(var forward):
        let (flight, isLeader) = shared.flights.join(key, mayWait: mayWait)
        if isLeader {
          // Another request may have stored its response since the look-up.
          if mayWait, !hasLookedAgain, shared.flights.landedCount != landed {
            hasLookedAgain = true
            shared.flights.end(flight, .cancelled)
            continue
          }
          return try await lead(flight) { try await self.forward(forward, as: $0) }
        }
        switch try await outcome(of: flight) {
        case .cancelled: continue
        case .stored: mayWait = false
        case .notStored:
          forward.hasWaited = true
          return try await lead { try await self.forward(forward, as: $0) }
        }
      }
    }
  }

  /// Waits for the outcome of another request, for as long as this one's limits for the response and without progress
  /// allow. The time limit is that of the exchange.
  ///
  /// - Throws: A ``SessionError`` with the code `timed-out` if the server has sent nothing for too long.
  private func outcome(of flight: Flight) async throws -> Flight.Outcome {
    guard let sink else { return try await flight.outcome() }
    return try await withThrowingTaskGroup(of: Flight.Outcome.self) { group in
      group.addTask { try await flight.outcome() }
      group.addTask { try await sink.waitWhileProgressing { flight.progressCount } }
      defer { group.cancelAll() }
      return try await group.next() ?? .cancelled
    }
  }

  /// Sends the request of a flight, and ends the flight.
  ///
  /// - Parameters:
  ///   - flight: The flight, or `nil` for one that no other request waits for. Defaults to `nil`.
  ///   - send: Sends the request, and returns whether its response has been stored.
  func lead(_ flight: Flight? = nil, _ send: (Flight) async throws -> Bool) async throws {
    let flight = flight ?? shared.flights.join(key, mayWait: false).flight
    do {
      let isStored = try await send(flight)
      await end(flight, isStored ? .stored : .notStored)
    } catch {
      await end(flight, error is CancellationError || Task.isCancelled ? .cancelled : .notStored)
      throw error
    }
  }

  private func end(_ flight: Flight, _ outcome: Flight.Outcome) async {
    // The invalidation may have removed entries before the response was stored.
    if flight.isInvalidated { await shared.removeAll(key) }
    shared.flights.end(flight, outcome)
  }

  // MARK: Looking up

  /// Whether no request may be sent.
  var mustNotSend: Bool { policy == .onlyIfCached || caching.control.isOnlyIfCached }

  /// Returns the stored response that the request selects, and whether there are others for its URL.
  ///
  /// - Parameter damaged: The entries that are no matches, by their ids.
  func lookUp(without damaged: [UInt64] = []) async -> (match: StoredResponse?, hasOthers: Bool) {
    var entries = await shared.entries(for: key)
    // The store may have failed to remove them.
    if !damaged.isEmpty { entries.removeAll { damaged.contains($0.id) } }
    var match: StoredResponse?
    for entry in entries {
      guard let stored = StoredResponse(entry), !dependsOnUnknownFields(stored.head),
        entry.variant == stored.head.selectingFields.digest(of: caching.fields)
      else { continue }
      if stored.head.responseTime >= match?.head.responseTime ?? .min { match = stored }
    }
    return (match, !entries.isEmpty)
  }

  /// Whether a response depends on fields that the other transport adds, and that are unknown here: its own cookies.
  func dependsOnUnknownFields(_ head: StoredHead) -> Bool {
    head.selectingFields.contains(.cookie) && request.settings.values.cookies != nil
  }

  func freshness(of stored: StoredResponse) -> Freshness {
    stored.head.freshness(at: cache.clock(), heuristics: cache.estimatesLifetimes)
  }

  private func plan(without damaged: [UInt64]) async -> Plan {
    if policy == .reload { return .forward(Forward(reason: .request)) }
    let (match, hasOthers) =
      damaged.count < Self.maximumDamageCount ? await lookUp(without: damaged) : (nil, false)
    guard let match else {
      return .forward(Forward(reason: hasOthers ? .varyMiss : .uriMiss))
    }
    guard let selection = match.selection(for: caching) else {
      return .forward(Forward(reason: .partial, stored: match))
    }
    let freshness = freshness(of: match)
    let acceptsStale = policy == .returnCacheElseLoad || policy == .onlyIfCached
    switch Reuse(of: match.head, freshness, by: caching, acceptsStale: acceptsStale) {
    case .use: return .serve(match, selection, freshness, validates: false)
    case .useAndValidate: return .serve(match, selection, freshness, validates: !mustNotSend)
    case .validate: return .forward(Forward(reason: .stale, stored: match))
    }
  }

  // MARK: Responding

  private func refuse() throws {
    var head = HTTPResponse(status: .gatewayTimeout)
    head.headerFields[.contentLength] = "0"
    CacheStatus.refused.append(to: &head.headerFields)
    try sink?.didReceive(head)
    sink?.measure(nested: nil)
  }

  /// Validates a stored response, unless another request does, or may have done so since the look-up.
  ///
  /// - Parameter landed: The number of flights that had stored a response before the look-up.
  private func validateInBackground(_ stored: StoredResponse, landed: Int) {
    let (flight, isLeader) = shared.flights.join(key, mayWait: true)
    guard isLeader else { return }
    if shared.flights.landedCount != landed { return shared.flights.end(flight, .cancelled) }
    shared.validations.begin()
    Task { [background = CachedExchange(request, shared, sink: nil)] in
      try? await background.lead(flight) {
        try await background.forward(Forward(reason: .stale, stored: stored), as: $0)
      }
      shared.validations.end()
    }
  }
}
