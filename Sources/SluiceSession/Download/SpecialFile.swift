internal import Glibc
internal import SluiceBody

/// What is there and is no regular file, such as a device, a FIFO or standard output: it is written to as it is.
struct SpecialFile {
  let path: String
  /// What these are depends on who opens them: by its path, a file that stands behind one would be written from its start.
  private static let standardStreams = ["/dev/stdout": STDOUT_FILENO, "/dev/stderr": STDERR_FILENO]

  /// Nil where there is a regular file, or none yet.
  ///
  /// - Throws: ``BodyError/Code/writeFailed`` for a path that cannot be a file's.
  init?(at path: String) throws(BodyError) {
    self.path = path
    // The system would take a NUL for the path's end, and make another file.
    if path.utf8.contains(0) { throw BodyError(.writeFailed, path: path) }
    if Self.standardStreams[path] != nil { return }
    switch try? FileStatus(ofFileAt: path).kind {
    case .stream, .other: return
    case .regular: return nil
    case .directory: throw BodyError(.writeFailed, path: path, systemError: SystemError(number: EISDIR))
    case nil:
      guard let last = path.utf8.last, last != UInt8(ascii: "/") else {
        throw BodyError(.writeFailed, path: path, systemError: SystemError(number: ENOENT))
      }
      return nil
    }
  }

  /// A FIFO waits for its reader.
  func open() throws(BodyError) -> Descriptor {
    try BodyError.writing(path) { () throws(SystemError) in
      if let descriptor = Self.standardStreams[path] { return try .duplicate(descriptor) }
      return try .open(path, flags: O_WRONLY)
    }
  }
}
