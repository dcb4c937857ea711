/// A body held in memory: ``BodySource/bytes(_:)``.
package struct BytesSource: BodySource, Hashable {
  /// The bytes of the body.
  package let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// The number of bytes, never `nil`.
  package var byteCount: Int64? { Int64(bytes.count) }
  /// Always `true`.
  package var isReplayable: Bool { true }
  /// Always `false`.
  package var needsOwnThread: Bool { false }

  /// Returns a new reader of the bytes.
  package func makeReader() -> any BodyReader {
    BytesReader(bytes, from: 0)
  }

  /// Returns a new reader of the bytes from an offset on.
  ///
  /// - Throws: ``ErrorCode/rangeOutOfBounds``.
  package func makeReader(at offset: Int64) throws -> any BodyReader {
    try checkOffset(offset)
    return BytesReader(bytes, from: Int(offset))
  }

  /// The SHA-256 of the bytes.
  package func identity() -> BodyIdentity? { BodyIdentity(ofBytes: bytes) }
}

private final class BytesReader: BodyReader {
  private let bytes: [UInt8]
  private var offset: Int

  init(_ bytes: [UInt8], from offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  func read(into output: inout OutputSpan<UInt8>) -> BodyReadOutcome {
    let count = min(output.freeCapacity, bytes.count - offset)
    let bytes = bytes
    output.append(copying: bytes.span.extracting(offset..<offset + count))
    offset += count
    return offset == bytes.count ? .end : .more
  }
}
