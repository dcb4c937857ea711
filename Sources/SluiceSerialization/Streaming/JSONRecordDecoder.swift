internal import SluiceCoding

/// Decodes the records of a stream, each a document of its own, and tells where in the stream one is wrong.
struct JSONRecordDecoder<Element: Decodable>: Sendable {
  private let maxDepth: Int
  private let duplicateKeys: JSON.DuplicateKeys
  private var series: JSON.SeriesDecoder
  private var index = 0

  init(_ decoder: JSON.Decoder) {
    maxDepth = decoder.maxDepth
    duplicateKeys = decoder.duplicateKeys
    series = JSON.SeriesDecoder(decoder)
  }

  /// The document of the record that begins at `start`.
  func parse(_ record: Span<UInt8>, at start: JSONPosition) throws(JSON.SyntaxError) -> JSON.Value {
    // A byte order mark would be skipped, as before a document that stands alone.
    if !record.isEmpty, record[0] == 0xEF { throw start.error(.unexpectedCharacter) }
    do {
      return try JSON.Value(parsing: record, maxDepth: maxDepth, duplicateKeys: duplicateKeys)
    } catch {
      throw start.error(error)
    }
  }

  /// The element of the next record, which begins at `start`.
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
  init(_ code: Code, at position: JSONPosition, underlying: (any Error)? = nil) {
    self.init(
      code, line: position.line, byteOffset: Int64(position.byteOffset), underlying: underlying)
  }
}
