import HTTPTypes
import SluiceCoding
import SluiceFuzz
import SluiceSerialization
import SluiceSession
internal import SluiceTransport

extension FuzzTarget {
  /// The lines of response heads, as libcurl reports them: heads, interim heads, and trailers.
  static let responseHead = FuzzTarget("response-head", format: .httpHead) { input in
    let lines = lines(of: input.rest())
    var parser = ResponseHeadParser()
    var reference = ReferenceHead()
    for line in lines {
      let wanted = reference.parse(line)
      let head = parser.parse(line.span)
      try requireEqual(parser.isMalformed, reference.isMalformed, "malformed")
      if parser.isMalformed { return }
      try require(parser.isWithinHead == reference.isOpen, "within a head, or not")
      try requireEqual(head?.status.code, wanted?.status, "status")
      try requireEqual(head?.headerFields.map(\.name.rawName), wanted?.fields.map(\.name), "names")
      guard let head else { continue }
      for (field, wanted) in zip(head.headerFields, wanted?.fields ?? []) {
        let expected = wanted.value.drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed()
        try requireEqual(field.bytes, Array(expected), "\(field.name)")
        try require(
          !field.value.utf8.contains { [0, 0x0A, 0x0D].contains($0) }, "\(field.name): a line break")
      }
      try checkLength(of: head)
      try checkRewritten(head)
    }
  }

  private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { $0 + [0x0A] }
  }

  private static func checkLength(of head: HTTPResponse) throws {
    let values = head.headerFields[values: .contentLength].flatMap { value in
      value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { member in
        Array(member.drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed())
      }
    }
    let codings = head.headerFields[values: .transferEncoding]
    let isClear =
      Set(values).count <= 1 && values.allSatisfy { Int64(exactly: $0) != nil }
      && (codings.isEmpty || codings.map { $0.lowercased() } == ["chunked"])
    let length = BodyLength(of: head, toRequest: .get)
    try requireEqual(
      length.isInvalid, !isClear, "\(values.map { String(decoding: $0, as: UTF8.self) }), \(codings)")
    if length.isInvalid { return }
    try require(BodyLength(of: head, toRequest: .head) == .bytes(0), "a body after HEAD")
    let count = length.byteCount
    try require(count ?? 0 >= 0, "a length of \(count ?? 0)")
    if [204, 304].contains(head.status.code) { return try requireEqual(count, 0, "must be empty") }
    let wanted =
      head.headerFields[.transferEncoding] == nil ? values.first.flatMap { Int64(exactly: $0) } : nil
    try requireEqual(count, wanted, "the body's size")
  }

  /// Checks that a head that is written is parsed again.
  private static func checkRewritten(_ head: HTTPResponse) throws {
    var parser = ResponseHeadParser()
    let fields = head.headerFields.map { "\($0.name.rawName): \($0.value)\r\n" }
    var again: HTTPResponse?
    for line in ["HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n"] + fields + ["\r\n"] {
      again = parser.parse(Array(line.utf8).span)
    }
    try requireEqual(
      again?.headerFields.map { Array("\($0)".utf8) }, head.headerFields.map { Array("\($0)".utf8) },
      "fields, parsed again")
    try requireEqual(again?.status.code, head.status.code, "status, parsed again")
  }
}

extension Int64 {
  /// Creates an integer from digits only.
  fileprivate init?(exactly digits: [UInt8]) {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.init(String(decoding: digits, as: UTF8.self))
  }
}

/// A reference for parsing response heads, which collects lines up to the empty one and then interprets them.
private struct ReferenceHead {
  struct Head {
    let status: Int
    let fields: [(name: String, value: ArraySlice<UInt8>)]
  }

  private var status: Int?
  private var lines: [[UInt8]] = []
  /// The number of lines so far that begin a field.
  private var fieldCount = 0

  var isOpen: Bool { status != nil }
  /// Whether the last line ended the exchange.
  private(set) var isMalformed = false

  /// Adds a line. Returns the head if the line ends it, unless the head is an interim one.
  mutating func parse(_ line: [UInt8]) -> Head? {
    var line = line
    if line.last == 0x0A { line.removeLast() }
    if line.last == 0x0D { line.removeLast() }
    guard let status else {
      let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      if line.starts(with: "HTTP/".utf8), words.count > 1 {
        let code = Int(String(decoding: words[1], as: UTF8.self)) ?? 0
        self.status = (100...999).contains(code) ? code : nil
      }
      isMalformed = line.starts(with: "HTTP/".utf8) && (self.status == nil || line.contains(0x0D))
      return nil
    }
    guard line.isEmpty else {
      lines.append(line)
      let isFolded = line[0] == 0x20 || line[0] == 0x09
      let colon = line.firstIndex(of: UInt8(ascii: ":"))
      isMalformed =
        line.contains(0) || line.contains(0x0D) || !isFolded && (colon == nil || fieldCount == 5000)
        || hidesLength(line, isFolded)
      if !isFolded, let colon, HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self)) != nil {
        fieldCount += 1
      }
      return nil
    }
    defer { self = ReferenceHead() }
    return status < 200 ? nil : Head(status: status, fields: fields)
  }

  /// Whether a line has a part of a body's length that a client which reads single lines would not see.
  private func hidesLength(_ line: [UInt8], _ isFolded: Bool) -> Bool {
    let whole = isFolded ? lines.last { $0[0] != 0x20 && $0[0] != 0x09 } : line
    guard let whole else { return true }
    let name = String(decoding: whole.prefix { $0 != 0x3A }, as: UTF8.self).lowercased()
    let trimmed = String(name.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    return ["content-length", "transfer-encoding"].contains(trimmed) && (isFolded || name != trimmed)
  }

  private var fields: [(name: String, value: ArraySlice<UInt8>)] {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    var unfolded: [[UInt8]] = []
    for line in lines {
      // The blanks on both sides of a line break belong to the fold (RFC 9112 §5.2).
      let content = Array(line.reversed().drop(while: isBlank).reversed())
      if let first = line.first, isBlank(first) {
        if !unfolded.isEmpty { unfolded[unfolded.count - 1] += [0x20] + content.drop(while: isBlank) }
      } else {
        unfolded.append(content)
      }
    }
    return unfolded.compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
      return name.map { ($0.rawName, line[(colon + 1)...]) }
    }
  }
}
