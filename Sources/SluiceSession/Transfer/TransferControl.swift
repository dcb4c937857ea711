internal import SluiceBody

/// The connection between a transfer's handle and its current exchange: suspends and resumes it.
final class TransferControl: Sendable {
  private struct State {
    var isSuspended = false
    var exchange: (transport: any Transport, id: Int)?
    /// Fires when the transfer is resumed, for an exchange that has not begun.
    var goesOn: Signal?
  }

  private let state = Lock(State())

  /// Suspends the transfer.
  ///
  /// - Returns: Whether it was not suspended before.
  func suspend() -> Bool { set(true) }

  /// Resumes the transfer.
  ///
  /// - Returns: Whether it was suspended before.
  func resume() -> Bool { set(false) }

  private func set(_ isSuspended: Bool) -> Bool {
    state.withLock { state in
      guard state.isSuspended != isSuspended else { return false }
      state.isSuspended = isSuspended
      if let (transport, id) = state.exchange { transport.setSuspended(id, isSuspended) }
      if !isSuspended { state.goesOn.take()?.fire() }
      return true
    }
  }

  /// Waits until the transfer is not suspended, or the task is cancelled.
  func waitWhileSuspended() async {
    let signal = state.withLock { state -> Signal? in
      guard state.isSuspended else { return nil }
      state.goesOn = Signal()
      return state.goesOn
    }
    await signal?.wait()
  }

  /// Attaches the current exchange in place of the previous one.
  func attach(_ transport: any Transport, _ id: Int) {
    state.withLock { state in
      state.exchange = (transport, id)
      if state.isSuspended { transport.setSuspended(id, true) }
    }
  }
}
