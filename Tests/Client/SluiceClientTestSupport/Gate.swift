import Dispatch
import SluiceLoopback
import SluiceTestSupport

/// A gate that is closed until a test opens it. Scripts of servers and callbacks wait at it on their own threads.
package final class Gate: Sendable {
  package struct StayedClosed: Error {}

  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func open() { semaphore.signal() }

  /// Waits until the gate is open. Each opening lets one caller pass.
  package func pass() throws {
    guard semaphore.waitPatiently() else { throw StayedClosed() }
  }
}
