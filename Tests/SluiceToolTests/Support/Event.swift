import Dispatch

/// Something that happens once, on whatever thread.
final class Event: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func happen() { semaphore.signal() }

  /// Waits for it, for 30 seconds at most. True if it has happened.
  func wait() -> Bool {
    guard semaphore.wait(timeout: .now() + 30) == .success else { return false }
    semaphore.signal()
    return true
  }
}
