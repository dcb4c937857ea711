internal import Glibc

/// A POSIX thread for calls that may block, outside the shared concurrency pool. It takes no signals, which are for the
/// program's own threads.
///
/// SAFETY: the pointers that this file passes to the system, except to the thread's work, are to locals that live until
/// the call returns.
package struct SystemThread: Sendable {
  private let handle: pthread_t

  /// Starts a thread that runs `body`.
  ///
  /// - Parameters:
  ///   - stackByteCount: The size of the stack. Defaults to 512 KiB, so that thousands of threads are cheap.
  ///   - body: The work of the thread.
  /// - Throws: The `errno`-style result of `pthread_create`.
  package init(stackByteCount: Int = 512 << 10, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackByteCount)

    // SAFETY: the work is retained for the thread, which takes over the reference. If no thread was made, it is
    // released below.
    let work = unsafe Unmanaged.passRetained(Work(body))
    var handle = pthread_t()
    let failure = unsafe pthread_create(
      &handle, &attributes,
      { context in
        guard let context = unsafe context else { return nil }
        let work = unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        blockSignals()
        work.body()
        return nil
      }, work.toOpaque())
    guard failure == 0 else {
      unsafe work.release()
      throw SystemError(number: failure)
    }
    self.handle = handle
  }

  /// Makes the thread free its stack when it ends. Call either this method or ``join()``, once.
  package func detach() { pthread_detach(handle) }

  /// Blocks until the thread has ended, and frees its stack. Never call it from async code.
  package func join() { pthread_join(handle, nil) }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// Blocks all signals for the calling thread, including `SIGPIPE`: the TLS library writes to sockets without
/// `MSG_NOSIGNAL`.
private func blockSignals() {
  // SAFETY: The pointers are to a local variable, for the duration of the calls.
  var all = sigset_t()
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
}

/// A task executor for calls that may block, so that they never hold a thread of the shared concurrency pool.
///
/// ```swift
/// try await withTaskExecutorPreference(BlockingExecutor.shared) { try file.read() }
/// ```
///
/// Up to 256 jobs can block without delaying others by more than milliseconds. Beyond, jobs wait in their order, so no
/// job may block until another one has run: 256 such jobs would wait forever.
package final class BlockingExecutor: TaskExecutor {
  /// The executor of the process.
  package static let shared = BlockingExecutor()

  /// The stacks have the usual size, because closures of the program run on them, too.
  private let threads = ThreadPool(maximumThreadCount: 256, stackByteCount: 8 << 20)

  /// Runs a job on a thread that may block.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // SAFETY: the job runs once, and the closure keeps `self` alive while it runs.
    let work: ThreadPool.Job = { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    while true {
      // Without a thread, waiting until the system has one is all that is left: a job has no error.
      do throws(SystemError) { return try threads.run(work) } catch { usleep(10_000) }
    }
  }
}
