public import Glibc

/// A value that one thread at a time can use. All copies share the value and the lock.
///
/// `Synchronization.Mutex` is not used because the thread sanitizer on Linux does not recognize it, and reports data
/// races in code that it guards. The sanitizer recognizes POSIX mutexes.
///
/// SAFETY: `@unchecked Sendable`, because only these methods access the value, while they hold the mutex, and because
/// values enter and leave as `sending`. They use its address, because the mutex makes a check of exclusivity
/// superfluous.
@safe
@usableFromInline
package struct Lock<Value>: @unchecked Sendable {
  @usableFromInline let buffer: LockBuffer<Value>

  /// Creates a lock that guards `value`. The expression is evaluated into the memory of the lock, without a copy.
  @inlinable
  package init(_ value: @autoclosure () -> sending Value) { buffer = LockBuffer.make(value) }

  /// Returns the result of `body`, called with the value while the lock is held. Blocks while another thread holds the
  /// lock.
  @inlinable
  package func withLock<Result, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result
  ) throws(E) -> sending Result {
    buffer.lock()
    defer { buffer.unlock() }
    return try unsafe body(&buffer.address.pointee)
  }

  /// Calls `body` with the value, or does nothing if the lock is held.
  @inlinable
  package func withLockIfAvailable(_ body: (inout sending Value) -> Void) {
    guard buffer.lockIfAvailable() else { return }
    defer { buffer.unlock() }
    unsafe body(&buffer.address.pointee)
  }
}

/// The value, followed by the mutex. The mutex needs one address for its whole life, which the buffer's allocation
/// gives it.
///
/// SAFETY: `make` initializes the value and the mutex, and only `deinit` destroys them.
@safe
@usableFromInline
final class LockBuffer<Value>: ManagedBuffer<Value, pthread_mutex_t> {
  @inlinable
  static func make(_ value: () -> sending Value) -> LockBuffer {
    let buffer = unsafe create(minimumCapacity: 1) { _ in value() }
    unsafe buffer.withUnsafeMutablePointerToElements { mutex in
      unsafe mutex.initialize(to: pthread_mutex_t())
      unsafe pthread_mutex_init(mutex, nil)
    }
    // SAFETY: `create` makes an instance of the class that it is called on.
    return unsafe unsafeDowncast(buffer, to: LockBuffer.self)
  }

  @inlinable
  deinit { _ = unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_destroy($0) } }

  @inlinable
  var address: UnsafeMutablePointer<Value> { unsafe withUnsafeMutablePointerToHeader { unsafe $0 } }

  @inlinable
  func lock() { _ = unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_lock($0) } }

  @inlinable
  func unlock() { _ = unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_unlock($0) } }

  @inlinable
  func lockIfAvailable() -> Bool {
    unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_trylock($0) == 0 }
  }
}
