internal import SluiceBody

/// Holds up a transfer, and lets it go on: its handle's end of the line to the exchange that runs.
final class TransferControl: Sendable {
  private struct State {
    var isSuspended = false
    var exchange: (loop: LoopGroup, id: Int)?
    /// Fires when the transfer goes on, for an exchange that waits to begin.
    var goesOn: Signal?
  }

  private let state = Lock(State())

  /// - Returns: whether this changed anything.
  func suspend() -> Bool { set(true) }

  /// - Returns: whether this changed anything.
  func resume() -> Bool { set(false) }

  private func set(_ isSuspended: Bool) -> Bool {
    state.withLock { state in
      guard state.isSuspended != isSuspended else { return false }
      state.isSuspended = isSuspended
      if let (loop, id) = state.exchange { loop.setSuspended(id, isSuspended) }
      if !isSuspended { state.goesOn.take()?.fire() }
      return true
    }
  }

  /// Returns when the transfer is not suspended, or the task is cancelled.
  func waitWhileSuspended() async {
    let signal = state.withLock { state -> Signal? in
      guard state.isSuspended else { return nil }
      state.goesOn = Signal()
      return state.goesOn
    }
    await signal?.wait()
  }

  /// An exchange has begun, and the one before has ended.
  func attach(_ loop: LoopGroup, _ id: Int) {
    state.withLock { state in
      state.exchange = (loop, id)
      if state.isSuspended { loop.setSuspended(id, true) }
    }
  }
}
