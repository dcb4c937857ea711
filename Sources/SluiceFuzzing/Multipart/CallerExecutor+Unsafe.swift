import Dispatch
import SluiceBody

/// Runs async work to its end on the thread that asks for it, which no pool of threads is as quick at.
final class CallerExecutor: TaskExecutor {
  private let jobs = Lock<[UnownedJob]>([])
  private let arrival = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrival.signal()
  }

  /// - Throws: what `body` throws.
  static func run<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) throws -> T {
    let executor = CallerExecutor()
    let outcome = Lock<Result<T, any Error>?>(nil)
    Task(executorPreference: executor) {
      let result: Result<T, any Error>
      do {
        result = .success(try await body())
      } catch {
        result = .failure(error)
      }
      outcome.withLock { $0 = result }
    }
    while true {
      if let result = outcome.withLock({ $0 }) { return try result.get() }
      executor.arrival.wait()
      for job in executor.jobs.withLock({ jobs in
        defer { jobs = [] }
        return jobs
      }) {
        unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
      }
    }
  }
}
