import Glibc
import SluiceBody
import SluiceTestSupport

/// Kills a process once a server has received a number of bytes, and holds the server back until the process has ended.
final class KillPlan: Sendable {
  private struct State {
    var process: pid_t?
    /// The number of bytes after which the process is killed.
    var left = Int.max
    /// The end of the process that was killed.
    var end: Event?
    var kills = 0
  }

  private let state = Lock(State())

  /// The number of processes that were killed.
  var kills: Int { state.withLock { $0.kills } }

  /// Called by the server for each block that arrives.
  func didReceive(_ count: Int) {
    let end = state.withLock { state in
      state.left -= count
      if state.left <= 0, let process = state.process.take() {
        kill(process, SIGKILL)
        state.kills += 1
        state.end = Event()
      }
      return state.end
    }
    try? end?.waitOnThread()
  }

  /// Runs the tool, and kills it once the server has received a number of bytes.
  func run(_ arguments: [String], killingAfter count: Int) throws -> Outcome {
    // The server waits until the process is known.
    let run = try state.withLock { state in
      let run = try Run(toolPath, arguments)
      (state.process, state.left) = (run.id, count)
      return run
    }
    let outcome = run.finish()
    state.withLock { state in
      state.process = nil
      return state.end.take()
    }?.happen()
    return outcome
  }
}
