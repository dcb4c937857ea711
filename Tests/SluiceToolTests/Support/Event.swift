import Dispatch
import SluiceTestSupport

/// Something that happens once, on whatever thread.
final class Event: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func happen() { semaphore.signal() }

  /// Waits for it while there is patience. True if it has happened.
  func wait() -> Bool {
    guard semaphore.waitPatiently() else { return false }
    semaphore.signal()
    return true
  }
}
