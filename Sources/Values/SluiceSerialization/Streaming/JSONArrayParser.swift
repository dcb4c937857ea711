internal import SluiceBody
package import SluiceJSON
internal import SluiceSupport

/// A parser that decodes the elements of one top-level JSON array, one by one as they arrive.
///
/// ```swift
/// let users = ElementStream(body.chunks(), makeParser: { JSONArrayParser(of: User.self) })
/// for try await user in users { handle(user) }
/// ```
///
/// The array may have any length; memory is bounded by its largest element.
///
/// - Throws: From its methods, ``ErrorCode/undecodableRecord``: for malformed JSON, and an element that exceeds its
///   limit, with a `JSON.SyntaxError` that has the line, column and byte in the stream; for an element of another type,
///   with a `DecodingError` whose coding path begins with the index of the element.
package struct JSONArrayParser<Element: Decodable>: StreamParser, JSONRecordParser, Sendable {
  private var elements: JSON.ElementParser
  var records: JSONRecordDecoder
  var failure = FinalError<any Error>()

  /// Creates a parser of an array.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - decoder: The decoder of the elements. Defaults to `JSON.Decoder()`. Its `maximumDepth` includes the
  ///     outer array.
  ///   - maximumElementByteCount: The maximum number of bytes of an element, or `nil` for no limit. Defaults to 16 MiB.
  package init(
    of type: Element.Type = Element.self, decoder: JSON.Decoder = JSON.Decoder(),
    maximumElementByteCount: Int? = 16 << 20
  ) {
    elements = JSON.ElementParser(
      maximumElementByteCount: maximumElementByteCount, maximumDepth: decoder.maximumDepth,
      duplicateKeys: decoder.duplicateKeys)
    records = JSONRecordDecoder(decoder)
  }

  /// Returns the next element that `bytes` completes, or `nil` once all of `bytes` is consumed.
  package mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> Element? {
    try nextRecord(in: bytes, from: &position)
  }

  /// Appends the next elements that `bytes` complete to `elements`, at most `limit`.
  package mutating func appendElements(
    in bytes: Span<UInt8>, from position: inout Int, to elements: inout [Element], upTo limit: Int?
  ) throws {
    try appendRecords(in: bytes, from: &position, to: &elements, upTo: limit)
  }

  /// Checks that the array is complete at the end of the stream. Always returns `nil`.
  package mutating func finish() throws -> Element? {
    try failure.check()
    do {
      try elements.finish()
      return nil
    } catch {
      throw keep(error)
    }
  }

  mutating func nextDocument(
    in bytes: Span<UInt8>, from position: inout Int
  ) throws(JSON.SyntaxError) -> JSONRecordDecoder.Document? {
    guard let element = try elements.next(in: bytes, from: &position) else { return nil }
    return JSONRecordDecoder.Document(value: element, start: elements.elementPosition)
  }
}
