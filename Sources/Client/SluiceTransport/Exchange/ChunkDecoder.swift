internal import SluiceBody
internal import SluiceCoding

/// Finds the data in a chunked body, as it was received (RFC 9112 §7.1).
///
/// libcurl passes the body undecoded. It would accept lines that end in LF alone, and anything at all between the size
/// of a chunk and the end of its line, and some versions accept more than others.
///
/// ```
///            digits               ;, or blanks and ;            CR
///  ┌──► size ───────► size ───────────────────────► extension ────┐
///  │                   └──────────────── CR ──────────────────────┴─► sizeEnd
///  │ LF                                                              │    │ LF after the size 0
///  └── dataEnd ◄── CR ── data, until the chunk's size is taken ◄─ LF ┘    ▼
///                                                             lineStart ─ CR, LF ─► ended
///                                                          LF ▲       │
///                                                             └ CR ◄─ trailer
/// ```
package struct ChunkDecoder {
  private enum State {
    case size(digitCount: Int)
    /// After blanks that an extension has to follow.
    case blanks
    case extensions
    /// After the CR of the line with the size.
    case sizeEnd
    case data
    /// After the data, before its CR or LF.
    case dataEnd(hasCR: Bool)
    /// At the start of a trailer, or of the empty line that ends the body.
    case lineStart
    case trailer(hasColon: Bool)
    /// After the CR of a trailer.
    case trailerEnd
    /// After the CR of the empty line.
    case lastLineEnd
    case ended
  }

  private var state = State.size(digitCount: 0)
  private var hasBegun = false
  /// The number of bytes of the chunk that have not been taken.
  private var rest: Int64 = 0
  /// Whether bytes have followed the end of the body.
  package private(set) var hasSurplus = false
  /// The number of bytes of the trailers, or of the extensions of the chunk.
  private var extraByteCount = 0

  /// Creates a decoder at the start of a body.
  package init() {}

  /// Whether the body has begun and has not ended.
  package var isWithinBody: Bool {
    if case .ended = state { false } else { hasBegun }
  }

  /// Returns the range of the next data, or `nil` if there is none in the rest of the bytes. The bytes after the end of
  /// the body are not a part of it.
  ///
  /// The data counts as taken after ``didTake(_:)`` only, so that it can be asked for again.
  ///
  /// - Parameters:
  ///   - bytes: Bytes of the body.
  ///   - position: The position of the first of them that was not passed before. It is moved to the data.
  /// - Throws: A ``SessionError`` with the code `invalid-response`.
  package mutating func nextData(
    in bytes: borrowing Span<UInt8>, from position: inout Int
  ) throws(SessionError) -> Range<Int>? {
    hasBegun = hasBegun || !bytes.isEmpty
    while position < bytes.count {
      switch state {
      case .data:
        return position..<(position + min(bytes.count - position, Int(clamping: rest)))
      case .ended:
        hasSurplus = true
        position = bytes.count
        return nil
      default:
        try take(bytes[position])
        position += 1
      }
    }
    return nil
  }

  /// Notes that data was taken: as many bytes of ``nextData(in:from:)`` as `count`.
  package mutating func didTake(_ count: Int) {
    rest -= Int64(count)
    if rest <= 0 { state = .dataEnd(hasCR: false) }
  }

  /// Takes a byte that is not data.
  private mutating func take(_ byte: UInt8) throws(SessionError) {
    switch (state, byte) {
    case (.size(let digitCount), _) where byte.hexValue != nil && digitCount < 16:
      guard rest <= Int64.max >> 4, let digit = byte.hexValue else { throw Self.malformed }
      rest = rest << 4 | Int64(digit)
      state = .size(digitCount: digitCount + 1)
    case (.size(1...), carriageReturn), (.extensions, carriageReturn): state = .sizeEnd
    case (.size(1...), UInt8(ascii: ";")), (.blanks, UInt8(ascii: ";")): state = .extensions
    case (.size(1...), _) where byte.isBlank, (.blanks, _) where byte.isBlank:
      try count()
      state = .blanks
    case (.extensions, _) where byte != lineFeed && byte != 0: try count()
    case (.sizeEnd, lineFeed):
      extraByteCount = 0
      state = rest > 0 ? .data : .lineStart
    case (.dataEnd(hasCR: false), carriageReturn): state = .dataEnd(hasCR: true)
    case (.dataEnd(hasCR: true), lineFeed): state = .size(digitCount: 0)
    case (.lineStart, carriageReturn): state = .lastLineEnd
    case (.trailer(hasColon: true), carriageReturn): state = .trailerEnd
    case (.trailerEnd, lineFeed): state = .lineStart
    case (.lastLineEnd, lineFeed): state = .ended
    case (.lineStart, _) where byte != lineFeed && byte != 0 && byte != UInt8(ascii: ":"):
      try count()
      state = .trailer(hasColon: false)
    case (.trailer(let hasColon), _) where byte != carriageReturn && byte != lineFeed && byte != 0:
      try count()
      state = .trailer(hasColon: hasColon || byte == UInt8(ascii: ":"))
    default: throw Self.malformed
    }
  }

  private mutating func count() throws(SessionError) {
    extraByteCount += 1
    if extraByteCount > ReceivingMachine.maximumHeadByteCount { throw ReceivingMachine.headTooLarge }
  }

  private static let malformed = SessionError(
    .invalidResponse, message: "the response's chunks are malformed")
}

private let carriageReturn = UInt8(ascii: "\r")
private let lineFeed = UInt8(ascii: "\n")

extension UInt8 {
  /// The value of a hexadecimal digit.
  fileprivate var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
