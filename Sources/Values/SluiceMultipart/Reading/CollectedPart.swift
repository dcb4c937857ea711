public import SluiceCoding

/// A part with all of its bytes.
public struct CollectedPart: Sendable {
  /// The head of the part.
  public let head: MultipartParser.PartHead
  /// The body of the part.
  public let bytes: [UInt8]

  /// Creates a part from its head and bytes.
  public init(head: MultipartParser.PartHead, bytes: [UInt8]) {
    self.head = head
    self.bytes = bytes
  }

  /// All headers of the part, in order.
  public var headers: MultipartForm.Part.Headers { head.headers }
  /// The name of the form field. Never `nil` in form-data; always `nil` otherwise.
  public var name: String? { head.name }
  /// The name of the file as the peer sent it. Do not use it in a path: see ``SafeFileName``.
  public var fileName: String? { head.fileName }
  /// The parsed `Content-Disposition`. Never `nil` in form-data.
  public var disposition: ContentDisposition? { head.disposition }
  /// The media type, or `nil` if it is missing or malformed.
  public var mediaType: MediaType? { head.mediaType }
  /// The range that the part's bytes have in the whole. Never `nil` in byteranges; always `nil` otherwise.
  public var contentRange: ContentRange? { head.contentRange }
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
      parts.append(CollectedPart(head: part.head, bytes: bytes))
    }
    return parts
  }
}
