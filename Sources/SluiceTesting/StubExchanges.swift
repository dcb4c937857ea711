internal import SluiceBody
internal import SluiceSession
internal import SluiceTransport

/// The exchanges of one session over a stub.
final class StubExchanges: Transport {
  private struct State {
    var exchanges: [Int: StubExchange] = [:]
    var lastID = 0
    var isStopped = false
  }

  private let stub: StubTransport
  private let state = Lock(State())

  init(of stub: StubTransport) { self.stub = stub }

  func check(_ url: RequestURL) {}

  func start(_ request: ExchangeRequest, response: ResponseChannel) throws(SessionError) -> Int {
    guard !request.needsDigest else {
      throw SessionError(.failed, message: "a stub transport does not support HTTP Digest")
    }
    let (id, exchange) = try state.withLock { state throws(SessionError) in
      if state.isStopped { throw SessionError.invalidated }
      state.lastID += 1
      let id = state.lastID
      let exchange = StubExchange(request, response: response, stub: stub) { [weak self] in
        self?.state.withLock { _ = $0.exchanges.removeValue(forKey: id) }
      }
      state.exchanges[id] = exchange
      return (id, exchange)
    }
    exchange.begin()
    return id
  }

  func cancel(_ id: Int) { exchange(id)?.end(throwing: CancellationError()) }

  func setSuspended(_ id: Int, _ isSuspended: Bool) { exchange(id)?.setSuspended(isSuspended) }

  /// Has no effect, because no exchange waits for a connection.
  func setPriority(_ id: Int, _ priority: Session.Priority) {}

  private func exchange(_ id: Int) -> StubExchange? { state.withLock { $0.exchanges[id] } }

  func requestStop() {
    let exchanges = state.withLock { state in
      state.isStopped = true
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.end(throwing: SessionError.invalidated) }
  }

  func stop() { requestStop() }
}
