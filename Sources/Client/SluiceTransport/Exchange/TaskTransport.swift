internal import SluiceBody

/// A transport that carries out each exchange in a task, with the client of another package or with a stub.
package final class TaskTransport: Transport, ExchangeControl {
  private struct State {
    var exchanges: [Int: TaskExchange] = [:]
    var lastID = 0
    var isStopped = false
  }

  private let name: String
  private let startsAtOnce: Bool
  private let carryOut: TaskExchange.Work
  private let state = Lock(State())

  /// - Parameters:
  ///   - name: The name of the transport, for errors, such as `a stub transport`.
  ///   - startsAtOnce: Whether the work begins on the caller's thread, and leaves it when it first waits. Only for work
  ///     that does not block. Defaults to `false`.
  ///   - carryOut: Carries out an exchange: passes the request's body, and reports the response and its body. It
  ///     returns when both are complete. A ``SessionError`` that it throws ends the exchange; any other error does so
  ///     with the code `failed`. Its task is cancelled when the exchange ends otherwise.
  package init(_ name: String, startsAtOnce: Bool = false, carryOut: @escaping TaskExchange.Work) {
    self.name = name
    self.startsAtOnce = startsAtOnce
    self.carryOut = carryOut
  }

  package func check(_ url: RequestURL) {}

  package func start(
    _ request: ExchangeRequest, response: ResponseChannel
  ) throws(SessionError) -> StartedExchange {
    guard !request.needsDigest else {
      throw SessionError(.failed, message: "\(name) does not support HTTP Digest")
    }
    let (id, exchange) = try state.withLock { state throws(SessionError) in
      if state.isStopped { throw SessionError.invalidated }
      state.lastID += 1
      let id = state.lastID
      let exchange = TaskExchange(request, response: response) { [weak self] in
        self?.state.withLock { _ = $0.exchanges.removeValue(forKey: id) }
      }
      state.exchanges[id] = exchange
      return (id, exchange)
    }
    exchange.begin(carryOut, startsAtOnce: startsAtOnce)
    return StartedExchange(id, of: self)
  }

  package func cancel(_ id: Int) { exchange(id)?.end(throwing: CancellationError()) }

  package func setSuspended(_ id: Int, _ isSuspended: Bool) { exchange(id)?.setSuspended(isSuspended) }

  /// Has an effect only on an exchange that another transport carries out.
  package func setPriority(_ id: Int, _ priority: TransportSettings.Priority) {
    exchange(id)?.setPriority(priority)
  }

  private func exchange(_ id: Int) -> TaskExchange? { state.withLock { $0.exchanges[id] } }

  package func requestStop() {
    let exchanges = state.withLock { state in
      state.isStopped = true
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.end(throwing: SessionError.invalidated) }
  }

  package func stop() { requestStop() }
}
