internal import SluiceBody
internal import SluiceJSON
internal import SluiceSupport

/// A parser whose elements are JSON documents, one after the other.
///
/// Its methods are inlined, so that they are not generic in the parser.
protocol JSONRecordParser: StreamParser where Element: Decodable {
  var records: JSONRecordDecoder { get set }
  var failure: FinalError<any Error> { get set }

  /// Returns the next document that `bytes` completes, or `nil` once all of `bytes` is consumed.
  mutating func nextDocument(
    in bytes: Span<UInt8>, from position: inout Int
  ) throws -> JSONRecordDecoder.Document?
}

extension JSONRecordParser {
  /// Keeps an error, and returns it to be thrown. A record that is not JSON is a ``StreamError``, too.
  mutating func keep(_ error: any Error) -> any Error {
    failure.keep((error as? JSON.SyntaxError).map { StreamError(malformed: $0) } ?? error)
  }

  @inline(__always)
  mutating func nextRecord(in bytes: Span<UInt8>, from position: inout Int) throws -> Element? {
    try failure.check()
    do {
      return try nextDocument(in: bytes, from: &position).map { try records.decode(Element.self, from: $0) }
    } catch {
      throw keep(error)
    }
  }

  @inline(__always)
  mutating func appendRecords(
    in bytes: Span<UInt8>, from position: inout Int, to elements: inout [Element], upTo limit: Int?
  ) throws {
    try failure.check()
    do {
      var room = limit ?? .max
      while room > 0, let document = try nextDocument(in: bytes, from: &position) {
        elements.append(try records.decode(Element.self, from: document))
        room -= 1
      }
    } catch {
      throw keep(error)
    }
  }
}

/// Decodes the records of a stream, each a separate JSON document. Errors have their position in the stream.
///
/// It is not generic, because the compiler does not specialize the parsers for the types of other modules: what depends
/// on the type of the records costs more there.
struct JSONRecordDecoder: Sendable {
  /// The document of a record, and the position at which it begins.
  struct Document {
    let value: JSON.Value
    let start: JSONPosition
  }

  private var series: JSON.SeriesDecoder
  private var index = 0

  init(_ decoder: JSON.Decoder) {
    series = JSON.SeriesDecoder(decoder)
  }

  /// Parses the document of the record that begins at `start`.
  mutating func parse(_ record: Span<UInt8>, at start: JSONPosition) throws(JSON.SyntaxError) -> Document {
    // The JSON parser would skip a byte order mark, which a record must not begin with.
    if !record.isEmpty, record[0] == 0xEF { throw start.error(.unexpectedCharacter) }
    do {
      return Document(value: try series.parse(record), start: start)
    } catch {
      throw start.error(error)
    }
  }

  /// Decodes the document of the next record.
  mutating func decode<Record: Decodable>(
    _ type: Record.Type, from document: Document
  ) throws(StreamError) -> Record {
    defer { index += 1 }
    do {
      return try series.decode(type, from: document.value)
    } catch {
      let underlying: any Error = (error as? DecodingError)?.inElement(at: index) ?? error
      throw StreamError(.undecodableRecord, at: document.start, underlying: underlying)
    }
  }
}

extension StreamError {
  /// Creates an error with the line and byte offset of a position.
  init(_ code: ErrorCode, at position: JSONPosition, underlying: (any Error)? = nil) {
    self.init(
      code, line: position.line, byteOffset: Int64(position.byteOffset), underlying: underlying)
  }
}
