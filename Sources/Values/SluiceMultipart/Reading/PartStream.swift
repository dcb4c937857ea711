internal import SluiceBody

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
