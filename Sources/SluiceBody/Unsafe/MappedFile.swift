internal import Glibc

/// A file's bytes as memory, which the system brings in as they are read and may take away again.
///
/// For files that nobody else writes: reading behind the end of one that was cut would end the process.
///
/// `@unchecked Sendable` and `@safe`: the memory is never written, and unmapped by `deinit` alone.
@safe
package final class MappedFile: @unchecked Sendable {
  private let memory: UnsafeRawBufferPointer

  package init(at path: String) throws(BodyError) {
    do throws(SystemError) {
      let descriptor = try Descriptor.open(path, flags: O_RDONLY)
      let count = Int(try descriptor.status().byteCount)
      guard count > 0 else {
        unsafe memory = UnsafeRawBufferPointer(start: nil, count: 0)
        return
      }
      let start = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor.rawValue, 0)
      guard unsafe start != MAP_FAILED else { throw SystemError(number: errno) }
      unsafe memory = UnsafeRawBufferPointer(start: start, count: count)
    } catch {
      throw BodyError(.readFailed, path: path, systemError: error)
    }
  }

  deinit {
    if let start = unsafe memory.baseAddress {
      unsafe munmap(UnsafeMutableRawPointer(mutating: start), memory.count)
    }
  }

  package var count: Int { unsafe memory.count }

  package func withSpan<Result, E: Error>(_ body: (Span<UInt8>) throws(E) -> Result) throws(E) -> Result {
    // The bytes stay mapped until this returns, since `self` is still there.
    try unsafe body(memory.bindMemory(to: UInt8.self).span)
  }
}
