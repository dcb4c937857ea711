internal import Glibc

/// A value that one thread at a time may use. `Synchronization.Mutex` would be the choice, did the thread sanitizer
/// know it: on Linux it takes what that mutex guards for data races. It does know POSIX's.
///
/// `@unchecked Sendable`: `value` is used by ``withLock(_:)`` alone, which holds the mutex meanwhile; what goes in and
/// comes out is `sending`. The mutex stays at one address from `init` to `deinit`, as it must.
@safe
package final class Lock<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: sending Value) {
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    self.value = value
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  package func withLock<Result, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result
  ) throws(E) -> sending Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Does nothing where somebody else holds the lock.
  package func withLockIfAvailable(_ body: (inout sending Value) -> Void) {
    guard unsafe pthread_mutex_trylock(mutex) == 0 else { return }
    defer { unsafe pthread_mutex_unlock(mutex) }
    body(&value)
  }
}
