internal import Glibc

/// A file, or a range of one: ``BodySource/file(at:range:)``.
package struct FileSource: BodySource {
  /// The path of the file, as passed to the initializer. ``FilePathConvertible`` describes bytes that are not UTF-8.
  package let path: String
  private let content: Result<Content, BodyError>

  private enum Content {
    case regular(FileSlice)
    case stream(OneShotClaim)
  }

  package init(at path: some FilePathConvertible, range: Range<Int64>? = nil) {
    let path = path._filePath
    self.path = path
    content = Result { () throws(BodyError) in
      let (kind, byteCount) = try FileSource.kindAndSize(path)
      guard let range else {
        guard kind == .regular else { return .stream(OneShotClaim(of: path)) }
        return .regular(FileSlice(path: path, range: 0..<byteCount, isWhole: true))
      }
      guard kind == .regular, range.lowerBound >= 0, range.upperBound <= byteCount else {
        throw BodyError(.rangeOutOfBounds, path: path, expected: range.upperBound, actual: byteCount)
      }
      return .regular(FileSlice(path: path, range: range, isWhole: false))
    }
  }

  private init(_ slice: FileSlice) {
    path = slice.path
    content = .success(.regular(slice))
  }

  /// Creates a source of the version of a file that is below a folder now, and is reached without symbolic links.
  ///
  /// A reader throws ``ErrorCode/changed`` or an error of the file's size for any other file, so that no link can
  /// take the place of a component of the path meanwhile.
  ///
  /// - Parameters:
  ///   - path: A path in the folder, none of whose components is empty, `.` or `..`.
  ///   - folder: The folder.
  ///   - location: The path from the current folder.
  /// - Throws: ``ErrorCode/fileMissing``, ``ErrorCode/fileIsDirectory`` or
  ///   ``ErrorCode/fileUnreadable``, which has the system's error `ELOOP` for a symbolic link.
  package init(_ path: String, below folder: Descriptor, at location: String) throws(BodyError) {
    let status = try Self.status(at: location) { () throws(SystemError) in
      try Descriptor.open(path, below: folder).status()
    }
    guard status.kind == .regular else {
      throw BodyError(status.kind == .directory ? .fileIsDirectory : .fileUnreadable, path: location)
    }
    self.init(
      FileSlice(
        path: location, range: 0..<status.byteCount, isWhole: true,
        version: BodyIdentity.File(path: location, status)))
  }

  /// Returns a range of one version of a file, without accessing the file.
  ///
  /// A reader throws ``ErrorCode/changed`` or an error of the file's size if the file is another version before
  /// the first byte or after the last one.
  ///
  /// - Precondition: The range lies within the file.
  package static func range(_ range: Range<Int64>, of version: BodyIdentity.File) -> FileSource {
    precondition(range.lowerBound >= 0 && range.upperBound <= version.byteCount)
    return FileSource(FileSlice(path: version.path, range: range, isWhole: false, version: version))
  }

  /// The number of bytes in the file or range, or `nil` for a FIFO, a device or standard input.
  ///
  /// - Throws: The error that was found when the source was made.
  package var byteCount: Int64? {
    get throws(BodyError) {
      switch try content.get() {
      case .regular(let slice): slice.byteCount
      case .stream: nil
      }
    }
  }

  /// The range of the file, or `nil` for the whole file.
  package var range: Range<Int64>? {
    guard case .success(.regular(let slice)) = content, !slice.isWhole else { return nil }
    return slice.range
  }

  /// Whether the source is a regular file: `false` for a FIFO, a device and standard input.
  package var isReplayable: Bool {
    if case .success(.stream) = content { false } else { true }
  }

  /// Always `false`: reading a regular file does not wait for a peer, and a stream already has a thread.
  package var needsOwnThread: Bool { false }

  /// Returns a new reader. The file is opened by its first read.
  ///
  /// - Throws: The error that was found when the source was made; ``ErrorCode/notReplayable`` if the source is not
  ///   replayable and a reader was already made.
  package func makeReader() throws(BodyError) -> any BodyReader {
    switch try content.get() {
    case .regular(let slice): return FileReader(slice, from: 0)
    case .stream(let claim):
      try claim.take()
      return StreamReader(of: path)
    }
  }

  /// Returns a new reader of the bytes from an offset on. Nothing before the offset is read.
  ///
  /// - Throws: The errors of ``makeReader()``; ``ErrorCode/rangeOutOfBounds``.
  package func makeReader(at offset: Int64) throws -> any BodyReader {
    try checkOffset(offset)
    guard case .regular(let slice) = try content.get() else { return try makeReader() }
    return FileReader(slice, from: offset)
  }

  /// The range, and the current path, size, times of modification and change, and inode of the file, or `nil` for a
  /// FIFO, a device or standard input.
  ///
  /// - Throws: The error that was found when the source was made; ``ErrorCode/fileVanished``,
  ///   ``ErrorCode/fileUnreadable``, ``ErrorCode/fileGrew`` or ``ErrorCode/fileShrank``.
  package func identity() throws -> BodyIdentity? {
    guard case .regular(let slice) = try content.get() else { return nil }
    return try BodyIdentity(of: slice)
  }

  private static func kindAndSize(_ path: String) throws(BodyError) -> (FileStatus.Kind, Int64) {
    // As a path, `/dev/stdin` would open a redirected file anew at byte 0, so it is always read as a stream.
    if path == standardInputPath { return (.stream, 0) }
    // The system would take a NUL for the end of the path, and find another file.
    if !PathText.isValid(path) { throw BodyError(.fileMissing, path: path) }
    let status = try status(at: path) { () throws(SystemError) in try FileStatus(ofReadableFileAt: path) }
    switch status.kind {
    case .regular, .stream: return (status.kind, status.byteCount)
    case .directory: throw BodyError(.fileIsDirectory, path: path)
    case .other: throw BodyError(.fileUnreadable, path: path)
    }
  }

  /// Returns the status that a function determines, and names the path in its error.
  private static func status(
    at path: String, _ determine: () throws(SystemError) -> FileStatus
  ) throws(BodyError) -> FileStatus {
    do {
      return try determine()
    } catch {
      throw BodyError(error.isMissingFile ? .fileMissing : .fileUnreadable, path: path, systemError: error)
    }
  }

  static let standardInputPath = "/dev/stdin"
}
