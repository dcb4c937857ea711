internal import Glibc

/// A sparse temporary file for the demo.
///
/// The file is removed with the last reference to it, unless it is kept.
///
/// SAFETY: the pointer passed to `pwrite` points to a local array, is passed with its size, and is used only during the
/// call. Paths are passed as C strings that live during the call.
final class DemoFile: Sendable {
  let path: String
  private let isKept: Bool

  init(_ content: DemoContent, isKept: Bool) throws(Failure) {
    self.isKept = isKept
    let descriptor: CInt
    (descriptor, path) = try makeTemporaryFile(prefix: "sluice-demo-")
    defer { close(descriptor) }
    guard ftruncate(descriptor, off_t(content.size)) == 0 else { throw .system("demo-file", path) }
    for mark in content.marks {
      let written = unsafe mark.bytes.withUnsafeBytes { bytes in
        unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(mark.offset))
      }
      guard written == mark.bytes.count else { throw .system("demo-file", path) }
    }
  }

  deinit {
    if !isKept { unsafe unlink(path) }
  }
}
