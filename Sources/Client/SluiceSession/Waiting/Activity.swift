internal import SluiceBody
internal import Synchronization

/// The number of calls and exchanges of a session that run, or of other work.
package final class Activity: Sendable {
  private let count = Atomic(0)
  private let isAwaited = Atomic(false)
  /// Fires when nothing runs, or `nil` if no task waits for that.
  private let idle = Lock<Signal?>(nil)

  package init() {}

  /// Notes that a call or an exchange begins.
  package func begin() { count.add(1, ordering: .sequentiallyConsistent) }

  /// Notes that a call or an exchange has ended.
  package func end() {
    let isIdle = count.subtract(1, ordering: .sequentiallyConsistent).newValue == 0
    if isIdle, isAwaited.load(ordering: .sequentiallyConsistent) { fire() }
  }

  /// Waits until nothing runs, or the task is cancelled.
  package func waitForEnd() async {
    let signal = idle.withLock { idle in
      let signal = idle ?? Signal()
      idle = signal
      return signal
    }
    // Either this task sees the last end, or that one sees the waiting task.
    isAwaited.store(true, ordering: .sequentiallyConsistent)
    if count.load(ordering: .sequentiallyConsistent) == 0 { fire() }
    await signal.wait()
  }

  private func fire() {
    let signal = idle.withLock { idle in
      defer { idle = nil }
      return idle
    }
    signal?.fire()
  }
}
