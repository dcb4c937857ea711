internal import Glibc

/// Memory that ends directly before a page that cannot be read, so that a read past its end ends the process.
///
/// SAFETY: `@safe` is sound because the memory is released only by `deinit`, and accessed within its bounds.
@safe
package final class GuardedBytes {
  private let start: UnsafeMutableRawPointer
  private let capacity: Int
  private static let pageSize = sysconf(Int32(_SC_PAGESIZE))

  /// Creates memory for at most one page of bytes, or returns `nil` if the system has none.
  package init?() {
    capacity = Self.pageSize
    let protection = PROT_READ | PROT_WRITE
    guard let memory = unsafe mmap(nil, 2 * capacity, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      unsafe memory != MAP_FAILED, unsafe mprotect(memory + capacity, capacity, PROT_NONE) == 0
    else { return nil }
    unsafe start = memory
  }

  deinit { unsafe munmap(start, 2 * capacity) }

  /// Calls a closure with a copy of `bytes` at the end of the memory.
  ///
  /// - Precondition: There are at most 4,096 bytes.
  package func withCopy<Result>(
    of bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    precondition(bytes.count <= capacity)
    let first = unsafe start + (capacity - bytes.count)
    let target = unsafe UnsafeMutableRawBufferPointer(start: first, count: bytes.count)
    unsafe target.copyBytes(from: bytes)
    return try unsafe body(UnsafeBufferPointer(target.bindMemory(to: UInt8.self)))
  }
}
