/// A part with all of its bytes. It has the members of its ``head``, such as `name` and `mediaType`.
@dynamicMemberLookup
public struct CollectedPart: Sendable {
  /// The head of the part.
  public let head: MultipartParser.PartHead
  /// The body of the part.
  public let bytes: [UInt8]

  /// A member of the head.
  public subscript<Value>(dynamicMember member: KeyPath<MultipartParser.PartHead, Value>) -> Value {
    head[keyPath: member]
  }
}

extension MultipartReader {
  /// Returns all parts, in order.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes of all parts together.
  ///   - actor: The actor to stay on. Defaults to the caller's.
  /// - Throws: ``ErrorCode/partTooLarge`` if the parts have more bytes; otherwise the errors of reading.
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
      parts.append(CollectedPart(head: part.head, bytes: bytes))
    }
    return parts
  }
}
