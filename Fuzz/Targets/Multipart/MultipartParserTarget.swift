import SluiceFuzz
import SluiceMultipart

extension FuzzTarget {
  /// The parser of multipart bodies, in one piece and in many, with limits, compared with a naive search for the
  /// framing.
  ///
  /// Bytes 0 to 3 are ``MultipartOptions``, byte 4 is the subtype, byte 5 the splitter's seed. The body follows.
  static let multipartParser = FuzzTarget("multipart-parser", format: .multipart, optionByteCount: 6) {
    input in
    let options = try MultipartOptions(from: &input)
    let subtype = input.choice(of: [MultipartForm.Subtype.formData, .mixed, .byteRanges])
    let splitter = Splitter(seed: input.byte())
    let body = input.rest()

    let parser = MultipartParser(
      boundary: options.boundary, subtype: subtype, limits: options.limits, accepting: options.leniencies)
    let whole = try MultipartTranscript(parser, of: body, cutBy: Splitter(seed: 0))
    let cut = try MultipartTranscript(parser, of: body, cutBy: splitter)
    try requireEqual(whole, cut, "whole, and in pieces")

    let framing = MultipartFraming(
      of: body, boundary: options.boundary.description,
      acceptsLineFeeds: options.leniencies.contains(.lineFeeds))
    try require(whole.parts.isEmpty || framing.malformedBoundary == nil, "a line that is nearly the boundary")
    try checkParts(whole, framing, body)
    try checkLimits(whole, framing, options.limits, body)
    guard let failure = whole.failure else {
      try require(whole.isFinished && framing.isClosed, "the end without the closing boundary")
      return try require(whole.parts.count == framing.parts.count, "expected \(framing.parts.count) parts")
    }
    let offset = failure.offset ?? -1
    try require((0...Int64(body.count)).contains(offset), "an error at \(offset) of \(body.count) bytes")
    try require((failure.code == .emptyInput) == body.isEmpty, "\(failure.code) for \(body.count) bytes")
    if failure.code == .malformedFirstBoundary {
      try require(framing.malformedBoundary.map(Int64.init) == offset, "a line at \(offset) is refused")
    }
    if failure.code == .missingClosingBoundary {
      try require(!framing.isClosed && offset == body.count, "the closing boundary was missed")
    }
  }

  /// Checks that parts have the bytes between boundaries, or fewer after an error.
  private static func checkParts(
    _ transcript: MultipartTranscript, _ framing: MultipartFraming, _ body: [UInt8]
  ) throws {
    try require(transcript.parts.count <= framing.parts.count, "more parts than in the framing")
    for (part, wanted) in zip(transcript.parts, framing.parts) {
      let bytes = body[wanted.body]
      if part.isWhole {
        try require(wanted.isWhole && part.bytes.elementsEqual(bytes), "part differs: \(part.bytes)")
      } else {
        try require(transcript.failure != nil && bytes.starts(with: part.bytes), "start of a part differs")
      }
      try require(part.fields.count <= 2 * wanted.headerLines.count, "more fields than lines")
    }
  }

  /// Checks that the exact limit passes, and that one more is an error at the first byte that exceeds it.
  private static func checkLimits(
    _ transcript: MultipartTranscript, _ framing: MultipartFraming, _ limits: MultipartLimits, _ body: [UInt8]
  ) throws {
    for (index, part) in transcript.parts.enumerated() {
      let wanted = framing.parts[index]
      try require(index < limits.maximumPartCount ?? .max, "part \(index) is over the limit")
      try require(
        part.fields.count / 2 <= limits.maximumHeaderCount ?? .max, "\(part.fields.count / 2) headers")
      let longest = wanted.headerLines.map(\.count).max() ?? 0
      try require(longest <= limits.maximumHeaderLineByteCount ?? .max, "a header line of \(longest) bytes")
      try require(
        wanted.headerByteCount <= limits.maximumHeaderByteCount ?? .max,
        "\(wanted.headerByteCount) header bytes")
      try require(
        part.bytes.count <= limits.maximumPartByteCount ?? .max, "\(part.bytes.count) bytes in a part")
    }
    try require(
      transcript.parts.isEmpty || framing.preambleByteCount ?? 0 <= limits.maximumPreambleByteCount ?? .max,
      "preamble")
    guard let failure = transcript.failure else {
      return try require(body.count <= limits.maximumByteCount ?? .max, "\(body.count) bytes")
    }
    let last = transcript.parts.last
    switch failure.code {
    case .tooManyParts:
      try require(transcript.parts.count == limits.maximumPartCount, "too early for too many parts")
    case .tooManyHeaders where framing.parts.indices.contains(transcript.parts.count):
      let count = framing.parts[transcript.parts.count].headerLines.count
      try require(count > limits.maximumHeaderCount ?? .max, "\(count) headers are not too many")
    case .headersTooLarge where framing.parts.indices.contains(transcript.parts.count):
      let count = framing.parts[transcript.parts.count].headerByteCount
      try require(count > limits.maximumHeaderByteCount ?? .max, "\(count) header bytes are not too many")
    case .headerLineTooLong where framing.parts.indices.contains(transcript.parts.count):
      let count = framing.parts[transcript.parts.count].headerLines.map(\.count).max() ?? 0
      try require(count > limits.maximumHeaderLineByteCount ?? .max, "no line is too long")
    case .partTooLarge:
      let count = framing.parts[transcript.parts.count - 1].body.count
      try require(count > limits.maximumPartByteCount ?? .max, "\(count) bytes in a part are not too many")
      try require(
        last.map { Int64($0.bytes.count) } == limits.maximumPartByteCount, "the bytes up to the limit")
    case .bodyTooLarge:
      try require(
        failure.offset == limits.maximumByteCount && body.count > limits.maximumByteCount ?? .max,
        "not too large")
    case .preambleTooLong:
      let count = framing.preambleByteCount ?? body.count
      try require(
        count > limits.maximumPreambleByteCount ?? .max, "a preamble of \(count) bytes is not too long")
    default: break
    }
  }
}

/// A reference for the framing of multipart bodies
/// ([RFC 2046 §5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1)).
///
/// It finds lines and parts in the simplest way: in the whole body at once, without limits, and without interpreting
/// headers.
private struct MultipartFraming {
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
