internal import Glibc

/// A sparse temporary file with marks at its start, in its middle and at its end, so that missing bytes are noticed.
///
/// The file is removed with the last reference to it, unless it is kept.
///
/// SAFETY: the pointer passed to `pwrite` points to a local array, is passed with its size, and is used only during the
/// call. Paths are passed as C strings that live during the call.
final class DemoFile: Sendable {
  let path: String
  private let isKept: Bool

  init(size: Int64, isKept: Bool) throws(Failure) {
    self.isKept = isKept
    let descriptor: CInt
    (descriptor, path) = try makeTemporaryFile(prefix: "sluice-demo-")
    defer { close(descriptor) }
    guard ftruncate(descriptor, off_t(size)) == 0 else { throw .system("demo-file", path) }
    for (mark, offset) in [("start", 0), ("middle", size / 2), ("end", size - 3)] where offset >= 0 {
      let bytes = Array(mark.utf8).prefix(Int(min(size - offset, Int64(mark.utf8.count))))
      let written = unsafe bytes.withUnsafeBytes { mark in
        unsafe pwrite(descriptor, mark.baseAddress, mark.count, off_t(offset))
      }
      guard written == bytes.count else { throw .system("demo-file", path) }
    }
  }

  deinit {
    if !isKept { unsafe unlink(path) }
  }
}
