package import HTTPTypes
internal import SluiceBody
internal import SluiceCoding

/// Puts the lines that libcurl reports together to a response's head.
package struct ResponseHeadParser {
  private var status: HTTPResponse.Status?
  private var fields = HTTPFields()
  /// The last field, which the next line may go on with.
  private var open: (name: HTTPField.Name, value: ArraySlice<UInt8>)?

  package init() {}

  /// Whether a head has begun and not ended.
  package var isWithinHead: Bool { status != nil }

  /// Takes a line with its line break. Gives the head at the empty line behind it; interim heads (1xx) are passed over.
  package mutating func take(_ line: borrowing Span<UInt8>) -> HTTPResponse? {
    var count = 0
    while count < line.count, line[count] != UInt8(ascii: "\r"), line[count] != UInt8(ascii: "\n") {
      count += 1
    }
    let line = [UInt8](capacity: count) { $0.append(copying: line.extracting(first: count)) }
    guard let status else {
      // Anything else here is a trailer.
      if line.starts(with: "HTTP/".utf8) {
        self.status = Self.status(of: line)
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

  private mutating func takeField(_ line: [UInt8]) {
    if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
      // A folded value is one value (RFC 9112 §5.2).
      open?.value.append(UInt8(ascii: " "))
      open?.value += line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return
    }
    closeField()
    if let colon = line.firstIndex(of: UInt8(ascii: ":")),
      let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
    {
      open = (name, line[(colon + 1)...])
    }
  }

  private mutating func closeField() {
    guard let (name, value) = open.take() else { return }
    fields.append(HTTPField(name: name, value: value))
  }

  /// `HTTP/1.1 200 OK` or `HTTP/2 200`.
  private static func status(of line: [UInt8]) -> HTTPResponse.Status? {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count > 1, let code = Int(String(decoding: words[1], as: UTF8.self)),
      (100...999).contains(code)
    else { return nil }
    let reason = words.count > 2 ? String(decoding: words[2], as: UTF8.self) : ""
    return HTTPResponse.Status(code: code, reasonPhrase: reason)
  }
}

extension HTTPResponse {
  /// Whether nobody can say where the body ends (RFC 9112 §6.3). Of several lengths libcurl would take the last, of `5x` the
  /// digits, and one that is too large for none.
  package var hasInvalidContentLength: Bool {
    let lengths = contentLengths
    return lengths.contains { $0 != lengths[0] || Int64(decimal: $0) == nil }
  }

  /// The body's size, where the head tells it (RFC 9112 §6.3).
  package func bodyByteCount(inAnswerTo method: HTTPRequest.Method) -> Int64? {
    if method == .head || [204, 304].contains(status.code) { return 0 }
    guard headerFields[.transferEncoding] == nil, let length = contentLengths.first else { return nil }
    return Int64(decimal: length)
  }

  private var contentLengths: [String] {
    // Several fields are one, joined with commas (RFC 9110 §5.3).
    guard let value = headerFields[.contentLength] else { return [] }
    guard value.utf8.contains(UInt8(ascii: ",")) else { return [value] }
    return value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { member in
      var length = member.drop(while: \.isBlank)
      while length.last?.isBlank == true { length.removeLast() }
      return String(Substring(length))
    }
  }
}

extension Int64 {
  /// Digits alone, with no sign.
  fileprivate init?(decimal text: String) {
    guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    self.init(text)
  }
}
