import Dispatch
import Glibc

/// How long a test waits for what ought to come at once: long, since the machine may be busy elsewhere. What does not come
/// fails the test.
package let patience = Duration.seconds(120)

/// Whether the condition comes to hold while there is patience. Asked again and again: for what the system tells nobody of,
/// such as a closed descriptor. Where others kept this task from running, it is asked two thousand times nevertheless;
/// where the task is cancelled, for the last time.
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

/// The same on a thread that nobody else waits for.
package func eventuallyOnThread(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + patience
  while try !condition() {
    if ContinuousClock.now > deadline { return false }
    sched_yield()
  }
  return true
}

extension DispatchSemaphore {
  /// Whether it was signalled while there was patience.
  package func waitPatiently() -> Bool {
    wait(timeout: .now() + .seconds(Int(patience.components.seconds))) == .success
  }
}
