/// A part with all of its bytes.
public struct CollectedPart: Sendable {
  public let headers: PartHeaders
  public let bytes: [UInt8]

  public init(headers: PartHeaders, bytes: [UInt8]) {
    self.headers = headers
    self.bytes = bytes
  }
}

extension MultipartReader {
  /// All parts, in order.
  ///
  /// - Parameter limit: the most bytes that all of them may have.
  /// - Throws: ``MultipartError/Code/partTooLarge`` where there is one more, and what reading throws.
  public func collect(
    upTo limit: Int, isolation actor: isolated (any Actor)? = #isolation
  ) async throws -> [CollectedPart] {
    var parts: [CollectedPart] = []
    var left = limit
    var iterator = makeAsyncIterator()
    while let part = try await iterator.next(isolation: actor) {
      let bytes = try await part.collect(upTo: left, isolation: actor)
      left -= bytes.count
      parts.append(CollectedPart(headers: part.headers, bytes: bytes))
    }
    return parts
  }
}
