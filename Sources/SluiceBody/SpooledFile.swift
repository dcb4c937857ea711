internal import FoundationEssentials

/// A temporary file without a name, which disappears with this object, or with the process. It holds one descriptor.
package final class SpooledFile: Sendable {
  private let folder: String
  private let file: TemporaryFile
  private let count = Lock<Int64>(0)

  /// The system's folder for temporary files, as determined at the first access, without a slash at the end.
  package static let systemFolder = {
    var folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
    return folder
  }()

  /// Creates a file on the file system of `folder`.
  ///
  /// - Throws: ``BodyError/Code/writeFailed`` with the path of the folder.
  package init(in folder: String) async throws {
    self.folder = folder
    file = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try BodyError.writing(folder) { () throws(SystemError) in try TemporaryFile(in: folder, orElse: .noName)
      }
    }
  }

  package var byteCount: Int64 { count.withLock { $0 } }

  /// Appends `bytes` to the file.
  ///
  /// - Throws: ``BodyError/Code/writeFailed`` with the path of the folder.
  package func append(_ bytes: ArraySlice<UInt8>) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try file.descriptor.write(bytes.span, toFileAt: folder)
    }
    count.withLock { $0 += Int64(bytes.count) }
  }

  /// Maps all bytes into memory, which keeps the file. Nothing may be written afterwards.
  ///
  /// - Throws: ``BodyError/Code/readFailed``.
  package func mapped() throws(BodyError) -> MappedFile {
    do throws(SystemError) {
      return try MappedFile(file.descriptor)
    } catch {
      throw BodyError(.readFailed, path: folder, systemError: error)
    }
  }

  /// Gives the file its name, without copying it. Nothing may be written afterwards.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - policy: What happens if something already exists there.
  ///   - creatingFolders: Whether the folders of `path` are created if they are missing.
  /// - Returns: The path under which the file is, or `nil` if it cannot get a name there: see ``TemporaryFile``.
  /// - Throws: ``BodyError/Code/fileExists``, ``BodyError/Code/fileIsDirectory`` or ``BodyError/Code/writeFailed``.
  package func commit(
    to path: String, ifExists policy: ExistingFilePolicy, creatingFolders: Bool
  ) async throws -> String? {
    let path = try DestinationPath(path)
    return try await withTaskExecutorPreference(BlockingExecutor.shared) {
      if creatingFolders { try path.createFolder(synchronizing: false) }
      return try file.commit(to: path, ifExists: policy)
    }
  }

  /// Returns a reader of the bytes written so far, from an offset within them on, which keeps the file.
  package func makeReader(at offset: Int64) -> any BodyReader {
    Reader(file.descriptor, from: offset, byteCount: byteCount, folder: folder)
  }

  /// A reader with a position of its own on the descriptor of the file.
  private final class Reader: BodyReader {
    private let descriptor: Descriptor
    private let byteCount: Int64
    private let folder: String
    private var offset: Int64

    init(_ descriptor: Descriptor, from offset: Int64, byteCount: Int64, folder: String) {
      self.descriptor = descriptor
      self.offset = offset
      self.byteCount = byteCount
      self.folder = folder
    }

    func read(into output: inout OutputSpan<UInt8>) throws(BodyError) -> BodyReadOutcome {
      if offset == byteCount { return .end }
      if output.isFull { return .more }
      let limit = Int(min(byteCount - offset, Int64(output.freeCapacity)))
      let count: Int
      do {
        count = try descriptor.read(into: &output, upTo: limit, at: offset)
      } catch {
        throw BodyError(.readFailed, path: folder, systemError: error)
      }
      // Only after the file got a name can another program have changed it.
      if count == 0 { throw BodyError(.fileShrank, expected: byteCount, actual: offset) }
      offset += Int64(count)
      return offset == byteCount ? .end : .more
    }
  }
}
