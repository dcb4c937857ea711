internal import SluiceBody
internal import Synchronization

/// The loops of a session, each with its own connections.
package final class LoopGroup: Transport, ExchangeControl {
  private let loops: [CurlLoop]
  /// Whether all exchanges with a host run on one loop, which then knows the number of its connections.
  private let keepsHostsTogether: Bool
  private let lastID = Atomic(0)
  /// The last URL that libcurl has split into the same parts.
  private let checked = Lock<RequestURL?>(nil)

  /// Creates a number of loops, or fewer if not all of them would get a connection.
  package init(_ settings: TransportSettings) {
    let settings = settings.values
    let limits = settings.connectionLimits
    // Cookies cannot be shared among threads (``CookieStore``).
    let count = settings.cookies == nil ? settings.loops : 1
    let budgets = RateBudgets(
      sending: settings.maximumTotalSendRate.map { RateBudget(rate: $0) },
      receiving: settings.maximumTotalReceiveRate.map { RateBudget(rate: $0) })
    keepsHostsTogether = limits.perHost != nil
    loops = limits.divided(by: count).map {
      CurlLoop(limits: $0, need: settings.httpVersion?.need, budgets: budgets)
    }
  }

  /// Checks that libcurl splits a URL into the same parts.
  ///
  /// The authority decides: the path and the query after it begin with a slash, and consist of characters that neither
  /// parser takes for anything else. So a URL with the last authority is not checked again.
  package func check(_ url: RequestURL) throws(SessionError) {
    if checked.withLock({ $0?.isAuthority(of: url) == true }) { return }
    try CurlURL.check(url)
    checked.withLock { $0 = url }
  }

  /// Starts an exchange.
  ///
  /// - Parameter response: Receives the response, or the error that ends the exchange.
  /// - Throws: A ``SessionError`` with the code `invalidated`, `out-of-resources` or `unsupported-library`.
  package func start(
    _ request: ExchangeRequest, response: ResponseChannel
  ) throws(SessionError) -> StartedExchange {
    let index = indexOfLoop(for: request.url.origin)
    // The remainder of an exchange's number identifies its loop.
    let id = lastID.add(1, ordering: .relaxed).newValue * loops.count + index
    try loops[index].start(id, request, response: response)
    return StartedExchange(id, of: self)
  }

  package func cancel(_ id: Int) { loop(of: id).submit(.cancel(id)) }

  package func setSuspended(_ id: Int, _ isSuspended: Bool) {
    loop(of: id).submit(.setSuspended(id, isSuspended))
  }

  package func setPriority(_ id: Int, _ priority: TransportSettings.Priority) {
    loop(of: id).submit(.setPriority(id, priority))
  }

  private func loop(of id: Int) -> CurlLoop { loops[id % loops.count] }

  /// Returns the first of the loops with the fewest exchanges, so that a caller that sends one request after the other
  /// uses a single connection.
  private func indexOfLoop(for origin: RequestURL.Origin) -> Int {
    guard loops.count > 1 else { return 0 }
    if keepsHostsTogether {
      var hasher = Hasher()
      hasher.combine(origin.host)
      hasher.combine(origin.port)
      return Int(UInt(bitPattern: hasher.finalize()) % UInt(loops.count))
    }
    var (best, fewest) = (0, Int.max)
    for (index, loop) in loops.enumerated() {
      let count = loop.exchangeCount
      if count < fewest { (best, fewest) = (index, count) }
    }
    return best
  }

  /// Ends all exchanges and the threads, without waiting for them.
  package func requestStop() {
    for loop in loops { loop.requestStop() }
  }

  /// Ends all exchanges and the threads, and waits until they have ended. Blocks the calling thread; not for async
  /// code.
  package func stop() {
    requestStop()
    for loop in loops { loop.stop() }
  }
}

extension RequestURL {
  /// Whether another URL has the same scheme and authority, byte for byte.
  fileprivate func isAuthority(of other: RequestURL) -> Bool {
    origin.scheme == other.origin.scheme && authority == other.authority
  }
}
