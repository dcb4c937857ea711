internal import SluiceBody
package import SluiceJSON
internal import SluiceSupport

/// A parser that decodes the records of a JSON text sequence
/// ([RFC 7464](https://www.rfc-editor.org/rfc/rfc7464)): each a record separator, a JSON document and a line feed.
///
/// ```swift
/// let users = ElementStream(body.chunks(), makeParser: { JSONSequenceParser(of: User.self) })
/// for try await user in users { handle(user) }
/// ```
///
/// An array, object or string is returned as soon as it is complete. A number, `true`, `false` or `null` is returned
/// with the white space that has to follow it (§2.4). Consecutive separators count as one.
///
/// - Throws: From its methods, ``ErrorCode/undecodableRecord``: for malformed JSON, with a `JSON.SyntaxError` that has
///   the line, column and byte in the stream; for a record of another type, with a `DecodingError` whose coding path
///   begins with the index of the record. Also ``ErrorCode/truncatedRecord``, ``ErrorCode/missingSeparator``,
///   ``ErrorCode/recordTooLarge``.
package struct JSONSequenceParser<Element: Decodable>: StreamParser, JSONRecordParser, Sendable {
  private enum State {
    /// Before the first separator.
    case start
    /// Directly after a separator.
    case separated
    /// After a separator and white space.
    case blank
    /// In a document.
    case inRecord
    /// After a complete document.
    case afterRecord
    /// After a malformed record, up to the next separator.
    case skipping
  }

  private let maximumRecordByteCount: Int?
  private let skipsMalformedRecords: Bool
  var records: JSONRecordDecoder
  private var state = State.start
  private var extent = JSONExtent(from: 0)
  private var held: [UInt8] = []
  private var position = JSONPosition()
  /// The position of the start of the current document.
  private var recordStart = JSONPosition()
  var failure = FinalError<any Error>()

  /// Creates a parser of records.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - decoder: The decoder of the records. Defaults to `JSON.Decoder()`.
  ///   - maximumRecordByteCount: The maximum number of bytes of a document, or `nil` for no limit. Defaults to 16 MiB.
  ///   - skipsMalformedRecords: Whether to skip records that are not JSON or are cut short, as RFC 7464 §2.1 and §2.3
  ///     allow, instead of throwing an error. Defaults to `false`.
  package init(
    of type: Element.Type = Element.self, decoder: JSON.Decoder = JSON.Decoder(),
    maximumRecordByteCount: Int? = 16 << 20, skipsMalformedRecords: Bool = false
  ) {
    self.maximumRecordByteCount = maximumRecordByteCount
    self.skipsMalformedRecords = skipsMalformedRecords
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

  /// Checks that the last record is complete at the end of the stream. Always returns `nil`.
  package mutating func finish() throws -> Element? {
    try failure.check()
    do {
      switch state {
      case .separated, .blank, .inRecord: try endTruncatedRecord()
      case .start, .afterRecord, .skipping: break
      }
      return nil
    } catch {
      throw keep(error)
    }
  }

  mutating func nextDocument(
    in bytes: Span<UInt8>, from position: inout Int
  ) throws -> JSONRecordDecoder.Document? {
    while position < bytes.count {
      if case .inRecord = state {
        if let document = try continueRecord(in: bytes, from: &position) { return document }
      } else {
        let (start, byte) = (position, bytes[position])
        try consume(byte, at: &position)
        if position > start { self.position.advance(over: byte) }
      }
    }
    return nil
  }

  // MARK: Between records

  private static var separator: UInt8 { 0x1E }

  /// Consumes a byte, unless it begins a document.
  private mutating func consume(_ byte: UInt8, at index: inout Int) throws {
    switch (state, byte) {
    case (.blank, Self.separator):
      try endTruncatedRecord()
      state = .separated
    case (_, Self.separator): state = .separated
    case (.start, _): throw StreamError(.missingSeparator, at: position)
    case (.skipping, _): break
    case (.separated, _) where JSON.isWhiteSpace(byte): state = .blank
    case (_, _) where JSON.isWhiteSpace(byte): break
    case (.afterRecord, _): try skipRecord(orThrow: position.error(.trailingCharacters))
    default:
      recordStart = position
      extent = JSONExtent(from: byte)
      state = .inRecord
      return
    }
    index += 1
  }

  // MARK: In a record

  private mutating func continueRecord(
    in bytes: Span<UInt8>, from index: inout Int
  ) throws -> JSONRecordDecoder.Document? {
    let start = index
    let separator = bytes.firstIndex(of: Self.separator, from: start)
    let isComplete = extent.scan(bytes.extracting(..<(separator ?? bytes.count)), &index)
    let part = bytes.extracting(start..<index)
    if let maximumRecordByteCount, part.count > maximumRecordByteCount - held.count {
      throw StreamError(.recordTooLarge, at: recordStart)
    }
    position.advance(over: part)
    let isEnded = isComplete && (extent.isSelfDelimiting || JSON.isWhiteSpace(bytes[index]))
    if isComplete, held.isEmpty { return try document(in: part, isEnded: isEnded) }
    held.append(copying: part)
    if isComplete {
      let record = held
      held.removeAll(keepingCapacity: true)
      return try document(in: record.span, isEnded: isEnded)
    }
    if separator != nil { try endTruncatedRecord() }
    return nil
  }

  /// Parses a complete record, or returns `nil` if it is malformed and skipped.
  private mutating func document(
    in record: Span<UInt8>, isEnded: Bool
  ) throws -> JSONRecordDecoder.Document? {
    state = .afterRecord
    do throws(JSON.SyntaxError) {
      let document = try records.parse(record, at: recordStart)
      if !isEnded { throw position.error(.trailingCharacters) }
      return document
    } catch {
      try skipRecord(orThrow: error)
      return nil
    }
  }

  /// Ends an incomplete record. A syntax error within it takes precedence over the truncation.
  private mutating func endTruncatedRecord() throws {
    var cause: JSON.SyntaxError?
    do throws(JSON.SyntaxError) {
      let held = held
      if !held.isEmpty { _ = try records.parse(held.span, at: recordStart) }
    } catch {
      cause = error
    }
    if let cause, cause.code != .unexpectedEnd { return try skipRecord(orThrow: cause) }
    try skipRecord(orThrow: StreamError(.truncatedRecord, at: position, underlying: cause))
  }

  private mutating func skipRecord(orThrow error: any Error) throws {
    guard skipsMalformedRecords else { throw error }
    held.removeAll(keepingCapacity: true)
    state = .skipping
  }
}
