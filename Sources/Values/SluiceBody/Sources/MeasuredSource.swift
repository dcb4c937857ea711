extension BodySource {
  /// Returns the same body with its exact ``byteCount``, which is counted by a separate pass over it if it is unknown.
  ///
  /// ```swift
  /// let log = try await AnyBody.gzip(.file(at: "/var/log/syslog")).measured()    // is not sent in chunks
  /// ```
  ///
  /// If the body changes afterwards, sending it is a ``ErrorCode/byteCountMismatch`` error.
  ///
  /// The pass runs on a thread outside the shared concurrency pool.
  ///
  /// - Throws: ``ErrorCode/notReplayable`` if the body can be read only once; otherwise the errors of reading.
  /// - Complexity: O(*n*) for *n* bytes, which are compressed, decompressed or generated as they would be to send them;
  ///   O(1) if their number is known.
  public func measured() async throws -> AnyBody {
    if try byteCount != nil { return AnyBody(self) }
    guard isReplayable else { throw BodyError(.notReplayable) }
    var count: Int64 = 0
    for try await chunk in chunks(ofUpTo: 256 * 1024) { count += Int64(chunk.count) }
    return AnyBody(MeasuredSource(_concrete, byteCount: count))
  }
}

/// A body whose bytes have been counted.
package struct MeasuredSource: BodySource {
  package let body: any BodySource
  private let knownByteCount: Int64?

  init(_ body: any BodySource, byteCount: Int64?) {
    self.body = body
    knownByteCount = byteCount
  }

  package var byteCount: Int64? { get throws { try body.byteCount ?? knownByteCount } }
  package var contentType: String? { body.contentType }
  package var isReplayable: Bool { body.isReplayable }
  package var needsOwnThread: Bool { body.needsOwnThread }

  package func makeReader() throws -> any BodyReader { try body.makeReader() }

  package func makeReader(at offset: Int64) throws -> any BodyReader {
    try checkOffset(offset)
    return try body.makeReader(at: offset)
  }

  package func identity() throws -> BodyIdentity? {
    try body.identity().map { BodyIdentity(of: $0, byteCount: knownByteCount, after: "measured") }
  }
}

extension MeasuredSource: PartedSource {
  package func part(at offset: Int64) -> PartProgress? { body.partIfAny(at: offset) }
}

extension MeasuredSource: RandomizedSource {
  package var randomTexts: [String] { body.randomTextsIfAny }

  package func withRandomTexts(_ texts: inout ArraySlice<String>) -> MeasuredSource {
    // Other bytes can have another size.
    randomTexts.isEmpty ? self : MeasuredSource(body.withRandomTextsIfAny(&texts), byteCount: nil)
  }
}
