internal import Glibc

/// A value that one thread at a time may use; copies are the same lock. `Synchronization.Mutex` would be the choice, did
/// the thread sanitizer know it: on Linux it takes what that mutex guards for data races. It does know POSIX's.
///
/// `@unchecked Sendable`: the value is used by these methods alone, which hold the mutex meanwhile; what goes in and comes
/// out is `sending`.
@safe
package struct Lock<Value>: @unchecked Sendable {
  private let buffer: LockBuffer<Value>

  package init(_ value: sending Value) { buffer = LockBuffer.make(value) }

  package func withLock<Result, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result
  ) throws(E) -> sending Result {
    buffer.lock()
    defer { buffer.unlock() }
    return try unsafe body(&buffer.header)
  }

  /// Does nothing where somebody else holds the lock.
  package func withLockIfAvailable(_ body: (inout sending Value) -> Void) {
    guard buffer.lockIfAvailable() else { return }
    defer { buffer.unlock() }
    unsafe body(&buffer.header)
  }
}

/// The value, and behind it the mutex, which stays at one address from the beginning to the end, as it must.
@safe
private final class LockBuffer<Value>: ManagedBuffer<Value, pthread_mutex_t> {
  static func make(_ value: sending Value) -> LockBuffer {
    let buffer = unsafe create(minimumCapacity: 1) { _ in value }
    unsafe buffer.withUnsafeMutablePointerToElements { mutex in
      unsafe mutex.initialize(to: pthread_mutex_t())
      unsafe pthread_mutex_init(mutex, nil)
    }
    // Right: `create` makes an instance of the class that it is called on.
    return unsafe unsafeDowncast(buffer, to: LockBuffer.self)
  }

  deinit { _ = unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_destroy($0) } }

  func lock() { _ = unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_lock($0) } }

  func unlock() { _ = unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_unlock($0) } }

  func lockIfAvailable() -> Bool {
    unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_trylock($0) == 0 }
  }
}
