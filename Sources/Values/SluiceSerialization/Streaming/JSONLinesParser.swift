internal import SluiceBody
package import SluiceJSON
internal import SluiceSupport

/// A parser that decodes the records of [JSON Lines](https://jsonlines.org), also known as NDJSON: one JSON document
/// per line.
///
/// ```swift
/// let users = ElementStream(body.chunks(), makeParser: { JSONLinesParser(of: User.self) })
/// for try await user in users { handle(user) }
/// ```
///
/// A line ends with LF or CRLF; the last line may lack its terminator. Lines that contain only white space and a byte
/// order mark at the very start are skipped.
///
/// - Throws: From its methods, ``ErrorCode/undecodableRecord``: for malformed JSON, with a `JSON.SyntaxError` that has
///   the line, column and byte in the stream; for a record of another type, with a `DecodingError` whose coding path
///   begins with the index of the record. Also ``ErrorCode/recordTooLarge``.
package struct JSONLinesParser<Element: Decodable>: StreamParser, JSONRecordParser, Sendable {
  private var lines: LineSplitter
  var records: JSONRecordDecoder
  /// The position of the start of the current line.
  private var position = JSONPosition()
  var failure = FinalError<any Error>()

  /// Creates a parser of records.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - decoder: The decoder of the records. Defaults to `JSON.Decoder()`.
  ///   - maximumRecordByteCount: The maximum number of bytes of a line, without its terminator, or `nil` for no limit.
  ///     Defaults to 16 MiB.
  package init(
    of type: Element.Type = Element.self, decoder: JSON.Decoder = JSON.Decoder(),
    maximumRecordByteCount: Int? = 16 << 20
  ) {
    lines = LineSplitter(maximumByteCount: maximumRecordByteCount, tooLong: .recordTooLarge)
    records = JSONRecordDecoder(decoder)
  }

  /// Returns the next record that `bytes` completes, or `nil` once all of `bytes` is consumed.
  package mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> Element? {
    try nextRecord(in: bytes, from: &position)
  }

  /// Appends the next records that `bytes` complete to `elements`, at most `limit`.
  package mutating func appendElements(
    in bytes: Span<UInt8>, from position: inout Int, to elements: inout [Element], upTo limit: Int?
  ) throws {
    try appendRecords(in: bytes, from: &position, to: &elements, upTo: limit)
  }

  /// Returns the record of a last line without terminator, or `nil` if there is none.
  package mutating func finish() throws -> Element? {
    try failure.check()
    do {
      guard try lines.finish() != nil, let document = try documentOfHeldLine() else { return nil }
      return try records.decode(Element.self, from: document)
    } catch {
      throw keep(error)
    }
  }

  mutating func nextDocument(
    in bytes: Span<UInt8>, from position: inout Int
  ) throws -> JSONRecordDecoder.Document? {
    while let line = try lines.next(in: bytes, from: &position) {
      let document =
        switch line {
        case .inChunk(let range): try document(of: bytes.extracting(range))
        case .held: try documentOfHeldLine()
        }
      self.position.advance(over: UInt8(ascii: "\n"))
      if let document { return document }
    }
    return nil
  }

  private mutating func documentOfHeldLine() throws(JSON.SyntaxError) -> JSONRecordDecoder.Document? {
    let line = lines.held
    return try document(of: line.span)
  }

  /// Parses the record of a line, or returns `nil` for a blank line.
  private mutating func document(of line: Span<UInt8>) throws(JSON.SyntaxError) -> JSONRecordDecoder.Document?
  {
    if position.byteOffset < lines.byteOffset {
      for byte in ByteOrderMark.utf8.bytes { position.advance(over: byte) }
    }
    let start = position
    position.advance(over: line)
    if JSON.isBlank(line) { return nil }
    return try records.parse(line, at: start)
  }
}
