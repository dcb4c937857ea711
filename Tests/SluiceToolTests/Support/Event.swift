import Dispatch
import SluiceTestSupport

/// An event that happens once, on any thread.
final class Event: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func happen() { semaphore.signal() }

  /// Waits for the event.
  ///
  /// - Returns: `false` if the time is up before that.
  func wait() -> Bool {
    guard semaphore.waitPatiently() else { return false }
    semaphore.signal()
    return true
  }
}
