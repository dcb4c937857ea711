internal import FoundationEssentials
internal import SluiceBody

/// A temporary file that lives as long as this does.
final class SpooledFile: Sendable {
  let path: String
  private let file: PartFile
  private let count = Lock<Int64>(0)

  /// A file that nobody else may read, in `folder`.
  init(in folder: String) async throws {
    path = "\(folder)/sluice-\(UUID().uuidString)"
    file = try await PartFile(at: path, permissions: 0o600)
  }

  deinit { file.remove() }

  var byteCount: Int64 { count.withLock { $0 } }

  func append(_ bytes: ArraySlice<UInt8>) async throws {
    try await file.append(bytes)
    count.withLock { $0 += Int64(bytes.count) }
  }
}

/// Reads a spooled file, and keeps it meanwhile.
final class SpooledFileReader: BodyReader {
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
