internal import Glibc
internal import SluiceBody

/// What is there and is no regular file, such as a device, a FIFO or standard output: it is written to as it is.
struct SpecialFile {
  let path: String
  private static let standardOutputPath = "/dev/stdout"

  /// Nil where there is a regular file, or none yet.
  ///
  /// - Throws: ``BodyError/Code/writeFailed`` for a path that cannot be a file's.
  init?(at path: String) throws(BodyError) {
    self.path = path
    // The system would take a NUL for the path's end, and make another file.
    if path.utf8.contains(0) { throw BodyError(.writeFailed, path: path) }
    if path == Self.standardOutputPath { return }
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
      // Opened by its path, a file that stands behind it would be written from its start.
      if path == Self.standardOutputPath { return try .duplicate(STDOUT_FILENO) }
      return try .open(path, flags: O_WRONLY)
    }
  }
}
