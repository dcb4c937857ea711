internal import Glibc
internal import SluiceBody

/// An existing file that is not regular, such as a device, a FIFO or standard output. It is written in place.
struct SpecialFile {
  let path: String
  /// The paths that refer to an open descriptor. Opening one by its path would write a redirected file from its start.
  private static let standardStreams = ["/dev/stdout": STDOUT_FILENO, "/dev/stderr": STDERR_FILENO]

  /// Checks a path, or `nil` if it names a regular file, or none yet.
  ///
  /// - Throws: A ``BodyError`` with the code `write-failed` for a path that cannot name a file, or whose file has an
  ///   unknown kind.
  init?(at path: String) throws(BodyError) {
    self.path = path
    // The system would end the path at a NUL, and create another file.
    if path.utf8.contains(0) { throw BodyError(.writeFailed, path: path) }
    if Self.standardStreams[path] != nil { return }
    // A file of an unknown kind must not be replaced.
    switch try BodyError.writing(path, { () throws(SystemError) in try FileStatus(ifExistsAt: path)?.kind }) {
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

  /// Opens the file for writing. Opening a FIFO blocks until it has a reader.
  func open() throws(BodyError) -> Descriptor {
    try BodyError.writing(path) { () throws(SystemError) in
      if let descriptor = Self.standardStreams[path] { return try .duplicate(descriptor) }
      return try .open(path, flags: O_WRONLY)
    }
  }
}
