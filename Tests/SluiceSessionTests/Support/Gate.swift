import Dispatch
import SluiceLoopback
import SluiceTestSupport

/// Closed until a test opens it. A server's script, or a callback, waits at it on its own thread.
final class Gate: Sendable {
  struct StayedClosed: Error {}

  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  /// Each opening lets one pass.
  func pass() throws {
    guard semaphore.waitPatiently() else { throw StayedClosed() }
  }
}
