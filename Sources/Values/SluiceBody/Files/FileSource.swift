internal import Glibc

/// A file, or a range of one.
///
/// ```swift
/// let body = FileSource(at: "/data/holiday.mov")
/// try body.byteCount                                                       // throws if the file is missing
/// let chunk = FileSource(at: "/data/holiday.mov", range: 0..<8_388_608)    // the first 8 MiB
/// ```
///
/// The size of a regular file is determined when the source is made. From then on ``byteCount`` is exact, and a reader
/// that finds more or fewer bytes throws ``BodyError/Code/fileGrew`` or ``BodyError/Code/fileShrank`` with both sizes:
/// a body of another size is never reported as complete. The file is opened at a reader's first read and closed at its
/// end, so a body of 100,000 files holds one descriptor. The holes of a sparse file are yielded as zeros without being
/// read.
///
/// A reader compares the size and the times of modification and change of the file before the first byte and after the
/// last one. If they differ, it throws ``BodyError/Code/changed``, because the bytes may belong to several versions. A
/// range of a file that has grown meanwhile is not an error.
///
/// A FIFO, a character or block device and `/dev/stdin` have no known size and can be read once. Each is read by its
/// own thread, so that a silent one does not delay other readers.
public struct FileSource: BodySource {
  /// The path of the file, as passed to the initializer.
  public let path: String
  private let content: Result<Content, BodyError>

  private enum Content {
    case regular(FileSlice)
    case stream(OneShotClaim)
  }

  /// Creates a source of the whole file at `path`.
  ///
  /// This initializer never throws. An error is stored and thrown by ``byteCount`` and ``makeReader()``:
  /// ``BodyError/Code/fileMissing``, ``BodyError/Code/fileIsDirectory`` or ``BodyError/Code/fileUnreadable``.
  public init(at path: String) {
    self.path = path
    content = Result { () throws(BodyError) in
      switch try FileSource.kindAndSize(path) {
      case (.regular, let byteCount): .regular(FileSlice(path: path, range: 0..<byteCount, isWhole: true))
      default: .stream(OneShotClaim(of: path))
      }
    }
  }

  /// Creates a source of a range of the file at `path`.
  ///
  /// The file may grow after the range. As with ``init(at:)``, an error is thrown by ``byteCount`` and
  /// ``makeReader()``.
  ///
  /// - Parameters:
  ///   - path: The path of a regular file.
  ///   - range: The offsets of the bytes, from 0. A range that exceeds the file is a
  ///     ``BodyError/Code/rangeOutOfBounds`` error.
  public init(at path: String, range: Range<Int64>) {
    self.path = path
    content = Result { () throws(BodyError) in
      let (kind, byteCount) = try FileSource.kindAndSize(path)
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
  /// A reader throws ``BodyError/Code/changed`` or an error of the file's size for any other file, so that no link can
  /// take the place of a component of the path meanwhile.
  ///
  /// - Parameters:
  ///   - path: A path in the folder, none of whose components is empty, `.` or `..`.
  ///   - folder: The folder.
  ///   - location: The path from the current folder.
  /// - Throws: ``BodyError/Code/fileMissing``, ``BodyError/Code/fileIsDirectory`` or
  ///   ``BodyError/Code/fileUnreadable``, which has the system's error `ELOOP` for a symbolic link.
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
  /// A reader throws ``BodyError/Code/changed`` or an error of the file's size if the file is another version before
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
  public var byteCount: Int64? {
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
  public var isReplayable: Bool {
    if case .success(.stream) = content { false } else { true }
  }

  /// Always `false`: reading a regular file does not wait for a peer, and a stream already has a thread.
  public var needsOwnThread: Bool { false }

  /// Returns a new reader. The file is opened by its first read.
  ///
  /// - Throws: The error that was found when the source was made; ``BodyError/Code/notReplayable`` if the source is not
  ///   replayable and a reader was already made.
  public func makeReader() throws(BodyError) -> any BodyReader {
    switch try content.get() {
    case .regular(let slice): return FileReader(slice, from: 0)
    case .stream(let claim):
      try claim.take()
      return StreamReader(of: path)
    }
  }

  /// Returns a new reader of the bytes from an offset on. Nothing before the offset is read.
  ///
  /// - Throws: The errors of ``makeReader()``; ``BodyError/Code/rangeOutOfBounds``.
  public func makeReader(at offset: Int64) throws -> any BodyReader {
    try checkOffset(offset)
    guard case .regular(let slice) = try content.get() else { return try makeReader() }
    return FileReader(slice, from: offset)
  }

  /// The range, and the current path, size, times of modification and change, and inode of the file, or `nil` for a
  /// FIFO, a device or standard input.
  ///
  /// - Throws: The error that was found when the source was made; ``BodyError/Code/fileVanished``,
  ///   ``BodyError/Code/fileUnreadable``, ``BodyError/Code/fileGrew`` or ``BodyError/Code/fileShrank``.
  public func identity() throws -> BodyIdentity? {
    guard case .regular(let slice) = try content.get() else { return nil }
    return try BodyIdentity(of: slice)
  }

  private static func kindAndSize(_ path: String) throws(BodyError) -> (FileStatus.Kind, Int64) {
    // As a path, `/dev/stdin` would open a redirected file anew at byte 0, so it is always read as a stream.
    if path == standardInputPath { return (.stream, 0) }
    // The system would take a NUL for the end of the path, and find another file.
    if path.utf8.contains(0) { throw BodyError(.fileMissing, path: path) }
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

extension BodySource where Self == FileSource {
  /// Returns a source of the whole file at `path`.
  public static func file(at path: String) -> FileSource {
    FileSource(at: path)
  }
}
