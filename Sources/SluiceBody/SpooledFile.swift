internal import FoundationEssentials

/// A temporary file that lives as long as this does.
package final class SpooledFile: Sendable {
  package let path: String
  private let file: NewFile
  private let count = Lock<Int64>(0)

  /// The system's folder for temporary files, as it was first asked for.
  package static let systemFolder = {
    var folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
    return folder
  }()

  /// A file that nobody else may read, in `folder`.
  package init(in folder: String) async throws {
    path = "\(folder)/sluice-\(UUID().uuidString)"
    file = try await NewFile(at: path, permissions: 0o600)
  }

  deinit { file.remove() }

  package var byteCount: Int64 { count.withLock { $0 } }

  package func append(_ bytes: ArraySlice<UInt8>) async throws {
    try await file.append(bytes)
    count.withLock { $0 += Int64(bytes.count) }
  }

  /// What has been written so far, from the start.
  package func makeReader() throws -> any BodyReader {
    Reader(self, reader: try FileSource(at: path).makeReader())
  }

  /// Keeps the file while it is read.
  private final class Reader: BodyReader {
    private let file: SpooledFile
    private let reader: any BodyReader

    init(_ file: SpooledFile, reader: any BodyReader) {
      self.file = file
      self.reader = reader
    }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      try reader.read(into: &output)
    }
  }
}
