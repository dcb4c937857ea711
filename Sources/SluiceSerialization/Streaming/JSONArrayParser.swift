public import SluiceBody
public import SluiceCoding

/// The elements of one top-level JSON array of any length, over `JSON.ElementParser`.
///
/// - Throws: from its methods: `JSON.SyntaxError` with the line, column and byte of the stream, also for an element that
///   is over its limit; ``StreamError/Code/undecodableRecord``, in whose `DecodingError` the coding path begins with
///   the element's index.
public struct JSONArrayParser<Element: Decodable>: StreamParser, FinalError, Sendable {
  private var elements: JSON.ElementParser
  private var records: JSONRecordDecoder<Element>
  var failure: (any Error)?

  /// - Parameters:
  ///   - maxElementBytes: how many bytes an element may have. 16 MiB by default.
  ///   - decoder: with its own defaults by default. Its `maxDepth` counts the outer array, too.
  public init(
    of type: Element.Type = Element.self, decoder: JSON.Decoder = JSON.Decoder(),
    maxElementBytes: Int = 16 << 20
  ) {
    elements = JSON.ElementParser(
      maxElementBytes: maxElementBytes, maxDepth: decoder.maxDepth, duplicateKeys: decoder.duplicateKeys)
    records = JSONRecordDecoder(decoder)
  }

  public mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> Element? {
    try unlessFailed { parser in
      guard let element = try parser.elements.next(in: bytes, from: &position) else { return nil }
      return try parser.records.decode(element, at: parser.elements.elementPosition)
    }
  }

  public mutating func finish() throws -> Element? {
    try unlessFailed { parser in
      try parser.elements.finish()
      return nil
    }
  }
}
