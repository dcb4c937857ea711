internal import FoundationEssentials

/// Bytes that are collected in memory up to a limit, and beyond it in a temporary file. That file has no name, and
/// disappears with the last copy of this value.
package struct SpooledBytes: Sendable {
  package enum Content: Sendable {
    case memory([UInt8])
    case file(SpooledFile)
  }

  package private(set) var content = Content.memory([])
  /// The maximum number of bytes that are kept in memory, or `nil` for no limit.
  package let maximumInMemoryByteCount: Int?
  private let makeFile: @Sendable () async throws -> SpooledFile

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes that are kept in memory. Defaults to no limit.
  ///   - folder: The folder for a temporary file, which holds one descriptor. Defaults to the system's.
  package init(inMemoryUpTo limit: Int? = nil, folder: String = SpooledFile.systemFolder) {
    self.init(inMemoryUpTo: limit) { try await SpooledFile(in: folder) }
  }

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes that are kept in memory, or `nil` for no limit.
  ///   - makeFile: Returns an empty file. Called at most once, if there are more bytes.
  package init(inMemoryUpTo limit: Int?, makeFile: @escaping @Sendable () async throws -> SpooledFile) {
    maximumInMemoryByteCount = limit
    self.makeFile = makeFile
  }

  /// Creates a buffer that holds `bytes` in memory.
  package init(_ bytes: [UInt8]) {
    self.init()
    content = .memory(bytes)
  }

  package var byteCount: Int64 { content.byteCount }

  /// Appends `piece`, and moves all bytes to a temporary file if they are more than the limit.
  package mutating func append(_ piece: ArraySlice<UInt8>) async throws {
    switch content {
    case .file(let file): try await file.append(piece)
    case .memory(let bytes) where bytes.isEmpty && fits(piece, after: bytes):
      // An array made of all of another array shares its storage.
      content = .memory(Array(piece))
    case .memory(var bytes) where fits(piece, after: bytes):
      // The only reference to the storage is now `bytes`, so it can grow in place.
      content = .memory([])
      bytes += piece
      content = .memory(bytes)
    case .memory(let bytes):
      let file = try await makeFile()
      try await file.append(bytes[...])
      try await file.append(piece)
      content = .file(file)
    }
  }

  private func fits(_ piece: ArraySlice<UInt8>, after bytes: [UInt8]) -> Bool {
    guard let limit = maximumInMemoryByteCount else { return true }
    return piece.count <= limit - bytes.count
  }
}

extension SpooledBytes.Content {
  /// The number of bytes.
  package var byteCount: Int64 {
    switch self {
    case .memory(let bytes): Int64(bytes.count)
    case .file(let file): file.byteCount
    }
  }

  /// Returns a reader of the bytes.
  package func makeReader() -> any BodyReader {
    switch self {
    case .memory(let bytes): BytesSource(bytes).makeReader()
    case .file(let file): file.makeReader(at: 0)
    }
  }

  /// Returns a reader of the bytes, from an offset on.
  ///
  /// - Throws: ``ErrorCode/rangeOutOfBounds``.
  package func makeReader(at offset: Int64) throws -> any BodyReader {
    switch self {
    case .memory(let bytes): return try BytesSource(bytes).makeReader(at: offset)
    case .file(let file):
      guard (0...file.byteCount).contains(offset) else {
        throw BodyError(.rangeOutOfBounds, expected: offset, actual: file.byteCount)
      }
      return file.makeReader(at: offset)
    }
  }
}

/// Bytes in a temporary file without a name, which disappears with the last of these objects that use it, or with the
/// process. The temporary file holds one descriptor.
///
/// Usually, each object has its own temporary file. Many small bodies share one, in which each follows another:
///
/// ```
///  temporary file   ├── shared ──┼── after the first ──┼── after the second ──┤
///  start            0            40                    100
/// ```
package final class SpooledFile: Sendable {
  private let folder: String
  private let file: TemporaryFile
  /// The offset of the first byte in the temporary file.
  private let start: Int64
  private let isShared: Bool
  private let count = Lock<Int64>(0)

  /// The system's folder for temporary files, as determined at the first access, without a slash at the end.
  package static let systemFolder = {
    // Foundation takes an empty variable for the root.
    if ProcessInfo.processInfo.environment["TMPDIR"] == "" { return "/tmp" }
    var folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
    return folder
  }()

  /// Creates a file on the file system of `folder`.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - isShared: Whether other bytes may follow in the same temporary file, which then gets no name. Defaults to
  ///     `false`.
  /// - Throws: ``ErrorCode/writeFailed`` with the path of the folder.
  package init(in folder: String, isShared: Bool = false) async throws {
    self.folder = folder
    self.isShared = isShared
    start = 0
    file = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try BodyError.writing(folder) { () throws(SystemError) in try TemporaryFile(in: folder, orElse: .noName)
      }
    }
  }

  /// Continues the temporary file of `other`, which is shared, and which nothing may be appended to afterwards.
  package init(after other: SpooledFile) {
    folder = other.folder
    isShared = true
    start = other.start + other.byteCount
    file = other.file
  }

  package var byteCount: Int64 { count.withLock { $0 } }

  /// Appends `bytes` to the file.
  ///
  /// - Throws: ``ErrorCode/writeFailed`` with the path of the folder.
  package func append(_ bytes: ArraySlice<UInt8>) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try BodyError.writing(folder) { () throws(SystemError) in
        try file.descriptor.write(bytes.span, at: start + byteCount)
      }
    }
    count.withLock { $0 += Int64(bytes.count) }
  }

  /// Maps the whole temporary file into memory, which keeps the file. It is not shared, and nothing may be written
  /// afterwards.
  ///
  /// - Throws: ``ErrorCode/readFailed``.
  package func mapped() throws(BodyError) -> MappedFile {
    try BodyError.reading(folder) { () throws(SystemError) in try MappedFile(file.descriptor) }
  }

  /// Gives the file its name, without copying it. Nothing may be written afterwards.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - policy: The treatment of anything that already exists there.
  ///   - creatingFolders: Whether the folders of `path` are created if they are missing.
  /// - Returns: The path under which the file is, or `nil` if it cannot get a name there: it is shared, or see
  ///   ``TemporaryFile``.
  /// - Throws: ``ErrorCode/fileExists``, ``ErrorCode/fileIsDirectory`` or ``ErrorCode/writeFailed``.
  package func commit(
    to path: String, ifExists policy: ExistingFilePolicy, creatingFolders: Bool
  ) async throws -> String? {
    if isShared { return nil }
    let path = try DestinationPath(path)
    return try await withTaskExecutorPreference(BlockingExecutor.shared) {
      if creatingFolders { try path.createFolder(synchronizing: false) }
      return try file.commitIfPossible(to: path, ifExists: policy)
    }
  }

  /// Returns a reader of the bytes written so far, from an offset within them on, which keeps the file.
  package func makeReader(at offset: Int64) -> any BodyReader {
    Reader(file, from: start + offset, in: start..<start + byteCount, folder: folder)
  }

  /// A reader that keeps its own position in the temporary file.
  private final class Reader: BodyReader {
    private let file: TemporaryFile
    private let range: Range<Int64>
    private let folder: String
    private var offset: Int64

    init(_ file: TemporaryFile, from offset: Int64, in range: Range<Int64>, folder: String) {
      self.file = file
      self.offset = offset
      self.range = range
      self.folder = folder
    }

    func read(into output: inout OutputSpan<UInt8>) throws(BodyError) -> BodyReadOutcome {
      let end = range.upperBound
      if offset == end { return .end }
      if output.isFull { return .more }
      let limit = Int(min(end - offset, Int64(output.freeCapacity)))
      let count: Int
      do {
        count = try file.descriptor.read(into: &output, upTo: limit, at: offset)
      } catch {
        throw BodyError(.readFailed, path: folder, systemError: error)
      }
      // Only after the file got a name can another program have changed it.
      if count == 0 {
        throw BodyError(
          .fileShrank, expected: Int64(range.count), actual: offset - range.lowerBound)
      }
      offset += Int64(count)
      return offset == end ? .end : .more
    }
  }
}
