internal import Glibc
internal import Sluice

/// The output of a command: standard output, or a file that gets its final name only when it is complete.
///
/// SAFETY: the system is passed only paths, as C strings that live during the call.
final class OutputFile {
  private let descriptor: CInt
  private let path: String?
  private var partialPath: String?

  /// Opens the output.
  ///
  /// - Parameter path: The path of the file, or `nil` for standard output. An existing file that is not a regular file,
  ///   such as a device, is written to directly.
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

  /// Writes a body as it arrives.
  func write(_ body: ResponseBody, upTo limit: Int64?) async throws {
    do {
      try await body.write(toFileDescriptor: descriptor, upTo: limit)
    } catch let error as BodyError where error.code == .writeFailed {
      throw Failure(.inputOutput, "write-failed", "\(path ?? "standard output"): \(error.message)")
    }
  }

  /// Renames the complete file to its final name.
  func commit() throws(Failure) {
    guard let path, let partialPath else { return }
    guard unsafe rename(partialPath, path) == 0 else { throw .system("write-failed", path) }
    self.partialPath = nil
  }
}
