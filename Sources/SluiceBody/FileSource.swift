internal import Glibc

/// A file, or a range of one.
///
/// The size of a regular file is taken when the source is made; from then on ``byteCount`` is exact, and a reader that
/// finds more or fewer bytes throws ``BodyError/Code/fileGrew`` or ``BodyError/Code/fileShrank`` with both sizes: what
/// was announced is sent, or nothing is called complete. The file is opened at a reader's first read and closed at its
/// end, so that a body of 100,000 files holds one descriptor.
///
/// A FIFO, a character or block device and `/dev/stdin` have no known size and can be read once; a thread of their own
/// reads them, so that one that stays silent keeps nobody else waiting.
public struct FileSource: BodySource {
  public let path: String
  private let content: Result<Content, BodyError>

  private enum Content {
    case regular(FileSlice)
    case stream(OneShotClaim)
  }

  /// All of the file at `path`.
  ///
  /// Never throws: what is wrong with the file is thrown by ``byteCount`` and ``makeReader()``.
  public init(at path: String) {
    self.path = path
    content = Result { () throws(BodyError) in
      switch try FileSource.kindAndSize(path) {
      case (.regular, let byteCount): .regular(FileSlice(path: path, range: 0..<byteCount, isWhole: true))
      default: .stream(OneShotClaim(of: path))
      }
    }
  }

  /// The bytes of the file at `path` from `range.lowerBound` up to `range.upperBound`, which must lie within it.
  ///
  /// The file may grow behind the range.
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

  public var byteCount: Int64? {
    get throws(BodyError) {
      switch try content.get() {
      case .regular(let slice): slice.byteCount
      case .stream: nil
      }
    }
  }

  /// The bytes of the file that the source is made of; nil for all of it.
  package var range: Range<Int64>? {
    guard case .success(.regular(let slice)) = content, !slice.isWhole else { return nil }
    return slice.range
  }

  public var isReplayable: Bool {
    if case .success(.stream) = content { false } else { true }
  }

  public func makeReader() throws(BodyError) -> any BodyReader {
    switch try content.get() {
    case .regular(let slice): return FileReader(slice)
    case .stream(let claim):
      try claim.take()
      return ThreadReader(ofStreamAt: path)
    }
  }

  private static func kindAndSize(_ path: String) throws(BodyError) -> (FileStatus.Kind, Int64) {
    // What standard input is depends on who opens it: as a path, a redirected file would start over at byte 0.
    if path == standardInputPath { return (.stream, 0) }
    // The system would take a NUL for the path's end, and find another file.
    if path.utf8.contains(0) { throw BodyError(.fileMissing, path: path) }
    let status: FileStatus
    do {
      status = try FileStatus(ofReadableFileAt: path)
    } catch {
      throw BodyError(error.isMissingFile ? .fileMissing : .fileUnreadable, path: path, systemError: error)
    }
    switch status.kind {
    case .regular, .stream: return (status.kind, status.byteCount)
    case .directory: throw BodyError(.fileIsDirectory, path: path)
    case .other: throw BodyError(.fileUnreadable, path: path)
    }
  }

  static let standardInputPath = "/dev/stdin"
}

extension BodySource where Self == FileSource {
  /// All of the file at `path`.
  public static func file(at path: String) -> FileSource {
    FileSource(at: path)
  }
}
