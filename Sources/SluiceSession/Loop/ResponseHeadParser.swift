package import HTTPTypes
internal import SluiceBody
internal import SluiceCoding

/// Puts the lines that libcurl reports together to a response's head.
package struct ResponseHeadParser {
  private var status: HTTPResponse.Status?
  private var fields = HTTPFields()
  /// The last field, which the next line may go on with.
  private var open: (name: HTTPField.Name, value: [UInt8])?

  package init() {}

  /// Whether a head has begun and not ended.
  package var isWithinHead: Bool { status != nil }
  /// Whether a line was a status line without a status, or a field without a colon or with a NUL, which libcurl's
  /// versions do not all refuse (RFC 9112 §4 and §5).
  package private(set) var isMalformed = false

  /// Takes a line with its line break. Gives the head at the empty line behind it; interim heads (1xx) are passed over.
  package mutating func take(_ line: borrowing Span<UInt8>) -> HTTPResponse? {
    var count = 0
    while count < line.count, line[count] != UInt8(ascii: "\r"), line[count] != UInt8(ascii: "\n") {
      count += 1
    }
    let line = line.extracting(first: count)
    guard let status else {
      // Anything else here is a trailer.
      if line.count >= 5, String(repairing: line.extracting(first: 5)) == "HTTP/" {
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
    defer { self = ResponseHeadParser() }
    return status.kind == .informational ? nil : HTTPResponse(status: status, headerFields: fields)
  }

  private mutating func takeField(_ line: Span<UInt8>) {
    if Self.isBlank(line[0]) {
      // A folded value is one value (RFC 9112 §5.2).
      if line.firstIndex(of: 0, from: 0) != nil { isMalformed = true }
      var start = 0
      while start < line.count, Self.isBlank(line[start]) { start += 1 }
      open?.value.append(UInt8(ascii: " "))
      open?.value.append(copying: line.extracting(droppingFirst: start))
      return
    }
    closeField()
    guard let colon = line.firstIndex(of: UInt8(ascii: ":"), from: 0), line.firstIndex(of: 0, from: 0) == nil
    else {
      isMalformed = true
      return
    }
    if let name = HTTPField.Name(String(repairing: line.extracting(first: colon))) {
      open = (name, [UInt8](copying: line.extracting((colon + 1)...)))
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private mutating func closeField() {
    guard let (name, value) = open.take() else { return }
    fields.append(HTTPField(name: name, value: value))
  }

  /// `HTTP/1.1 200 OK` or `HTTP/2 200`.
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

/// What a response's head says of its body's size (RFC 9112 §6.3).
package enum BodyLength: Equatable {
  case bytes(Int64)
  /// The body says itself where it ends.
  case chunked
  /// The body ends when its connection does. Over HTTP/2, when its stream does.
  case untilClose
  /// Where the body ends is indeterminate. Of several lengths libcurl would take the last, of `5x` the digits, and would
  /// ignore one that is too large; some of its versions ignore a transfer coding that they do not know.
  case invalid(_ reason: String)

  package init(of head: HTTPResponse, inAnswerTo method: HTTPRequest.Method) {
    let length = head.headerFields[.contentLength].map { Self.parse($0) }
    if case .some(nil) = length {
      self = .invalid("the response's Content-Length is malformed or contradicts another")
    } else if let coding = head.headerFields[.transferEncoding], !Self.isChunked(coding) {
      self = .invalid("the response's Transfer-Encoding is not chunked")
    } else if method == .head || [204, 304].contains(head.status.code) {
      self = .bytes(0)
    } else if head.headerFields[.transferEncoding] != nil {
      self = .chunked
    } else if case .some(.some(let count)) = length {
      self = .bytes(count)
    } else {
      self = .untilClose
    }
  }

  package var isInvalid: Bool {
    if case .invalid = self { true } else { false }
  }

  /// No other transfer coding is asked for (RFC 9112 §7.4).
  private static func isChunked(_ value: String) -> Bool { value.lowercased() == "chunked" }

  /// `nil` if unknown.
  package var byteCount: Int64? {
    if case .bytes(let count) = self { count } else { nil }
  }

  private static func parse(_ value: String) -> Int64? {
    if let length = Int64(decimal: value) { return length }
    // Several fields are one, joined with commas (RFC 9110 §5.3).
    let members = value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let lengths = Set(
      members.map { member in
        var length = member.drop(while: \.isBlank)
        while length.last?.isBlank == true { length.removeLast() }
        return String(Substring(length))
      })
    return lengths.count == 1 ? lengths.first.flatMap { Int64(decimal: $0) } : nil
  }
}

extension Int64 {
  /// Digits alone, with no sign.
  fileprivate init?(decimal text: String) {
    guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    self.init(text)
  }
}
