/// A body held in memory.
public struct BytesSource: BodySource, Hashable {
  public let bytes: [UInt8]

  @inlinable
  public init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  public var byteCount: Int64? { Int64(bytes.count) }
  public var isReplayable: Bool { true }

  public func makeReader() -> any BodyReader {
    BytesReader(bytes)
  }
}

extension BodySource where Self == BytesSource {
  /// A body held in memory.
  @inlinable
  public static func bytes(_ bytes: some Sequence<UInt8>) -> BytesSource {
    BytesSource(bytes)
  }

  /// A text's UTF-8 bytes.
  @inlinable
  public static func text(_ text: String) -> BytesSource {
    BytesSource(text.utf8)
  }
}

private final class BytesReader: BodyReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(into output: inout OutputSpan<UInt8>) -> BodyReadOutcome {
    let count = min(output.freeCapacity, bytes.count - offset)
    let bytes = bytes
    output.append(copying: bytes.span.extracting(offset..<offset + count))
    offset += count
    return offset == bytes.count ? .end : .more
  }
}
