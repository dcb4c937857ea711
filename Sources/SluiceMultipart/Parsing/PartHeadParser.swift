internal import SluiceCoding

/// A parser of the head of one part: its header lines up to the empty one, and their meaning.
struct PartHeadParser {
  private let limits: MultipartLimits
  private let leniencies: MultipartLeniencies
  private let subtype: MultipartForm.Subtype
  /// The complete length that the ranges before have declared.
  private let completeLength: Int64?
  private var collector: HeaderLineCollector
  private var fields: [MultipartForm.Part.Headers.Field] = []
  /// The offset of the value of each field.
  private var offsets: [Int64] = []

  init(
    limits: MultipartLimits, accepting leniencies: MultipartLeniencies, subtype: MultipartForm.Subtype,
    completeLength: Int64? = nil, start: Int64
  ) {
    self.limits = limits
    self.leniencies = leniencies
    self.subtype = subtype
    self.completeLength = completeLength
    collector = HeaderLineCollector(
      limits: limits, acceptsLineFeeds: leniencies.contains(.lineFeeds), start: start)
  }

  /// Returns the head, or `nil` if it needs more input. `position` is moved past the bytes that are consumed.
  mutating func next(
    _ input: Span<UInt8>, from position: inout Int
  ) throws(MultipartViolation) -> MultipartParser.PartHead? {
    while let line = try collector.next(input, from: &position) {
      if line.bytes.isEmpty { return try head(endingAt: line.offset) }
      try accept(line)
    }
    return nil
  }

  // MARK: Lines

  private mutating func accept(_ line: HeaderLineCollector.Line) throws(MultipartViolation) {
    guard line.bytes.first?.isBlank == false else { return try unfold(line) }
    guard let field = HeaderLine(line.bytes.span) else {
      throw MultipartViolation(.missingColon, at: line.offset)
    }
    let name = line.bytes[field.name]
    guard name.isHTTPToken else { throw MultipartViolation(.invalidHeaderName, at: line.offset) }
    if let limit = limits.maximumHeaderCount, fields.count >= limit {
      throw MultipartViolation(.tooManyHeaders, at: line.offset)
    }
    let value = try text(field.value, of: line)
    fields.append(.init(name: String(decoding: name, as: UTF8.self), value: value))
    offsets.append(line.offset + Int64(field.value.lowerBound))
  }

  private mutating func unfold(_ line: HeaderLineCollector.Line) throws(MultipartViolation) {
    guard leniencies.contains(.foldedHeaders), let last = fields.indices.last else {
      throw MultipartViolation(.foldedHeader, at: line.offset)
    }
    fields[last].value += try " \(text(line.bytes.span.rangeWithoutBlanks(from: 0), of: line))"
  }

  private func text(
    _ range: Range<Int>, of line: HeaderLineCollector.Line
  ) throws(MultipartViolation) -> String {
    do {
      return String(copying: try UTF8Span(validating: line.bytes.span.extracting(range)))
    } catch {
      let index = range.lowerBound + error.byteOffsets.lowerBound
      throw MultipartViolation(.invalidUTF8, at: line.offset + Int64(index))
    }
  }

  // MARK: Fields

  private func head(endingAt end: Int64) throws(MultipartViolation) -> MultipartParser.PartHead {
    _ = try only("content-type")
    let disposition = try disposition(endingAt: end)
    let range = try contentRange(endingAt: end)
    try checkTransferEncoding()
    return MultipartParser.PartHead(
      headers: .init(fields: fields), disposition: disposition,
      name: subtype == .formData ? disposition?.name : nil, contentRange: range,
      byteCount: try byteCount(of: range))
  }

  private func disposition(endingAt end: Int64) throws(MultipartViolation) -> ContentDisposition? {
    guard let field = try only("content-disposition") else {
      if subtype == .formData { throw MultipartViolation(.missingDisposition, at: end) }
      return nil
    }
    let disposition: ContentDisposition
    do {
      disposition = try ContentDisposition(
        parsing: Array(field.value.utf8), as: subtype == .formData ? .formData : .http)
    } catch {
      throw MultipartViolation(
        error.code == .invalidFileName ? .invalidFileName : .invalidDisposition,
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
      let field = try only("content-transfer-encoding"),
      !["7bit", "8bit", "binary"].contains(field.value.lowercased())
    else { return }
    throw MultipartViolation(.transferEncoded, at: field.offset)
  }

  private func contentRange(endingAt end: Int64) throws(MultipartViolation) -> ContentRange? {
    guard subtype == .byteRanges else { return nil }
    guard let field = try only("content-range") else {
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
    guard let field = try only("content-length") else { return rangeCount }
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
  private func only(_ name: String) throws(MultipartViolation) -> (value: String, offset: Int64)? {
    var found: Int?
    for index in fields.indices where fields[index].isNamed(name) {
      if found != nil { throw MultipartViolation(.repeatedHeader, at: offsets[index]) }
      found = index
    }
    return found.map { (fields[$0].value, offsets[$0]) }
  }
}
