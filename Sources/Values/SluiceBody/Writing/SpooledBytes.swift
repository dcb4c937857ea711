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
  /// - Throws: ``BodyError/Code/rangeOutOfBounds``.
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
