package import HTTPTypes
internal import SluiceBody
internal import SluiceCoding

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
  /// The last field, which the next line may continue.
  private var open: (name: HTTPField.Name, value: [UInt8])?

  /// Creates a parser at the beginning of a response.
  package init() {}

  private init(httpVersion: String, interim: HTTPResponse?) {
    self.httpVersion = httpVersion
    self.interim = interim
  }

  /// The interim head (1xx) whose last line was the last one taken; otherwise, `nil`.
  package private(set) var interim: HTTPResponse?

  /// Whether a head has begun but not ended.
  package var isWithinHead: Bool { status != nil }
  /// Whether the head is malformed: a status line without a status, or a field without a colon or with a NUL (RFC 9112
  /// §4 and §5). Not every version of libcurl refuses these.
  package private(set) var isMalformed = false
  /// The version in the last status line, such as `1.1` or `2`.
  package private(set) var httpVersion = ""

  /// Takes a line with its line break.
  ///
  /// - Returns: The head after its empty last line; otherwise, `nil`. Interim heads (1xx) are not returned.
  package mutating func parse(_ line: borrowing Span<UInt8>) -> HTTPResponse? {
    interim = nil
    var count = 0
    while count < line.count, line[count] != UInt8(ascii: "\r"), line[count] != UInt8(ascii: "\n") {
      count += 1
    }
    let line = line.extracting(first: count)
    guard let status else {
      // Any other line here is a trailer.
      if line.count >= 5, String(repairing: line.extracting(first: 5)) == "HTTP/" {
        httpVersion = Self.version(of: line)
        self.status = Self.status(of: line)
        isMalformed = self.status == nil
      }
      return nil
    }
    guard line.isEmpty else {
      takeField(line)
      return nil
    }
    closeField()
    let head = HTTPResponse(status: status, headerFields: HTTPFields(fields))
    let isInterim = status.kind == .informational
    self = ResponseHeadParser(httpVersion: httpVersion, interim: isInterim ? head : nil)
    return isInterim ? nil : head
  }

  private mutating func takeField(_ line: Span<UInt8>) {
    guard line.firstIndex(of: 0, from: 0) == nil else {
      isMalformed = true
      return
    }
    if line[0].isBlank {
      // A folded line continues the value (RFC 9112 §5.2).
      open?.value.append(UInt8(ascii: " "))
      open?.value.append(copying: line.extracting(line.rangeWithoutBlanks(from: 0)))
      return
    }
    closeField()
    guard let field = HeaderLine(line) else {
      isMalformed = true
      return
    }
    if let name = HTTPField.Name(String(repairing: line.extracting(field.name))) {
      open = (name, [UInt8](copying: line.extracting(field.value)))
    }
  }

  private mutating func closeField() {
    guard let (name, value) = open.take() else { return }
    fields.append(HTTPField(name: name, value: value))
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
    let reason = end < line.count ? String(repairing: line.extracting((end + 1)...)) : ""
    return HTTPResponse.Status(code: code, reasonPhrase: reason)
  }
}
