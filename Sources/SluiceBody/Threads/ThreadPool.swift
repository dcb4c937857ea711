internal import Dispatch

/// A limited number of threads for code that may block for any time, such as a source of the program's own.
///
/// A thread is started for a job that no idle thread can run, and ends after 10 idle seconds. If all threads are busy,
/// jobs wait in their order.
package final class ThreadPool: Sendable {
  package typealias Job = @Sendable () -> Void

  private struct State {
    /// The jobs that no thread has begun, in order.
    var jobs = Fifo<Job>()
    var threadCount = 0
    /// The number of threads that wait for a job.
    var idleCount = 0
  }

  /// The pool that all sessions share.
  package static let shared = ThreadPool(maximumThreadCount: 64)

  private let maximumThreadCount: Int
  private let state = Lock(State())
  private let hasJob = DispatchSemaphore(value: 0)
  private static let idleSeconds = 10.0

  init(maximumThreadCount: Int) { self.maximumThreadCount = maximumThreadCount }

  /// Runs a job on a thread of the pool. The thread releases the job.
  ///
  /// - Throws: The error of the system if the pool has no thread and none can be started.
  package func run(_ job: @escaping Job) throws(SystemError) {
    let hasIdle = try state.withLock { state throws(SystemError) in
      if state.idleCount <= state.jobs.count, state.threadCount < maximumThreadCount {
        do throws(SystemError) {
          try SystemThread { [self] in
            while let job = nextJob() { job() }
          }.detach()
          state.threadCount += 1
        } catch {
          if state.threadCount == 0 { throw error }
        }
      }
      state.jobs.append(job)
      return state.idleCount > 0
    }
    if hasIdle { hasJob.signal() }
  }

  /// Waits for a job.
  ///
  /// - Returns: The job, or `nil` if the thread is to end.
  private func nextJob() -> Job? {
    let first = state.withLock { state in
      let job = state.jobs.popFirst()
      if job == nil { state.idleCount += 1 }
      return job
    }
    if let first { return first }
    while true {
      let isWoken = hasJob.wait(timeout: .now() + Self.idleSeconds) == .success
      let (job, isIdle) = state.withLock { state -> (Job?, Bool) in
        let job = state.jobs.popFirst()
        let isIdle = job == nil && isWoken
        if !isIdle { state.idleCount -= 1 }
        if job == nil, !isWoken { state.threadCount -= 1 }
        return (job, isIdle)
      }
      if !isIdle { return job }
    }
  }
}

/// A value that a thread of the pool releases, because that may run code of the program.
package final class PooledValue<Value: Sendable>: Sendable {
  private let content: Lock<Value?>

  package init(_ value: Value) { content = Lock(value) }

  deinit {
    // If the pool has no thread, the value is released here.
    try? ThreadPool.shared.run { [content] in _ = content.withLock { $0.take() } }
  }

  /// The value, which is `nil` only while it is released.
  package var value: Value? { content.withLock { $0 } }
}
