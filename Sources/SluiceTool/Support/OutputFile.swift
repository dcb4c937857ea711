internal import Glibc
internal import Sluice

/// Where an answer goes: standard output, or a file that gets its name only when it is whole.
final class OutputFile {
  private let descriptor: CInt
  private let path: String?
  private var partialPath: String?

  /// - Parameter path: nil for standard output. What exists there and is no regular file is written to as it is.
  init(_ path: String?) throws(Failure) {
    self.path = path
    guard let path else {
      descriptor = STDOUT_FILENO
      return
    }
    if !isSpecialFile(path) { partialPath = "\(path).\(getpid()).part" }
    let target = partialPath ?? path
    descriptor = unsafe open(target, partialPath == nil ? O_WRONLY : O_WRONLY | O_CREAT | O_EXCL, 0o666)
    if descriptor < 0 { throw .system("write-failed", target) }
  }

  deinit {
    if path != nil, descriptor >= 0 { close(descriptor) }
    if let partialPath { unsafe unlink(partialPath) }
  }

  func write(_ bytes: [UInt8]) throws(Failure) { try write(bytes.span) }

  func write(_ bytes: Span<UInt8>) throws(Failure) {
    try writeAll(bytes, to: descriptor, named: path ?? "standard output")
  }

  /// Gives the file its name.
  func commit() throws(Failure) {
    guard let path, let partialPath else { return }
    guard unsafe rename(partialPath, path) == 0 else { throw .system("write-failed", path) }
    self.partialPath = nil
  }
}
