internal import CDispatch
internal import Glibc
internal import SluiceBody

/// A thread whose stack has 512 KiB, as worker threads have on some systems.
package enum SmallStack {
  private final class Job<Result: Sendable>: Sendable {
    let body: @Sendable () -> Result
    let result = Lock<Result?>(nil)

    init(_ body: @escaping @Sendable () -> Result) { self.body = body }
    func run() {
      let value = body()
      result.withLock { $0 = value }
    }
  }

  private struct Start: Sendable {
    let run: @Sendable () -> Void
  }

  /// Runs `body` on such a thread, and returns its result, or `nil` if no thread could be created.
  package static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
    let job = Job(body)
    var start = Start { job.run() }
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 512 * 1024)
    // SAFETY: `start` outlives the thread, which is joined before the pointer becomes invalid.
    unsafe withUnsafeMutablePointer(to: &start) { start in
      var thread = pthread_t()
      let failure = unsafe pthread_create(
        &thread, &attributes,
        { argument in
          guard let argument = unsafe argument else { return nil }
          unsafe argument.assumingMemoryBound(to: Start.self).pointee.run()
          return nil
        }, start)
      if failure == 0 { pthread_join(thread, nil) }
    }
    return job.result.withLock { $0 }
  }
}
