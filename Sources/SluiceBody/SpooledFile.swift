internal import FoundationEssentials

/// A temporary file that is removed when this object is deallocated.
package final class SpooledFile: Sendable {
  package let path: String
  private let file: NewFile
  private let count = Lock<Int64>(0)

  /// The system's folder for temporary files, as determined at the first access, without a slash at the end.
  package static let systemFolder = {
    var folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    while folder.utf8.count > 1, folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
    return folder
  }()

  /// Creates a file in `folder` that only its owner can read.
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

  /// Returns a reader of the bytes written so far, which keeps the file.
  package func makeReader() throws -> any BodyReader {
    Reader(self, reader: try FileSource(at: path).makeReader())
  }

  /// A reader that keeps the file until it is released.
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
