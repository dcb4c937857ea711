public import SluiceBody

/// The complete body of a response, in memory or in a temporary file.
///
/// ```swift
/// let body = try await CollectedBody(collecting: chunks, upTo: 1 << 20)
/// let user = try await ResponseDecoder.json(User.self).decode(response, body: body)
/// ```
///
/// The temporary file has no name. It holds one open descriptor, and disappears with the last copy of this value, or
/// with the process.
public struct CollectedBody: Sendable {
  private let content: SpooledBytes.Content
  private let map: MappedFile?

  /// Creates a body in memory.
  package init(_ bytes: [UInt8]) {
    content = .memory(bytes)
    map = nil
  }

  /// Collects the chunks of a body that another client receives, in memory.
  ///
  /// ```swift
  /// let body = try await CollectedBody(collecting: response.body.map(\.readableBytesView), upTo: 1 << 20)
  /// ```
  ///
  /// - Parameters:
  ///   - chunks: The body, as chunks of any collection of bytes.
  ///   - limit: The maximum number of bytes. With one more, the rest is not read.
  ///   - actor: The actor to stay on. Defaults to the caller's.
  /// - Throws: A `BodyError` with the code `over-limit`; the error of `chunks`.
  /// - Complexity: O(*n*) for *n* bytes.
  public init<Chunks: AsyncSequence>(
    collecting chunks: Chunks, upTo limit: Int, isolation actor: isolated (any Actor)? = #isolation
  ) async throws where Chunks.Element: Collection<UInt8> {
    var bytes: [UInt8] = []
    var iterator = chunks.makeAsyncIterator()
    while let chunk = try await iterator.next(isolation: actor) {
      guard chunk.count <= limit - bytes.count else { throw BodyError(.overLimit) }
      bytes += chunk
    }
    self.init(bytes)
  }

  private init(_ spool: SpooledBytes) throws {
    content = spool.content
    map = if case .file(let file) = content { try file.mapped() } else { nil }
  }

  /// The number of bytes.
  public var count: Int { Int(content.byteCount) }
  /// A Boolean value that indicates whether the body has no bytes.
  public var isEmpty: Bool { count == 0 }

  /// All bytes of the body.
  ///
  /// - Complexity: O(1) if the body is in memory; O(*n*) if it is in a file, which is read into memory.
  public var bytes: [UInt8] {
    if case .memory(let bytes) = content { return bytes }
    return prefix(count)
  }

  /// Calls a closure with all bytes of the body. A file is mapped into memory, not copied.
  public func withSpan<Result, E: Error>(_ body: (Span<UInt8>) throws(E) -> Result) throws(E) -> Result {
    switch (content, map) {
    case (.memory(let bytes), _): try body(bytes.span)
    case (.file, let map?): try map.withSpan(body)
    case (.file, nil): try body(Span())
    }
  }

  /// Returns the first bytes, at most `count`.
  func prefix(_ count: Int) -> [UInt8] {
    withSpan { span in
      let start = span.extracting(first: count)
      return [UInt8](copying: start)
    }
  }
}

extension CollectedBody: BodySource {
  /// The number of bytes; never `nil`.
  public var byteCount: Int64? { content.byteCount }
  /// Always `true`.
  public var isReplayable: Bool { true }
  /// Always `false`.
  public var needsOwnThread: Bool { false }
  /// Returns a new reader of the bytes.
  public func makeReader() -> any BodyReader { content.makeReader() }

  /// Returns a new reader of the bytes from an offset on.
  ///
  /// - Throws: A `BodyError` with the code `range-out-of-bounds`.
  public func makeReader(at offset: Int64) throws -> any BodyReader { try content.makeReader(at: offset) }
}

extension CollectedBody {
  /// Collects up to `limit` bytes of a body.
  ///
  /// - Parameters:
  ///   - chunks: The body.
  ///   - limit: The maximum number of bytes to collect.
  ///   - empty: Empty storage that decides how many bytes stay in memory. By default, all do.
  /// - Returns: The bytes, and whether they are the whole body.
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
