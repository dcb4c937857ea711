internal import SluiceBody
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
  @inline(__always)
  mutating func nextRecord(in bytes: Span<UInt8>, from position: inout Int) throws -> Element? {
    try failure.check()
    do {
      return try nextDocument(in: bytes, from: &position).map { try records.decode(Element.self, from: $0) }
    } catch {
      throw failure.keep(error)
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
      throw failure.keep(error)
    }
  }
}
