import Dispatch
import Glibc

/// The time that a test waits for something that should happen at once, before it fails. It is long, since the machine
/// may be busy.
package let patience = Duration.seconds(120)

/// Waits until a condition holds, and returns whether it did within ``patience``.
///
/// The condition is polled every millisecond, for events that the system does not report, such as a closed descriptor.
/// It is checked at least two thousand times, even if other work delays the task. If the task is cancelled, it is
/// checked one last time.
package func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
  let deadline = ContinuousClock.now + patience
  var turns = 0
  while try !condition() {
    turns += 1
    if turns >= 2000, ContinuousClock.now > deadline { return false }
    do { try await Task.sleep(for: .milliseconds(1)) } catch { return try condition() }
  }
  return true
}

/// Waits like ``eventually(_:)``, but blocks the current thread, on which no other task may wait.
package func eventuallyOnThread(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + patience
  while try !condition() {
    if ContinuousClock.now > deadline { return false }
    sched_yield()
  }
  return true
}

extension DispatchSemaphore {
  /// Waits for a signal, and returns whether it came within ``patience``.
  package func waitPatiently() -> Bool {
    wait(timeout: .now() + .seconds(Int(patience.components.seconds))) == .success
  }
}
