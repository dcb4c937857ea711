import HTTPTypes

/// A reference for parsing response heads, which collects lines up to the empty one and then interprets them.
struct ReferenceHead {
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
