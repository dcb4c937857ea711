/// Bytes that are gathered in memory as long as they are few, then in a temporary file that goes with the last copy of
/// this value.
package struct SpooledBytes: Sendable {
  package enum Content: Sendable {
    case memory([UInt8])
    case file(SpooledFile)
  }

  package private(set) var content = Content.memory([])
  private let memoryLimit: Int
  private let folder: String

  /// - Parameters:
  ///   - memoryLimit: the most bytes that are kept in memory.
  ///   - folder: where a temporary file is made.
  package init(memoryLimit: Int = .max, folder: String = SpooledFile.systemFolder) {
    self.memoryLimit = memoryLimit
    self.folder = folder
  }

  package init(_ bytes: [UInt8]) {
    self.init()
    content = .memory(bytes)
  }

  package var byteCount: Int64 {
    switch content {
    case .memory(let bytes): Int64(bytes.count)
    case .file(let file): file.byteCount
    }
  }

  package mutating func append(_ piece: ArraySlice<UInt8>) async throws {
    switch content {
    case .file(let file): try await file.append(piece)
    case .memory(let bytes) where bytes.isEmpty && piece.count <= memoryLimit:
      // All of an array is that array, not a copy.
      content = .memory(Array(piece))
    case .memory(var bytes) where piece.count <= memoryLimit - bytes.count:
      // Not held twice, so that it can grow in place.
      content = .memory([])
      bytes += piece
      content = .memory(bytes)
    case .memory(let bytes):
      let file = try await SpooledFile(in: folder)
      try await file.append(bytes[...])
      try await file.append(piece)
      content = .file(file)
    }
  }

  package func makeReader() throws -> any BodyReader {
    switch content {
    case .memory(let bytes): BytesSource(bytes).makeReader()
    case .file(let file): try file.makeReader()
    }
  }
}
