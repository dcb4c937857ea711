public import SluiceBody
public import SluiceCoding

/// The records of JSON Lines, also known as NDJSON: one JSON document a line.
///
/// A line ends with LF or CRLF; the last may have no end. Lines of white space alone are passed over, and so is a byte
/// order mark at the very start.
///
/// - Throws: from its methods: `JSON.SyntaxError` with the line, column and byte of the stream;
///   ``StreamError/Code/undecodableRecord``, in whose `DecodingError` the coding path begins with the record's index;
///   ``StreamError/Code/recordTooLarge``.
public struct JSONLinesParser<Element: Decodable>: StreamParser, FinalError, Sendable {
  private var lines: LineSplitter
  private var records: JSONRecordDecoder<Element>
  /// Where the line begins.
  private var position = JSONPosition()
  var failure: (any Error)?

  /// - Parameters:
  ///   - maxRecordBytes: how many bytes a line may have, without its end. 16 MiB by default.
  ///   - decoder: with its own defaults by default.
  public init(
    of type: Element.Type = Element.self, decoder: JSON.Decoder = JSON.Decoder(),
    maxRecordBytes: Int = 16 << 20
  ) {
    lines = LineSplitter(maxBytes: maxRecordBytes, tooLong: .recordTooLarge)
    records = JSONRecordDecoder(decoder)
  }

  public mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> Element? {
    try unlessFailed { parser in
      while let line = try parser.lines.next(in: bytes, from: &position) {
        let element =
          switch line {
          case .inChunk(let range): try parser.element(of: bytes.extracting(range))
          case .held: try parser.elementOfHeldLine()
          }
        parser.position.advance(over: UInt8(ascii: "\n"))
        if let element { return element }
      }
      return nil
    }
  }

  public mutating func finish() throws -> Element? {
    try unlessFailed { parser in
      try parser.lines.finish() == nil ? nil : try parser.elementOfHeldLine()
    }
  }

  private mutating func elementOfHeldLine() throws -> Element? {
    let line = lines.held
    return try element(of: line.span)
  }

  /// The element that a line has, if any.
  private mutating func element(of line: Span<UInt8>) throws -> Element? {
    if position.byteOffset < lines.byteOffset {
      for byte in ByteOrderMark.bytes { position.advance(over: byte) }
    }
    let start = position
    position.advance(over: line)
    if JSON.isBlank(line) { return nil }
    return try records.decode(records.parse(line, at: start), at: start)
  }
}
