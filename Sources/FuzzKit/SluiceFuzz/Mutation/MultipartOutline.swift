/// The places of the parts of a multipart body that may have errors.
///
/// The boundary is the one of the body's first line that starts with `--`.
struct MultipartOutline {
  /// A part, with the delimiter line before it.
  struct Part {
    /// The start of the delimiter line.
    let start: Int
    /// The end of the delimiter line, where the headers start.
    let headStart: Int
    /// The end of the part, where the line break before the next delimiter ends.
    fileprivate(set) var end: Int
    /// Whether the line ends the body: `--boundary--`.
    let isClosing: Bool

    var range: Range<Int> { start..<end }
    var content: Range<Int> { headStart..<end }
  }

  /// The boundary without `--`.
  let boundary: [UInt8]
  private(set) var parts: [Part] = []

  private static let maximumBoundaryByteCount = 200

  init?(_ bytes: [UInt8]) {
    let dash = UInt8(ascii: "-")
    var lineStart = 0
    var boundary: [UInt8]?
    while lineStart < bytes.count {
      let lineEnd = bytes[lineStart...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      defer { lineStart = lineEnd }
      guard lineEnd - lineStart > 2, bytes[lineStart] == dash, bytes[lineStart + 1] == dash else { continue }
      var content = bytes[lineStart + 2..<lineEnd].prefix(Self.maximumBoundaryByteCount)
      while let last = content.last, last <= 0x20 { content.removeLast() }
      let known: [UInt8]
      if let boundary {
        known = boundary
      } else {
        if content.count > 2, content.suffix(2) == [dash, dash] { content.removeLast(2) }
        known = Array(content)
        boundary = known
      }
      guard content.starts(with: known) else { continue }
      let rest = content.dropFirst(known.count)
      let isClosing = rest == [dash, dash]
      // Anything else only resembles a delimiter.
      guard rest.isEmpty || isClosing else { continue }
      if !parts.isEmpty { parts[parts.count - 1].end = lineStart }
      parts.append(Part(start: lineStart, headStart: lineEnd, end: bytes.count, isClosing: isClosing))
    }
    guard let boundary, !parts.isEmpty else { return nil }
    self.boundary = boundary
  }

  /// Returns the end of a part's header lines, without the empty line after them, and the start of its body.
  static func head(of part: Part, in bytes: [UInt8]) -> (end: Int, bodyStart: Int) {
    var lineStart = part.headStart
    while lineStart < part.end {
      let lineEnd = bytes[lineStart..<part.end].firstIndex(of: 0x0A).map { $0 + 1 } ?? part.end
      let length = lineEnd - lineStart
      if length == 1 || (length == 2 && bytes[lineStart] == 0x0D) { return (lineStart, lineEnd) }
      lineStart = lineEnd
    }
    return (part.end, part.end)
  }
}
