internal import Dispatch
internal import Glibc

/// Threads for code that may block for any time, such as a source of the program's own.
///
/// As many jobs run at a time as the machine has processors, since more would only take turns. Blocked jobs do not
/// count. Waiting jobs begin in their order.
///
/// ```
///  a job arrives    fewer run than there are processors    the thread that became idle last runs it, or a new one
///                   otherwise                              it waits
///  a job ends       another one waits                      the thread runs that one
///                   otherwise                              the thread is idle, and ends after 10 seconds
///  2 ms pass        a job waits, and none has ended        the running jobs are considered blocked
/// ```
///
/// Each time, the limit doubles, so that hundreds of blocked jobs delay the next one by milliseconds. When jobs end
/// again, it halves every 2 ms, down to the number of processors.
final class ThreadPool: Sendable {
  typealias Job = @Sendable () -> Void

  private struct State {
    /// The jobs that no thread has begun, in order.
    var jobs = Fifo<Job>()
    /// The number of jobs that have ended.
    var endedCount = 0
    /// Grows when the running jobs are considered blocked. A job counts as running only in the round in which it began.
    var round = 0
    /// The number of running jobs, without those that are considered blocked.
    var runningCount = 0
    /// The maximum of ``runningCount``, which is the number of processors unless jobs block.
    var limit = ThreadPool.processorCount
    /// The semaphores of idle threads, in the order in which they became idle. Each is signaled once when it is
    /// removed.
    var idle: [DispatchSemaphore] = []
    /// The number of threads that were started or woken, and have not looked for a job yet.
    var wokenCount = 0
    var threadCount = 0
    /// Whether a thread looks every 2 ms whether jobs end.
    var isWatched = false

    /// Whether a thread should look for a job.
    var needsThread: Bool { runningCount + wokenCount < limit }
  }

  /// The pool that all sessions share.
  static let shared = ThreadPool(maximumThreadCount: 64)

  private let maximumThreadCount: Int
  private let stackByteCount: Int
  private let state = Lock(State())
  private static let idleSeconds = 10.0
  private static let processorCount = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

  /// - Parameters:
  ///   - maximumThreadCount: The maximum number of threads. If all block, jobs wait.
  ///   - stackByteCount: The size of each thread's stack. Defaults to 512 KiB.
  init(maximumThreadCount: Int, stackByteCount: Int = 512 << 10) {
    self.maximumThreadCount = maximumThreadCount
    self.stackByteCount = stackByteCount
  }

  /// Runs a job on a thread of the pool. The thread releases the job.
  ///
  /// - Throws: The error of the system if the pool has no thread and none can be started.
  func run(_ job: @escaping Job) throws(SystemError) {
    let idle = try state.withLock { state throws(SystemError) -> DispatchSemaphore? in
      let idle = state.needsThread ? try thread(&state) : nil
      state.jobs.append(job)
      watchIfNeeded(&state)
      return idle
    }
    idle?.signal()
  }

  /// The number of threads that wait for a job.
  var idleThreadCount: Int { state.withLock { $0.idle.count } }

  /// Starts a thread, or returns an idle one that is to be woken.
  private func thread(_ state: inout State) throws(SystemError) -> DispatchSemaphore? {
    let idle = state.idle.popLast()
    if idle == nil {
      guard state.threadCount < maximumThreadCount else { return nil }
      do throws(SystemError) {
        try SystemThread(stackByteCount: stackByteCount) { [self] in work() }.detach()
      } catch {
        if state.threadCount == 0 { throw error }
        return nil
      }
      state.threadCount += 1
    }
    state.wokenCount += 1
    return idle
  }

  // MARK: The threads

  private func work() {
    let wakeUp = DispatchSemaphore(value: 0)
    var round: Int?
    while let job = nextJob(after: &round, wakeUp) { job() }
  }

  /// Waits for a job.
  ///
  /// - Parameters:
  ///   - round: The round in which the thread's last job began, or `nil` for a new thread. It becomes that of the
  ///     returned job.
  ///   - wakeUp: The thread's semaphore.
  /// - Returns: The job, or `nil` if the thread is to end.
  private func nextJob(after round: inout Int?, _ wakeUp: DispatchSemaphore) -> Job? {
    while true {
      let job = state.withLock { [round] state -> (Job, Int)? in
        if round == nil { state.wokenCount -= 1 } else { state.endedCount += 1 }
        if round == state.round { state.runningCount -= 1 }
        guard state.runningCount < state.limit, let job = state.jobs.popFirst() else {
          state.idle.append(wakeUp)
          watchIfNeeded(&state)
          return nil
        }
        state.runningCount += 1
        return (job, state.round)
      }
      if let job {
        round = job.1
        return job.0
      }
      round = nil
      if wakeUp.wait(timeout: .now() + Self.idleSeconds) == .success { continue }
      let isIdle = state.withLock { state in
        guard let index = state.idle.firstIndex(where: { $0 === wakeUp }) else { return false }
        state.idle.remove(at: index)
        state.threadCount -= 1
        return true
      }
      if isIdle { return nil }
      wakeUp.wait()
    }
  }

  // MARK: Jobs that block

  /// Starts a thread that looks for jobs that block, unless each waiting job has a thread that is about to look for it.
  private func watchIfNeeded(_ state: inout State) {
    guard state.jobs.count > state.wokenCount, !state.isWatched else { return }
    // If the system has no thread, the next job tries again.
    let watcher = try? SystemThread { [self] in
      var endedCount: Int?
      while let newCount = checkProgress(since: endedCount) {
        endedCount = newCount
        usleep(2000)
      }
    }
    watcher?.detach()
    state.isWatched = watcher != nil
  }

  /// Begins a round if jobs wait and none has ended.
  ///
  /// - Parameter endedCount: The number of jobs that had ended at the last check.
  /// - Returns: The number that have ended, or `nil` if no job waits.
  private func checkProgress(since endedCount: Int?) -> Int? {
    let (newCount, woken) = state.withLock { state -> (Int?, [DispatchSemaphore]) in
      guard state.jobs.count > 0 else {
        (state.isWatched, state.limit) = (false, Self.processorCount)
        return (nil, [])
      }
      guard state.endedCount == endedCount else {
        state.limit = max(state.limit / 2, Self.processorCount)
        return (state.endedCount, [])
      }
      state.round += 1
      state.runningCount = 0
      state.limit = min(state.limit * 2, maximumThreadCount)
      var woken: [DispatchSemaphore] = []
      for _ in 0..<min(state.jobs.count, state.limit) where state.needsThread {
        if let idle = try? thread(&state) { woken.append(idle) }
      }
      return (state.endedCount, woken)
    }
    for idle in woken { idle.signal() }
    return newCount
  }
}

/// A value that a thread of the pool releases, because that may run code of the program.
final class PooledValue<Value: Sendable>: Sendable {
  private let content: Lock<Value?>

  init(_ value: Value) { content = Lock(value) }

  deinit {
    // If the pool has no thread, the value is released here.
    try? ThreadPool.shared.run { [content] in _ = content.withLock { $0.take() } }
  }

  /// The value, which is `nil` only while it is released.
  var value: Value? { content.withLock { $0 } }
}
