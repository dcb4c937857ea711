internal import SluiceJSON
internal import SluiceSupport

/// Decodes the records of a stream, each a separate JSON document. Errors have their position in the stream.
struct JSONRecordDecoder<Element: Decodable>: Sendable {
  private let maximumDepth: Int
  private let duplicateKeys: JSON.DuplicateKeys
  private var series: JSON.SeriesDecoder
  private var index = 0

  init(_ decoder: JSON.Decoder) {
    maximumDepth = decoder.maximumDepth
    duplicateKeys = decoder.duplicateKeys
    series = JSON.SeriesDecoder(decoder)
  }

  /// Parses the document of the record that begins at `start`.
  func parse(_ record: Span<UInt8>, at start: JSONPosition) throws(JSON.SyntaxError) -> JSON.Value {
    // The JSON parser would skip a byte order mark, which a record must not begin with.
    if !record.isEmpty, record[0] == 0xEF { throw start.error(.unexpectedCharacter) }
    do {
      return try JSON.Value(parsing: record, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys)
    } catch {
      throw start.error(error)
    }
  }

  /// Decodes the document of the next record, which begins at `start`.
  mutating func decode(_ document: JSON.Value, at start: JSONPosition) throws(StreamError) -> Element {
    defer { index += 1 }
    do {
      return try series.decode(Element.self, from: document)
    } catch {
      let underlying: any Error = (error as? DecodingError)?.inElement(at: index) ?? error
      throw StreamError(.undecodableRecord, at: start, underlying: underlying)
    }
  }
}

extension StreamError {
  /// Creates an error with the line and byte offset of a position.
  init(_ code: Code, at position: JSONPosition, underlying: (any Error)? = nil) {
    self.init(
      code, line: position.line, byteOffset: Int64(position.byteOffset), underlying: underlying)
  }
}
