public import SluiceBody

/// A response's body once it is whole: in memory, or in a temporary file that goes with the last copy of this value.
public struct CollectedBody: Sendable {
  private let content: SpooledBytes
  private let map: MappedFile?

  public init(_ bytes: [UInt8]) {
    content = SpooledBytes(bytes)
    map = nil
  }

  private init(_ content: SpooledBytes) throws {
    self.content = content
    map = if case .file(let file) = content.content { try MappedFile(at: file.path) } else { nil }
  }

  public var count: Int { Int(content.byteCount) }
  public var isEmpty: Bool { count == 0 }

  /// All bytes, as an array. Those of a file are read into memory for it.
  public var bytes: [UInt8] {
    if case .memory(let bytes) = content.content { return bytes }
    return prefix(count)
  }

  /// Calls `body` with all bytes, wherever they are.
  public func withSpan<Result, E: Error>(_ body: (Span<UInt8>) throws(E) -> Result) throws(E) -> Result {
    switch (content.content, map) {
    case (.memory(let bytes), _): try body(bytes.span)
    case (.file, let map?): try map.withSpan(body)
    case (.file, nil): try body(Span())
    }
  }

  /// The first bytes, at most `count`.
  func prefix(_ count: Int) -> [UInt8] {
    withSpan { span in
      let start = span.extracting(first: count)
      return [UInt8](copying: start)
    }
  }
}

extension CollectedBody: BodySource {
  public var byteCount: Int64? { content.byteCount }
  public var isReplayable: Bool { true }
  public func makeReader() throws -> any BodyReader { try content.makeReader() }
}

extension CollectedBody {
  /// The first bytes of a body, and whether they are all.
  ///
  /// - Parameter empty: says how many of them are kept in memory, and where the others go. All are by default.
  package static func collecting(
    _ chunks: some AsyncSequence<[UInt8], any Error>, upTo limit: Int,
    into empty: SpooledBytes = SpooledBytes()
  ) async throws -> (body: CollectedBody, isWhole: Bool) {
    var content = empty
    for try await chunk in chunks {
      let room = max(limit, 0) - Int(content.byteCount)
      try await content.append(chunk.prefix(room))
      if chunk.count > room { return (try CollectedBody(content), false) }
    }
    return (try CollectedBody(content), true)
  }
}
