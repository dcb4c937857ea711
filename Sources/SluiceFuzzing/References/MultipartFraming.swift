/// The lines and parts of a multipart body as RFC 2046 §5.1.1 has them, found in the simplest way that there is: all of the
/// body at hand, and no limits. What headers say is not looked at.
struct MultipartFraming {
  struct Part {
    /// Without their line breaks.
    var headerLines: [ArraySlice<UInt8>]
    /// With them, but without the empty line.
    var headerByteCount: Int
    /// Up to the body's end where no boundary ends it.
    var body: Range<Int>
    var isWhole: Bool
  }

  private(set) var parts: [Part] = []
  /// Before the first boundary line and its line break; nil where there is no boundary.
  private(set) var preambleByteCount: Int?
  /// Whether the closing boundary has come.
  private(set) var isClosed = false

  private let bytes: [UInt8]
  private let delimiter: [UInt8]
  private let acceptsLineFeeds: Bool

  init(of bytes: [UInt8], boundary: String, acceptsLineFeeds: Bool) {
    self.bytes = bytes
    self.acceptsLineFeeds = acceptsLineFeeds
    delimiter = Array("--\(boundary)".utf8)
    guard var line = boundaryLine(from: 0) else { return }
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

  /// The first boundary line from where a line begins on. Its start is that of the line break before it.
  private func boundaryLine(from start: Int) -> (start: Int, end: Int, isLast: Bool)? {
    if let (end, isLast) = boundary(at: start) { return (start, end, isLast) }
    for index in start..<bytes.count where bytes[index] == 0x0D || bytes[index] == 0x0A {
      guard let line = lineBreak(at: index), let (end, isLast) = boundary(at: line) else { continue }
      return (index, end, isLast)
    }
    return nil
  }

  /// Where the boundary line ends that begins at `start`.
  private func boundary(at start: Int) -> (end: Int, isLast: Bool)? {
    guard bytes[start...].starts(with: delimiter) else { return nil }
    var end = start + delimiter.count
    let isLast = bytes[end...].starts(with: "--".utf8)
    if isLast { end += 2 }
    end += bytes[end...].prefix { $0 == 0x20 || $0 == 0x09 }.count
    if let line = lineBreak(at: end) { return (line, isLast) }
    // The last line may do without all of its line break.
    let rest = bytes[end...]
    return isLast && (rest.isEmpty || rest.elementsEqual([0x0D])) ? (bytes.count, true) : nil
  }

  /// Where the next line begins, if a line break is at `index`.
  private func lineBreak(at index: Int) -> Int? {
    if bytes[index...].starts(with: [0x0D, 0x0A]) { return index + 2 }
    return acceptsLineFeeds && bytes[index...].first == 0x0A ? index + 1 : nil
  }

  /// Lines up to the empty one, and where that and the body begin.
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
