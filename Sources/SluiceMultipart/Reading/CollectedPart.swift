/// A part with all of its bytes.
public struct CollectedPart: Sendable {
  /// The headers of the part.
  public let headers: PartHeaders
  /// The body of the part.
  public let bytes: [UInt8]

  /// Creates a part from its headers and bytes.
  public init(headers: PartHeaders, bytes: [UInt8]) {
    self.headers = headers
    self.bytes = bytes
  }
}

extension MultipartReader {
  /// Returns all parts, in order.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes of all parts together.
  ///   - actor: The actor to stay on. Defaults to the caller's.
  /// - Throws: ``MultipartError/Code/partTooLarge`` if the parts have more bytes; otherwise the errors of reading.
  /// - Complexity: O(*n*) for *n* bytes in the body.
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
