internal import Glibc

/// A thread of the system's, for what may block: never the shared pool that async code runs on. It takes no signals,
/// which are for the program's own threads.
package struct SystemThread: Sendable {
  private let handle: pthread_t

  /// - Parameter stackSize: 512 KiB by default, so that thousands are cheap.
  package init(stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)

    // Retained for the thread, which takes it over; where there is no thread, released here.
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

  /// Lets the thread free its stack when it ends. Instead of ``join()``.
  package func detach() { pthread_detach(handle) }

  /// Waits until the thread has ended, and frees its stack. Once, and never from async code.
  package func join() { pthread_join(handle, nil) }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// SIGPIPE among them: the TLS library writes to sockets without asking for none.
private func blockSignals() {
  var all = sigset_t()
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
}
