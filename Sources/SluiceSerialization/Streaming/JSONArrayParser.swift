public import SluiceBody
public import SluiceJSON
public import SluiceSupport

/// A parser that decodes the elements of one top-level JSON array, one by one as they arrive.
///
/// ```swift
/// let users = ElementStream(body.chunks(), makeParser: { JSONArrayParser(of: User.self) })
/// for try await user in users { handle(user) }
/// ```
///
/// The array may have any length; memory is bounded by its largest element.
///
/// - Throws: From its methods, `JSON.SyntaxError` with the line, column and byte in the stream, also if an element
///   exceeds its limit; ``StreamError/Code/undecodableRecord``, whose `DecodingError` has a coding path that begins
///   with the index of the element.
public struct JSONArrayParser<Element: Decodable>: StreamParser, FinalError, Sendable {
  private var elements: JSON.ElementParser
  private var records: JSONRecordDecoder<Element>
  package var failure: (any Error)?

  /// Creates a parser of an array.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - decoder: The decoder of the elements. Defaults to `JSON.Decoder()`. Its `maximumDepth` includes the
  ///     outer array.
  ///   - maximumElementByteCount: The maximum number of bytes of an element; `nil` for no limit. Defaults to 16 MiB.
  public init(
    of type: Element.Type = Element.self, decoder: JSON.Decoder = JSON.Decoder(),
    maximumElementByteCount: Int? = 16 << 20
  ) {
    elements = JSON.ElementParser(
      maximumElementByteCount: maximumElementByteCount, maximumDepth: decoder.maximumDepth,
      duplicateKeys: decoder.duplicateKeys)
    records = JSONRecordDecoder(decoder)
  }

  /// Returns the next element that `bytes` completes, or `nil` once all of `bytes` is consumed.
  public mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> Element? {
    try unlessFailed { parser in
      guard let element = try parser.elements.next(in: bytes, from: &position) else { return nil }
      return try parser.records.decode(element, at: parser.elements.elementPosition)
    }
  }

  /// Checks that the array is complete at the end of the stream. Always returns `nil`.
  public mutating func finish() throws -> Element? {
    try unlessFailed { parser in
      try parser.elements.finish()
      return nil
    }
  }
}
