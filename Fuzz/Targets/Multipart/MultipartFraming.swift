/// A reference for the framing of multipart bodies
/// ([RFC 2046 §5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1)).
///
/// It finds lines and parts in the simplest way: in the whole body at once, without limits, and without interpreting
/// headers.
struct MultipartFraming {
  struct Part {
    /// The header lines, without their line breaks.
    var headerLines: [ArraySlice<UInt8>]
    /// The number of bytes of the header lines with their line breaks, but without the empty line.
    var headerByteCount: Int
    /// The part's body, which extends to the end of the input if no boundary ends it.
    var body: Range<Int>
    var isWhole: Bool
  }

  private(set) var parts: [Part] = []
  /// The number of bytes before the first boundary line and its line break, or `nil` if there is no boundary.
  private(set) var preambleByteCount: Int?
  /// Whether there is a closing boundary.
  private(set) var isClosed = false
  /// The offset of a line of the preamble that is nearly the boundary, or `nil` if there is none.
  private(set) var malformedBoundary: Int?

  private let bytes: [UInt8]
  private let delimiter: [UInt8]
  private let acceptsLineFeeds: Bool

  init(of bytes: [UInt8], boundary: String, acceptsLineFeeds: Bool) {
    self.bytes = bytes
    self.acceptsLineFeeds = acceptsLineFeeds
    delimiter = Array("--\(boundary)".utf8)
    let first = boundaryLine(from: 0)
    malformedBoundary = Self.malformedBoundary(in: bytes[..<(first?.start ?? bytes.count)], delimiter)
    guard var line = first else { return }
    preambleByteCount = line.start
    while !line.isLast {
      guard let (lines, start) = headerLines(from: line.end) else { return }
      var part = Part(
        headerLines: lines, headerByteCount: start.lines - line.end, body: start.body..<bytes.count,
        isWhole: false)
      guard let next = boundaryLine(from: start.body) else {
        parts.append(part)
        return
      }
      part.body = start.body..<next.start
      part.isWhole = true
      parts.append(part)
      line = next
    }
    isClosed = true
  }

  /// Returns the first line that is nearly the boundary.
  ///
  /// At the end of the input, the line may still become a boundary; the parser then reports that there is none.
  private static func malformedBoundary(in preamble: ArraySlice<UInt8>, _ delimiter: [UInt8]) -> Int? {
    let preamble = Array(preamble)
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let isLineEnd: (UInt8) -> Bool = { $0 == 0x0D || $0 == 0x0A }
    var isFirst = true
    for line in preamble.split(omittingEmptySubsequences: false, whereSeparator: isLineEnd) {
      var text = line[...]
      while let last = text.last, isBlank(last) { text.removeLast() }
      let isIndented = text.first.map(isBlank) ?? false
      text = text.drop(while: isBlank)
      if isFirst, !isIndented, line.startIndex == 0, text.starts(with: [0xEF, 0xBB, 0xBF]) {
        text = text.dropFirst(3).drop(while: isBlank)
      }
      let dashes = text.prefix { $0 == 0x2D }.count
      let wanted = delimiter.prefix { $0 == 0x2D }.count
      for ending in ["", "--"] {
        let whole = delimiter + Array(ending.utf8)
        if isFirst || !isIndented, text.elementsEqual(whole) { return line.startIndex }
        if isFirst, wanted < delimiter.count, text.count <= delimiter.count + 8,
          text.dropFirst(dashes).elementsEqual(whole.dropFirst(wanted))
        {
          return line.startIndex
        }
      }
      if !text.isEmpty { isFirst = false }
    }
    return nil
  }

  /// Returns the first boundary line at or after `start`, which is the start of a line, or `nil` if there is none. The
  /// result starts at the line break before the boundary.
  private func boundaryLine(from start: Int) -> (start: Int, end: Int, isLast: Bool)? {
    if let (end, isLast) = boundary(at: start) { return (start, end, isLast) }
    for index in start..<bytes.count where bytes[index] == 0x0D || bytes[index] == 0x0A {
      guard let line = lineBreak(at: index), let (end, isLast) = boundary(at: line) else { continue }
      return (index, end, isLast)
    }
    return nil
  }

  /// Returns the end of the boundary line that starts at `start`, or `nil` if there is none.
  private func boundary(at start: Int) -> (end: Int, isLast: Bool)? {
    guard bytes[start...].starts(with: delimiter) else { return nil }
    var end = start + delimiter.count
    let isLast = bytes[end...].starts(with: "--".utf8)
    if isLast { end += 2 }
    end += bytes[end...].prefix { $0 == 0x20 || $0 == 0x09 }.count
    if let line = lineBreak(at: end) { return (line, isLast) }
    // The line break of the closing boundary may be missing or incomplete.
    let rest = bytes[end...]
    return isLast && (rest.isEmpty || rest.elementsEqual([0x0D])) ? (bytes.count, true) : nil
  }

  /// Returns the start of the next line if there is a line break at `index`, or `nil`.
  private func lineBreak(at index: Int) -> Int? {
    if bytes[index...].starts(with: [0x0D, 0x0A]) { return index + 2 }
    return acceptsLineFeeds && bytes[index...].first == 0x0A ? index + 1 : nil
  }

  /// Returns the lines before the empty one, and the offsets of the empty line and of the body, or `nil` if there is no
  /// empty line.
  private func headerLines(from start: Int) -> (lines: [ArraySlice<UInt8>], start: (lines: Int, body: Int))? {
    var lines: [ArraySlice<UInt8>] = []
    var position = start
    while let lineFeed = bytes[position...].firstIndex(of: 0x0A) {
      var line = bytes[position..<lineFeed]
      if line.last == 0x0D { line = line.dropLast() } else if !acceptsLineFeeds { return nil }
      if line.isEmpty { return (lines, (position, lineFeed + 1)) }
      lines.append(line)
      position = lineFeed + 1
    }
    return nil
  }
}
