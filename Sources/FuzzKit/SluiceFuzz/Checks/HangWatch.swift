import Glibc
internal import SluiceBody
import Synchronization

/// Ends the process if an input takes too long, because a thread cannot be stopped.
///
/// Another thread waits for 100 short steps per input. The time for which a debugger stops the process does not count.
package final class HangWatch: Sendable {
  /// Returns the description of a failure, from its message.
  package typealias Report = @Sendable (_ message: String) -> String

  private struct State {
    /// The number of inputs that were started.
    var count = 0
    /// Describes a failure with the running input, or `nil` between inputs.
    var report: Report?
    var isOver = false
  }

  private let state = Mutex(State())

  private static let stepCount = 100
  private let limit: Duration

  /// - Parameter limit: The time for an input. Defaults to two minutes, more than a slow parser needs in a debug build.
  package init(limit: Duration = .seconds(120)) {
    self.limit = limit
    // The watch is only a help, so that a thread that cannot be started is not an error.
    try? SystemThread { [self] in watch() }.detach()
  }

  /// Ends the thread.
  package func stop() { state.withLock { $0.isOver = true } }

  /// Runs `body`, and ends the process with `report` if that takes too long.
  package func run(_ report: @escaping Report, _ body: () throws -> Void) rethrows {
    state.withLock {
      $0.count += 1
      $0.report = report
    }
    defer { state.withLock { $0.report = nil } }
    try body()
  }

  private func watch() {
    let step = useconds_t(limit / Self.stepCount / .microseconds(1))
    var (count, waited) = (0, 0)
    while true {
      usleep(step)
      let (isOver, current, report) = state.withLock { ($0.isOver, $0.count, $0.report) }
      if isOver { return }
      waited = current == count && report != nil ? waited + 1 : 0
      count = current
      if waited >= Self.stepCount, let report { fatalError(report("no result after \(limit)")) }
    }
  }
}
