internal import Sluice

/// A sparse temporary file for the demo.
///
/// The file is removed with the last reference to it, unless it is kept.
final class DemoFile: Sendable {
  let path: String
  private let isKept: Bool

  init(_ content: DemoContent, isKept: Bool) throws(Failure) {
    self.isKept = isKept
    let rawValue: CInt
    (rawValue, path) = try makeTemporaryFile(prefix: "sluice-demo-")
    let descriptor = Descriptor(owning: rawValue)
    do throws(SystemError) {
      try descriptor.resize(to: content.size)
      for mark in content.marks { try descriptor.write(mark.bytes.span, at: mark.offset) }
    } catch {
      throw Failure(.inputOutput, "demo-file", "\(path): \(error)")
    }
  }

  deinit {
    if !isKept { removeFile(path) }
  }
}
