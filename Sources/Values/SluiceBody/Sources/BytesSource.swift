/// A body held in memory.
///
/// ```swift
/// let body = BytesSource("Hello".utf8)
/// body.byteCount                          // 5
/// ```
public struct BytesSource: BodySource, Hashable {
  /// The bytes of the body.
  public let bytes: [UInt8]

  /// Creates a body from a sequence of bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes; O(1) if `bytes` is an array.
  @inlinable
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The number of bytes, never `nil`.
  public var byteCount: Int64? { Int64(bytes.count) }
  /// Always `true`.
  public var isReplayable: Bool { true }
  /// Always `false`.
  public var needsOwnThread: Bool { false }

  /// Returns a new reader of the bytes.
  public func makeReader() -> any BodyReader {
    BytesReader(bytes, from: 0)
  }

  /// Returns a new reader of the bytes from an offset on.
  ///
  /// - Throws: ``BodyError/Code/rangeOutOfBounds``.
  public func makeReader(at offset: Int64) throws -> any BodyReader {
    try checkOffset(offset)
    return BytesReader(bytes, from: Int(offset))
  }

  /// The SHA-256 of the bytes.
  public func identity() -> BodyIdentity? { BodyIdentity(ofBytes: bytes) }
}

extension BodySource where Self == BytesSource {
  /// Returns a body held in memory.
  @inlinable
  public static func bytes(_ bytes: some Sequence<UInt8>) -> BytesSource {
    BytesSource(bytes)
  }

  /// Needs bytes, and not other integers.
  @available(
    *, unavailable, message: "A body consists of 'UInt8': '.bytes([UInt8](repeating: 65, count: 5000))'."
  )
  public static func bytes(_ bytes: some Sequence<Int>) -> BytesSource { BytesSource([]) }

  /// Returns a body of a string's UTF-8 bytes.
  @inlinable
  public static func text(_ text: String) -> BytesSource {
    BytesSource(text.utf8)
  }
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
