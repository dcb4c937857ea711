/// A parser and where its input comes from, shared by a reader's iterator and the parts that it gives out.
final class PartStream {
  typealias NextChunk = (isolated (any Actor)?) async throws -> [UInt8]?

  private var parser: MultipartParser
  private let nextChunk: NextChunk
  private var chunk: [UInt8] = []
  private var position = 0
  private var hasInputEnded = false
  private var failure: (any Error)?

  private var partCount = 0
  /// The part that can be read.
  private var openPart: Int?
  private var isOpenPartClaimed = false

  init(parser: MultipartParser, nextChunk: @escaping NextChunk) {
    self.parser = parser
    self.nextChunk = nextChunk
  }

  /// Passes over what is left of the part before.
  func nextPart(isolation actor: isolated (any Actor)?) async throws -> MultipartPart? {
    openPart = nil
    while let event = try await nextEvent(isolation: actor) {
      guard case .partBegan(let headers) = event else { continue }
      defer { partCount += 1 }
      openPart = partCount
      isOpenPartClaimed = false
      return MultipartPart(index: partCount, headers: headers, bodyOffset: parser.byteOffset, stream: self)
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
    switch try await nextEvent(isolation: actor) {
    case .bytes(let range): return chunk[range]
    case .withheldBytes(let bytes): return bytes
    default: return nil
    }
  }

  private func check(_ part: MultipartPart) throws(MultipartError) {
    if openPart != part.index { throw part.error(.partPassed) }
  }

  private func nextEvent(isolation actor: isolated (any Actor)?) async throws -> MultipartParser.Event? {
    if let failure { throw failure }
    do {
      while true {
        try Task.checkCancellation()
        if let event = try parser.next(in: chunk.span, from: &position) { return event }
        if hasInputEnded { return try parser.finish() }
        let next = try await nextChunk(actor)
        // A cancelled sequence may just end, which must not look like the body's end.
        try Task.checkCancellation()
        chunk = next ?? []
        position = 0
        hasInputEnded = next == nil
      }
    } catch {
      failure = error
      throw error
    }
  }
}
