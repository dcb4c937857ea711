internal import Glibc

/// A file's bytes as memory, which the system loads as they are read and may evict again.
///
/// Only for files that no other program writes: reading past the end of a mapped file that was truncated ends the
/// process.
///
/// SAFETY: `@unchecked Sendable` and `@safe`, because the memory is never written, and only `deinit` unmaps it.
@safe
package final class MappedFile: @unchecked Sendable {
  private let memory: UnsafeRawBufferPointer

  /// Maps all of an open file. The map does not need the descriptor to stay open.
  package init(_ descriptor: Descriptor) throws(SystemError) {
    let count = Int(try descriptor.status().byteCount)
    guard count > 0 else {
      unsafe memory = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    let start = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor.rawValue, 0)
    guard unsafe start != MAP_FAILED else { throw SystemError(number: errno) }
    unsafe memory = UnsafeRawBufferPointer(start: start, count: count)
  }

  deinit {
    if let start = unsafe memory.baseAddress {
      unsafe munmap(UnsafeMutableRawPointer(mutating: start), memory.count)
    }
  }

  package var count: Int { unsafe memory.count }

  /// Returns the result of `body`, called with the bytes of the file.
  package func withSpan<Result, E: Error>(_ body: (Span<UInt8>) throws(E) -> Result) throws(E) -> Result {
    // SAFETY: `self` lives until `body` returns, so the bytes stay mapped. The memory holds bytes, and nothing else is
    // bound to it.
    try unsafe body(memory.bindMemory(to: UInt8.self).span)
  }
}
