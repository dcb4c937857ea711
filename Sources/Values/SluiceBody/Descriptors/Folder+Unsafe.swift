internal import Glibc

/// Calls `body` with each name in a folder, without `.` and `..`, in no particular order. Blocks.
///
/// A name that exists during the whole call is passed once. A name that is added or removed meanwhile may be passed.
package func forEachName(
  inFolder path: String, _ body: (borrowing Span<UInt8>) -> Void
) throws(SystemError) {
  // SAFETY: the stream is open until `closedir`. A name is a C string within its entry, which stays valid until the
  // next `readdir`, and `body` cannot keep the span.
  guard let folder = unsafe opendir(path) else { throw SystemError(number: errno) }
  defer { unsafe closedir(folder) }
  guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
  while true {
    errno = 0
    guard let entry = unsafe readdir(folder) else {
      if errno != 0 { throw SystemError(number: errno) }
      return
    }
    let name = unsafe UnsafeRawPointer(entry) + offset
    let count = unsafe strlen(name.assumingMemoryBound(to: CChar.self))
    let span = unsafe UnsafeRawBufferPointer(start: name, count: count).bindMemory(to: UInt8.self).span
    if count <= 2, span.isDots { continue }
    body(span)
  }
}

extension Span<UInt8> {
  /// Whether all bytes are dots.
  fileprivate var isDots: Bool { indices.allSatisfy { self[$0] == UInt8(ascii: ".") } }
}
