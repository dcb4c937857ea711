public import SluiceBody

/// The parts of a multipart body, one after another, as its bytes arrive.
///
/// ```swift
/// for try await part in try MultipartReader(request.body, contentType: type) {
///   switch part.name {
///   case "title": title = String(decoding: try await part.collect(upTo: 1000), as: UTF8.self)
///   case "video": try await part.write(inFolder: "/data/videos", ifExists: .unique)
///   default: break                               // skipped without being stored
///   }
/// }
/// ```
///
/// Bytes are requested when the consumer needs them, so a slow consumer slows the sender down. A single chunk is held
/// at a time. A part can be read until the next one is requested. After the last part, the rest of the body is read to
/// its end.
///
/// The iteration throws a ``MultipartError``, the error of the body's sequence, or a `CancellationError` if the task is
/// cancelled. An error is final.
public struct MultipartReader: AsyncSequence, Sendable {
  private let parser: MultipartParser
  private let chunks: ChunkSource

  /// Creates a reader of an async sequence of byte chunks, which may be empty.
  ///
  /// A chunk is any collection of bytes, such as `[UInt8]`, `ArraySlice<UInt8>` or `Data`. For chunks of another type,
  /// map the sequence: `MultipartReader(body.map { $0.readableBytesView }, …)` for SwiftNIO's `ByteBuffer`.
  ///
  /// - Parameters:
  ///   - chunks: The chunks of the body.
  ///   - contentType: The media type of the body, with its boundary.
  ///   - limits: The limits of the body. Defaults to `MultipartLimits()`.
  ///   - leniencies: The deviations to accept. Defaults to none.
  /// - Throws: The same errors as ``MultipartParser/init(contentType:limits:accepting:)``.
  public init<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, contentType: String, limits: MultipartLimits = MultipartLimits(),
    accepting leniencies: MultipartLeniencies = []
  ) throws(MultipartError) where Chunks.Element: Collection<UInt8> {
    parser = try MultipartParser(contentType: contentType, limits: limits, accepting: leniencies)
    self.chunks = ChunkSource(chunks)
  }

  /// Creates a reader of a whole body in memory, such as a `[UInt8]`, an `ArraySlice<UInt8>` or a `Data`.
  ///
  /// - Parameters:
  ///   - bytes: The body.
  ///   - contentType: The media type of the body, with its boundary.
  ///   - limits: The limits of the body. Defaults to `MultipartLimits()`.
  ///   - leniencies: The deviations to accept. Defaults to none.
  /// - Throws: The same errors as ``MultipartParser/init(contentType:limits:accepting:)``.
  public init(
    _ bytes: some Collection<UInt8>, contentType: String, limits: MultipartLimits = MultipartLimits(),
    accepting leniencies: MultipartLeniencies = []
  ) throws(MultipartError) {
    parser = try MultipartParser(contentType: contentType, limits: limits, accepting: leniencies)
    chunks = ChunkSource(bytes)
  }

  /// Creates a reader of a body, which is read in chunks of at most 128 KiB.
  ///
  /// - Parameters:
  ///   - source: The body.
  ///   - contentType: The media type of the body, with its boundary. Defaults to the body's own.
  ///   - limits: The limits of the body. Defaults to `MultipartLimits()`.
  ///   - leniencies: The deviations to accept. Defaults to none.
  /// - Throws: The same errors as ``MultipartParser/init(contentType:limits:accepting:)``.
  public init(
    _ source: some BodySource, contentType: String? = nil, limits: MultipartLimits = MultipartLimits(),
    accepting leniencies: MultipartLeniencies = []
  ) throws(MultipartError) {
    try self.init(
      source.chunks(ofUpTo: 128 * 1024), contentType: contentType ?? source.contentType ?? "",
      limits: limits, accepting: leniencies)
  }

  /// Returns an iterator over the parts, which reads the body from its start. It skips the unread bytes of a part when
  /// the next one is requested.
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<MultipartPart, any Error> {
    PartIterator(stream: PartStream(chunks, parser: parser))
  }
}

/// One pass over the parts of a body.
private struct PartIterator: AsyncIteratorProtocol {
  let stream: PartStream

  mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> MultipartPart? {
    try await stream.nextPart(isolation: actor)
  }
}

/// The events of a body, shared by a reader's iterator and the parts that it returns.
final class PartStream {
  private let events: ParsedChunks<MultipartParser>
  private var partCount = 0
  /// The index of the part that can be read, or `nil` if none can.
  private var openPart: Int?
  private var isOpenPartClaimed = false

  init(_ chunks: ChunkSource, parser: MultipartParser) {
    events = ParsedChunks(of: chunks, parser: parser)
  }

  /// Returns the next part, or `nil` after the last one. The rest of the part before is skipped.
  func nextPart(isolation actor: isolated (any Actor)?) async throws -> MultipartPart? {
    openPart = nil
    while let event = try await events.next(isolation: actor) {
      guard case .partBegan(let head) = event else { continue }
      defer { partCount += 1 }
      openPart = partCount
      isOpenPartClaimed = false
      return MultipartPart(
        index: partCount, head: head, bodyOffset: events.parser.byteOffset, stream: self)
    }
    return nil
  }

  /// Reserves the bytes of the part for one iteration.
  func claim(_ part: MultipartPart) throws(MultipartError) {
    try check(part)
    if isOpenPartClaimed { throw part.error(.partAlreadyRead) }
    isOpenPartClaimed = true
  }

  /// Returns the next bytes of the part, or `nil` at its end.
  func nextBytes(
    of part: MultipartPart, isolation actor: isolated (any Actor)?
  ) async throws -> ArraySlice<UInt8>? {
    try check(part)
    return try await events.next(isolation: actor).flatMap(bytes(of:))
  }

  /// Passes the bytes of the part to `body`, with a suspension only if another chunk is needed.
  func forEachPiece(
    of part: MultipartPart, isolation actor: isolated (any Actor)?, _ body: (ArraySlice<UInt8>) throws -> Void
  ) async throws {
    try claim(part)
    repeat {
      // Another task may have requested the next part during the suspension.
      try check(part)
      while let event = try events.nextAtHand() {
        guard let piece = bytes(of: event) else { return }
        try body(piece)
      }
    } while try await events.hasMore(isolation: actor)
  }

  private func bytes(of event: MultipartParser.Event) -> ArraySlice<UInt8>? {
    switch event {
    case .bytes(let range): events.chunk[range]
    case .withheldBytes(let bytes): bytes
    default: nil
    }
  }

  private func check(_ part: MultipartPart) throws(MultipartError) {
    if openPart != part.index { throw part.error(.partPassed) }
  }
}
