public import SluiceBody
public import SluiceCoding

/// The records of a JSON text sequence (RFC 7464): each a record separator, a JSON document, and a line feed.
///
/// An array, object or string is found as soon as it is complete, a number, `true`, `false` or `null` with the white
/// space that has to follow it (§2.4). Several separators in a row are one.
///
/// - Throws: from its methods: `JSON.SyntaxError` with the line, column and byte of the stream;
///   ``StreamError/Code/undecodableRecord``, in whose `DecodingError` the coding path begins with the record's index;
///   ``StreamError/Code/truncatedRecord``, ``StreamError/Code/missingSeparator``, ``StreamError/Code/recordTooLarge``.
public struct JSONSequenceParser<Element: Decodable>: StreamParser, FinalError, Sendable {
  private enum State {
    case start
    case separated
    /// Behind a separator and white space.
    case blank
    case inRecord
    case afterRecord
    /// Behind what was malformed.
    case skipping
  }

  private let maxRecordBytes: Int
  private let skipsMalformedRecords: Bool
  private var records: JSONRecordDecoder<Element>
  private var state = State.start
  private var extent = JSONExtent(from: 0)
  private var held: [UInt8] = []
  private var position = JSONPosition()
  /// Where the record's document begins.
  private var recordStart = JSONPosition()
  var failure: (any Error)?

  /// - Parameters:
  ///   - maxRecordBytes: how many bytes a document may have. 16 MiB by default.
  ///   - skipsMalformedRecords: whether the parser goes on with the next record where one is no JSON or was cut short,
  ///     as §2.1 and §2.3 allow. An error by default.
  ///   - decoder: with its own defaults by default.
  public init(
    of type: Element.Type = Element.self, decoder: JSON.Decoder = JSON.Decoder(),
    maxRecordBytes: Int = 16 << 20, skipsMalformedRecords: Bool = false
  ) {
    self.maxRecordBytes = maxRecordBytes
    self.skipsMalformedRecords = skipsMalformedRecords
    records = JSONRecordDecoder(decoder)
  }

  public mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> Element? {
    try unlessFailed { parser in
      while position < bytes.count {
        let start = position
        if case .inRecord = parser.state {
          if let element = try parser.takeRecord(in: bytes, from: &position) { return element }
        } else {
          try parser.take(bytes[start], at: &position)
          parser.position.advance(over: bytes.extracting(start..<position))
        }
      }
      return nil
    }
  }

  public mutating func finish() throws -> Element? {
    try unlessFailed { parser in
      switch parser.state {
      case .separated, .blank, .inRecord: try parser.endTruncatedRecord()
      case .start, .afterRecord, .skipping: break
      }
      return nil
    }
  }

  // MARK: Between records

  private static var separator: UInt8 { 0x1E }

  /// Takes a byte, unless it begins a record.
  private mutating func take(_ byte: UInt8, at index: inout Int) throws {
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

  private mutating func takeRecord(in bytes: Span<UInt8>, from index: inout Int) throws -> Element? {
    let start = index
    let separator = bytes.firstIndex(of: Self.separator, from: start)
    let isComplete = extent.scan(bytes.extracting(..<(separator ?? bytes.count)), &index)
    let part = bytes.extracting(start..<index)
    guard part.count <= maxRecordBytes - held.count else {
      throw StreamError(.recordTooLarge, at: recordStart)
    }
    position.advance(over: part)
    let isEnded = isComplete && (extent.isSelfDelimiting || JSON.isWhiteSpace(bytes[index]))
    if isComplete, held.isEmpty { return try element(of: part, isEnded: isEnded) }
    held.append(copying: part)
    if isComplete {
      let document = held
      held.removeAll(keepingCapacity: true)
      return try element(of: document.span, isEnded: isEnded)
    }
    if separator != nil { try endTruncatedRecord() }
    return nil
  }

  private mutating func element(of document: Span<UInt8>, isEnded: Bool) throws -> Element? {
    state = .afterRecord
    let value: JSON.Value
    do throws(JSON.SyntaxError) {
      value = try records.parse(document, at: recordStart)
      if !isEnded { throw position.error(.trailingCharacters) }
    } catch {
      try skipRecord(orThrow: error)
      return nil
    }
    return try records.decode(value, at: recordStart)
  }

  /// Ends a record that is not complete. What is wrong within it comes first.
  private mutating func endTruncatedRecord() throws {
    var cause: JSON.SyntaxError?
    do throws(JSON.SyntaxError) {
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
