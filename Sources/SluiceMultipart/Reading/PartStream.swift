internal import SluiceBody

/// What a parser finds in a body, shared by a reader's iterator and the parts that it gives out.
final class PartStream {
  private let events: ParsedChunks<MultipartParser>
  private var partCount = 0
  /// The part that can be read.
  private var openPart: Int?
  private var isOpenPartClaimed = false

  init(_ chunks: ChunkSource, parser: MultipartParser) {
    events = ParsedChunks(of: chunks, parser: parser)
  }

  /// Passes over what is left of the part before.
  func nextPart(isolation actor: isolated (any Actor)?) async throws -> MultipartPart? {
    openPart = nil
    while let event = try await events.next(isolation: actor) {
      guard case .partBegan(let headers) = event else { continue }
      defer { partCount += 1 }
      openPart = partCount
      isOpenPartClaimed = false
      return MultipartPart(
        index: partCount, headers: headers, bodyOffset: events.parser.byteOffset, stream: self)
    }
    return nil
  }

  /// Lets one iteration read the part.
  func claim(_ part: MultipartPart) throws(MultipartError) {
    try check(part)
    if isOpenPartClaimed { throw part.error(.partAlreadyRead) }
    isOpenPartClaimed = true
  }

  /// The part's next bytes, or nil at its end.
  func nextBytes(
    of part: MultipartPart, isolation actor: isolated (any Actor)?
  ) async throws -> ArraySlice<UInt8>? {
    try check(part)
    switch try await events.next(isolation: actor) {
    case .bytes(let range): return events.chunk[range]
    case .withheldBytes(let bytes): return bytes
    default: return nil
    }
  }

  private func check(_ part: MultipartPart) throws(MultipartError) {
    if openPart != part.index { throw part.error(.partPassed) }
  }
}
