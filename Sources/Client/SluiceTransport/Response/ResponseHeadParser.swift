package import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceSerialization

/// Assembles a response's head from the lines that libcurl passes.
///
/// ```
///  parse("HTTP/1.1 100 Continue\r\n")    nil      a status line begins a head
///  parse("\r\n")                         nil      interim: 100
///  parse("HTTP/1.1 200 OK\r\n")          nil
///  parse("X: a\r\n")                     nil
///  parse(" b\r\n")                       nil      a folded line continues the last field
///  parse("\r\n")                         200, X: a b
///  parse("Y: c\r\n")                     nil      after the head: a trailer, ignored
/// ```
package struct ResponseHeadParser {
  private var status: HTTPResponse.Status?
  private var fields: [HTTPField] = []
  /// Whether the next line may continue the last of the fields.
  private var isLastOpen = false
  /// Whether a line of the head has begun a field.
  private var hasFieldLine = false
  /// The value of the last field, if lines have continued it.
  private var folded: [UInt8] = []
  /// The maximum number of fields, which is that of libcurl since 8.7.0. `HTTPFields` traps at 65,535.
  static let maximumFieldCount = 5000

  /// Creates a parser at the beginning of a response.
  package init() {}

  /// The interim head (1xx) whose last line was the last one taken; otherwise, `nil`.
  package private(set) var interim: HTTPResponse?

  /// Whether a head has begun but not ended.
  package var isWithinHead: Bool { status != nil }
  /// Whether a head was malformed: a status line without a status, a field without a colon or with a NUL (RFC 9112 §4
  /// and §5), a CR that does not end a line, a folded line without a field before it (§2.2), a length of the body that
  /// libcurl would not see, or more than 5,000 fields. Not every version of libcurl refuses these.
  package private(set) var isMalformed = false
  /// Whether a head has more than 5,000 fields, and is malformed only because of this.
  package private(set) var hasTooManyFields = false
  /// The version in the last status line, such as `1.1` or `2`.
  package private(set) var httpVersion = ""

  /// Takes a line with its line break.
  ///
  /// - Returns: The head after its empty last line; otherwise, `nil`. Interim heads (1xx) are not returned.
  package mutating func parse(_ line: borrowing Span<UInt8>) -> HTTPResponse? {
    if interim != nil { interim = nil }
    let line = line.extracting(first: line.countBeforeLineBreak)
    guard let status else {
      // Any other line here is a trailer.
      if line.count >= 5, String(repairing: line.extracting(first: 5)) == "HTTP/" { begin(line) }
      return nil
    }
    // Others take it for the end of the line, or for a blank.
    if line.firstIndex(of: UInt8(ascii: "\r"), from: 0) != nil { isMalformed = true }
    guard line.isEmpty else {
      takeField(line)
      return nil
    }
    closeField()
    var headerFields = HTTPFields()
    headerFields.reserveCapacity(fields.count)
    // Faster than one by one.
    headerFields.replaceSubrange(0..<0, with: FieldList(fields: fields))
    let head = HTTPResponse(status: status, headerFields: headerFields)
    self.status = nil
    fields.removeAll(keepingCapacity: true)
    isLastOpen = false
    guard status.kind == .informational else { return head }
    interim = head
    return nil
  }

  /// Begins a head with its status line.
  private mutating func begin(_ line: Span<UInt8>) {
    httpVersion = Self.version(of: line)
    status = Self.status(of: line)
    if status == nil || line.firstIndex(of: UInt8(ascii: "\r"), from: 0) != nil { isMalformed = true }
    hasFieldLine = false
    fields.reserveCapacity(8)
  }

  private mutating func takeField(_ line: Span<UInt8>) {
    guard line.firstIndex(of: 0, from: 0) == nil else {
      isMalformed = true
      return
    }
    if line[0].isBlank {
      // A folded line continues the value (RFC 9112 §5.2), so there must be one (§2.2). libcurl looks for the body's
      // length in single lines.
      guard hasFieldLine, !(isLastOpen && fields.last?.name.isFraming == true) else {
        isMalformed = true
        return
      }
      if isLastOpen { continueField(line.extracting(line.rangeWithoutBlanks(from: 0))) }
      return
    }
    closeField()
    hasFieldLine = true
    guard let field = HeaderLine(line), fields.count < Self.maximumFieldCount else {
      if !isMalformed, fields.count >= Self.maximumFieldCount { hasTooManyFields = true }
      isMalformed = true
      return
    }
    let text = line.extracting(field.name)
    let name = HTTPField.Name(text)
    isLastOpen = name != nil
    if let name {
      append(name, line.extracting(field.value))
    } else {
      // libcurl ignores a name that a blank separates from its colon (RFC 9112 §5.1), and would use another length.
      let range = text.rangeWithoutBlanks(from: 0)
      if HTTPField.Name(text.extracting(range))?.isFraming == true { isMalformed = true }
    }
  }

  private mutating func append(_ name: HTTPField.Name, _ value: Span<UInt8>) {
    if !value.hasControls, let text = try? UTF8Span(validating: value) {
      fields.append(HTTPField(name: name, value: String(copying: text)))
    } else {
      // The bytes stay as they are (RFC 9110 §5.5).
      fields.append(HTTPField(name: name, lenientValue: [UInt8](copying: value)))
    }
  }

  private mutating func continueField(_ value: Span<UInt8>) {
    if folded.isEmpty, let last = fields.last { folded = last.bytes }
    folded.append(UInt8(ascii: " "))
    folded.append(copying: value)
  }

  private mutating func closeField() {
    guard !folded.isEmpty, let last = fields.popLast() else { return }
    let value = folded
    folded = []
    append(last.name, value.span.extracting(value.span.rangeWithoutBlanks(from: 0)))
  }

  /// Returns what follows `HTTP/` in a status line.
  private static func version(of line: Span<UInt8>) -> String {
    let end = line.firstIndex(of: UInt8(ascii: " "), from: 0) ?? line.count
    return end < 5 ? "" : String(repairing: line.extracting(5..<end))
  }

  /// Parses a status line: `HTTP/1.1 200 OK` or `HTTP/2 200`.
  private static func status(of line: Span<UInt8>) -> HTTPResponse.Status? {
    let space = UInt8(ascii: " ")
    guard let start = line.firstIndex(of: space, from: 0) else { return nil }
    let end = line.firstIndex(of: space, from: start + 1) ?? line.count
    guard let code = Int(String(repairing: line.extracting(start + 1..<end))), (100...999).contains(code)
    else { return nil }
    let reason = end < line.count ? String(legacy: line.extracting((end + 1)...)) : ""
    return HTTPResponse.Status(code: code, reasonPhrase: reason.replacingControls)
  }
}

extension String {
  /// The text with a blank for each control character other than a tab, which no reason phrase has (RFC 9112 §4).
  /// `HTTPResponse.Status` would also replace every character above U+00FF.
  fileprivate var replacingControls: String {
    guard utf8.contains(where: \.isControl) else { return self }
    return String(decoding: utf8.map { $0.isControl ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether the byte is a control character of ASCII other than a tab.
  fileprivate var isControl: Bool { self < 0x20 && self != UInt8(ascii: "\t") || self == 0x7F }
}

extension HTTPField.Name {
  /// Whether the field determines the length of a body.
  fileprivate var isFraming: Bool { self == .contentLength || self == .transferEncoding }
}

/// A collection of fields with an iterator that is not generic.
///
/// `HTTPFields` takes them in code that is not specialized, in which the iterator of an array looks up types for each
/// field.
private struct FieldList: RandomAccessCollection {
  let fields: [HTTPField]
  var startIndex: Int { 0 }
  var endIndex: Int { fields.count }
  subscript(position: Int) -> HTTPField { fields[position] }
  func makeIterator() -> Iterator { Iterator(fields: fields) }

  struct Iterator: IteratorProtocol {
    let fields: [HTTPField]
    var position = 0

    mutating func next() -> HTTPField? {
      guard position < fields.count else { return nil }
      defer { position += 1 }
      return fields[position]
    }
  }
}

extension Span<UInt8> {
  /// The number of bytes before the line break: CRLF, or LF alone (RFC 9112 §2.2).
  fileprivate var countBeforeLineBreak: Int {
    guard count > 0, self[count - 1] == UInt8(ascii: "\n") else { return count }
    return count > 1 && self[count - 2] == UInt8(ascii: "\r") ? count - 2 : count - 1
  }

  /// Whether there is a control character other than a tab, which no value has (RFC 9110 §5.5).
  fileprivate var hasControls: Bool {
    for position in indices where self[position] < 0x20 && self[position] != UInt8(ascii: "\t") {
      return true
    }
    return firstIndex(of: 0x7F, from: 0) != nil
  }
}
