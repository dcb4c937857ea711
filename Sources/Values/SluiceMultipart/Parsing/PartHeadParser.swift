public import SluiceCoding

extension MultipartParser {
  /// The head of a part that was received: its headers, and what those mean.
  public struct PartHead: Sendable {
    /// All headers, in order.
    public let headers: MultipartForm.Part.Headers
    /// The parsed `Content-Disposition`: by RFC 7578 in form-data, where it is never `nil`, and by RFC 6266 otherwise.
    public let disposition: ContentDisposition?
    /// The name of the form field. Never `nil` in form-data; always `nil` otherwise.
    public let name: String?
    /// The range that the part's bytes have in the whole. Never `nil` in byteranges; always `nil` otherwise.
    public let contentRange: ContentRange?
    /// The number of bytes that the part must have, or `nil` if the headers do not declare it.
    let byteCount: Int64?

    /// The name of the file as the peer sent it. Do not use it in a path: see ``SafeFileName``.
    public var fileName: String? { disposition?.fileName }

    /// The media type, or `nil` if it is missing or malformed.
    public var mediaType: MediaType? { headers["Content-Type"].flatMap { try? MediaType(parsing: $0) } }
  }
}

/// A parser of the heads of parts, one after another: the header lines up to the empty one, and their meaning.
struct PartHeadParser {
  private let limits: MultipartLimits
  private let leniencies: MultipartLeniencies
  private let subtype: MultipartForm.Subtype
  private var collector: HeaderLineCollector
  /// The complete length that the ranges before have declared.
  private var completeLength: Int64?
  private var fields: [MultipartForm.Part.Headers.Field] = []
  /// Where the part has each known name.
  private var occurrences = InlineArray<5, PartHeaderOccurrence>(repeating: PartHeaderOccurrence())

  init(limits: MultipartLimits, accepting leniencies: MultipartLeniencies, subtype: MultipartForm.Subtype) {
    self.limits = limits
    self.leniencies = leniencies
    self.subtype = subtype
    collector = HeaderLineCollector(limits: limits, acceptsLineFeeds: leniencies.contains(.lineFeeds))
  }

  /// Starts the head of a part, which begins at `offset`.
  mutating func begin(at offset: Int64, completeLength: Int64?) {
    self.completeLength = completeLength
    collector.begin(at: offset)
    for index in occurrences.indices { occurrences[index] = PartHeaderOccurrence() }
  }

  /// Returns the head, or `nil` if it needs more input. `position` is moved past the bytes that are consumed.
  mutating func next(
    _ input: Span<UInt8>, from position: inout Int
  ) throws(MultipartViolation) -> MultipartParser.PartHead? {
    while let line = try collector.next(input, from: &position) {
      if line.range.isEmpty { return try head(endingAt: line.offset) }
      if let held = line.held {
        try accept(held.span.extracting(line.range), at: line.offset)
      } else {
        try accept(input.extracting(line.range), at: line.offset)
      }
    }
    return nil
  }

  // MARK: Lines

  private mutating func accept(_ line: Span<UInt8>, at offset: Int64) throws(MultipartViolation) {
    guard !line[0].isBlank else { return try unfold(line, at: offset) }
    guard let field = HeaderLine(line) else { throw MultipartViolation(.missingColon, at: offset) }
    let name = line.extracting(field.name)
    guard !name.isEmpty, name.indices.allSatisfy({ name[$0].isHTTPToken }) else {
      throw MultipartViolation(.invalidHeaderName, at: offset)
    }
    if let limit = limits.maximumHeaderCount, fields.count >= limit {
      throw MultipartViolation(.tooManyHeaders, at: offset)
    }
    let value = try text(field.value, of: line, at: offset)
    if let name = PartHeaderName(name) {
      occurrences[name.rawValue].add(fields.count, at: offset + Int64(field.value.lowerBound))
    }
    fields.append(.init(name: try text(field.name, of: line, at: offset), value: value))
  }

  private mutating func unfold(_ line: Span<UInt8>, at offset: Int64) throws(MultipartViolation) {
    guard leniencies.contains(.foldedHeaders), let last = fields.indices.last else {
      throw MultipartViolation(.foldedHeader, at: offset)
    }
    fields[last].value += try " \(text(line.rangeWithoutBlanks(from: 0), of: line, at: offset))"
  }

  private func text(
    _ range: Range<Int>, of line: Span<UInt8>, at offset: Int64
  ) throws(MultipartViolation) -> String {
    do {
      return String(copying: try UTF8Span(validating: line.extracting(range)))
    } catch {
      let index = range.lowerBound + error.byteOffsets.lowerBound
      throw MultipartViolation(.invalidUTF8Header, at: offset + Int64(index))
    }
  }

  // MARK: Fields

  private mutating func head(endingAt end: Int64) throws(MultipartViolation) -> MultipartParser.PartHead {
    _ = try only(.contentType)
    let disposition = try disposition(endingAt: end)
    let range = try contentRange(endingAt: end)
    try checkTransferEncoding()
    let byteCount = try byteCount(of: range)
    let headers = MultipartForm.Part.Headers(fields: fields)
    fields = []
    return MultipartParser.PartHead(
      headers: headers, disposition: disposition,
      name: subtype == .formData ? disposition?.name : nil, contentRange: range,
      byteCount: byteCount)
  }

  private func disposition(endingAt end: Int64) throws(MultipartViolation) -> ContentDisposition? {
    guard let field = try only(.contentDisposition) else {
      if subtype == .formData { throw MultipartViolation(.missingDisposition, at: end) }
      return nil
    }
    let disposition: ContentDisposition
    do {
      disposition = try ContentDisposition(
        parsing: Array(field.value.utf8), as: subtype == .formData ? .formData : .http)
    } catch {
      throw MultipartViolation(
        error.code == .invalidFileName ? .invalidPartFileName : .invalidDisposition,
        at: field.offset + Int64(error.byteOffset))
    }
    if subtype == .formData {
      guard disposition.type == "form-data" else {
        throw MultipartViolation(.missingDisposition, at: field.offset)
      }
      guard disposition.name != nil else { throw MultipartViolation(.missingName, at: field.offset) }
    }
    return disposition
  }

  private func checkTransferEncoding() throws(MultipartViolation) {
    guard subtype == .formData, !leniencies.contains(.transferEncodings),
      let field = try only(.contentTransferEncoding),
      !["7bit", "8bit", "binary"].contains(field.value.lowercased())
    else { return }
    throw MultipartViolation(.transferEncoded, at: field.offset)
  }

  private func contentRange(endingAt end: Int64) throws(MultipartViolation) -> ContentRange? {
    guard subtype == .byteRanges else { return nil }
    guard let field = try only(.contentRange) else {
      throw MultipartViolation(.invalidContentRange, at: end)
    }
    guard let range = ContentRange(field.value),
      completeLength == nil || range.completeLength == nil || range.completeLength == completeLength
    else { throw MultipartViolation(.invalidContentRange, at: field.offset) }
    return range
  }

  /// Returns the number of bytes that the range and `Content-Length` (digits, RFC 9110 §8.6) declare. The two must be
  /// equal.
  private func byteCount(of range: ContentRange?) throws(MultipartViolation) -> Int64? {
    let rangeCount = range.map { $0.range.upperBound - $0.range.lowerBound }
    guard let field = try only(.contentLength) else { return rangeCount }
    let isDigits = field.value.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard isDigits, let count = Int64(field.value) else {
      throw MultipartViolation(.invalidContentLength, at: field.offset)
    }
    guard count == rangeCount ?? count else {
      throw MultipartViolation(.contentLengthMismatch, at: field.offset)
    }
    return count
  }

  /// Returns the value of the field with a name, which a part can have only once, and the offset of the value.
  private func only(_ name: PartHeaderName) throws(MultipartViolation) -> (value: String, offset: Int64)? {
    let occurrence = occurrences[name.rawValue]
    if let offset = occurrence.repeatedOffset { throw MultipartViolation(.repeatedHeader, at: offset) }
    return occurrence.index.map { (fields[$0].value, occurrence.offset) }
  }
}

/// The name of a header that has a meaning for the parser.
private enum PartHeaderName: Int {
  case contentType, contentRange, contentLength, contentDisposition, contentTransferEncoding

  /// Finds a name regardless of the case of its letters. No two have the same length.
  init?(_ name: Span<UInt8>) {
    switch name.count {
    case 12: self = .contentType
    case 13: self = .contentRange
    case 14: self = .contentLength
    case 19: self = .contentDisposition
    case 25: self = .contentTransferEncoding
    default: return nil
    }
    let text = text.utf8.span
    for index in name.indices where name[index].asciiLowercased != text[index] { return nil }
  }

  private var text: String {
    switch self {
    case .contentType: "content-type"
    case .contentRange: "content-range"
    case .contentLength: "content-length"
    case .contentDisposition: "content-disposition"
    case .contentTransferEncoding: "content-transfer-encoding"
    }
  }
}

/// Where a part has a header.
private struct PartHeaderOccurrence {
  /// The index of the first field with this name.
  var index: Int?
  /// The offset of its value.
  var offset: Int64 = 0
  /// The offset of the value of the second field with this name.
  var repeatedOffset: Int64?

  mutating func add(_ index: Int, at offset: Int64) {
    if self.index == nil {
      (self.index, self.offset) = (index, offset)
    } else if repeatedOffset == nil {
      repeatedOffset = offset
    }
  }
}
