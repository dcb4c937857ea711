internal import Sluice

/// A sparse temporary file for the demo.
///
/// The file is removed with the last reference to it, unless it is kept.
final class DemoFile: Sendable {
  let path: String
  private let mustRemove: Lock<Bool>

  init(_ content: DemoContent, isKept: Bool) throws(Failure) {
    mustRemove = Lock(!isKept)
    let rawValue: CInt
    (rawValue, path) = try makeTemporaryFile(prefix: "sluice-demo-")
    let descriptor = Descriptor(owning: rawValue)
    do throws(SystemError) {
      try descriptor.resize(to: content.size)
      for mark in content.marks { try descriptor.write(mark.bytes.span, at: mark.offset) }
      try checkWrites(to: rawValue)
    } catch {
      throw Failure(.inputOutput, "demo-file", "\(path): \(error)")
    }
  }

  deinit { try? remove() }

  /// Removes the file, unless it is kept. Has no effect the second time.
  func remove() throws(Failure) {
    let mustRemove = mustRemove.withLock { mustRemove in
      defer { mustRemove = false }
      return mustRemove
    }
    if !mustRemove { return }
    do throws(SystemError) { try unlinkFile(path) } catch { throw .writing(path, error) }
  }
}
