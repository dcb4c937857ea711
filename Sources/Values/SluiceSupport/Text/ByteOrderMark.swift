/// The byte order mark at the start of a text, the character U+FEFF, in each encoding that it identifies.
@usableFromInline
package enum ByteOrderMark: Sendable, CaseIterable {
  case utf8
  case utf16LittleEndian
  case utf16BigEndian

  /// The bytes of the mark.
  package var bytes: [UInt8] {
    switch self {
    case .utf8: Self.utf8Bytes
    case .utf16LittleEndian: Self.utf16LittleEndianBytes
    case .utf16BigEndian: Self.utf16BigEndianBytes
    }
  }

  private static let utf8Bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let utf16LittleEndianBytes: [UInt8] = [0xFF, 0xFE]
  private static let utf16BigEndianBytes: [UInt8] = [0xFE, 0xFF]

  /// Creates the mark with which `text` begins, or `nil` if it begins with none.
  ///
  /// This is the [Encoding standard](https://encoding.spec.whatwg.org)'s “BOM sniff”: it knows no UTF-32, whose
  /// little-endian mark begins like UTF-16's.
  package init?(atStartOf text: Span<UInt8>) {
    let mark = Self.allCases.first { mark in
      let bytes = mark.bytes
      return text.count >= bytes.count && bytes.indices.allSatisfy { text[$0] == bytes[$0] }
    }
    guard let mark else { return nil }
    self = mark
  }
}

extension ByteOrderMark {
  /// Skips a mark of UTF-8 at the very start of a stream, however the stream is split into chunks.
  @usableFromInline
  package struct Skipper: Sendable {
    /// The number of bytes of the mark that matched so far, or `nil` once the start of the stream is decided.
    @usableFromInline var open: Int? = 0
    /// The number of bytes that belong to the mark: 3 after a complete mark, otherwise 0.
    package private(set) var byteCount = 0

    /// Whether the start of the stream is decided, so that ``skip(in:from:)`` consumes nothing.
    @inlinable package var isDecided: Bool { open == nil }

    /// Creates a skipper at the start of a stream.
    package init() {}

    /// Consumes bytes that may belong to the mark.
    ///
    /// - Returns: The bytes consumed earlier that turned out to be text; usually empty.
    package mutating func skip(in bytes: Span<UInt8>, from position: inout Int) -> ArraySlice<UInt8> {
      while let matched = open, position < bytes.count {
        guard bytes[position] == ByteOrderMark.utf8Bytes[matched] else { return finish() }
        position += 1
        open = matched + 1
        if matched + 1 == ByteOrderMark.utf8Bytes.count {
          byteCount = ByteOrderMark.utf8Bytes.count
          open = nil
        }
      }
      return []
    }

    /// Ends the search and returns the bytes that were consumed but are text: an incomplete mark.
    package mutating func finish() -> ArraySlice<UInt8> {
      defer { open = nil }
      return ByteOrderMark.utf8Bytes[..<(open ?? 0)]
    }
  }
}
