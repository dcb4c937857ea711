internal import Synchronization

/// The loops of a session. Each has connections of its own.
final class LoopGroup: Sendable {
  private let loops: [CurlLoop]
  /// Whether a host's exchanges all run on one loop, which alone knows how many connections the host has.
  private let keepsHostsTogether: Bool
  private let lastID = Atomic(0)

  init(_ configuration: Session.Configuration) {
    let limits = ConnectionLimits(
      total: configuration.maximumConnections, perHost: configuration.maximumConnectionsPerHost)
    keepsHostsTogether = limits.perHost != nil
    loops = limits.divided(by: configuration.loops).map { CurlLoop(limits: $0) }
  }

  /// Starts an exchange. Its end comes through `response`, whatever happens.
  func start(_ request: ExchangeRequest, response: ResponseChannel) throws(SessionError) -> Int {
    let index = indexOfLoop(for: request.url.origin)
    // An exchange's number says which loop has it.
    let id = lastID.add(1, ordering: .relaxed).newValue * loops.count + index
    try loops[index].start(id, request, response: response)
    return id
  }

  func cancel(_ id: Int) { loop(of: id).submit(.cancel(id)) }

  func setSuspended(_ id: Int, _ isSuspended: Bool) { loop(of: id).submit(.setSuspended(id, isSuspended)) }

  private func loop(of id: Int) -> CurlLoop { loops[id % loops.count] }

  /// The loop with the fewest exchanges, the first of them: a caller who sends one request after the other uses one
  /// connection for all.
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

  /// Ends all exchanges and the threads soon.
  func requestStop() {
    for loop in loops { loop.requestStop() }
  }

  /// Ends all exchanges and the threads, and waits for that. Not from async code.
  func stop() {
    requestStop()
    for loop in loops { loop.stop() }
  }
}
