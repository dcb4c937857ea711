internal import SluiceBody

/// A collector of the header lines of one part, independently of how the input is cut, which enforces their limits.
struct HeaderLineCollector {
  /// A line without its line break.
  struct Line {
    let bytes: [UInt8]
    let offset: Int64
  }

  private let limits: MultipartLimits
  private let acceptsLineFeeds: Bool
  /// The offset of the part.
  private let start: Int64
  private var lineStart: Int64
  /// The bytes of the current line so far.
  private var line: [UInt8] = []

  init(limits: MultipartLimits, acceptsLineFeeds: Bool, start: Int64) {
    self.limits = limits
    self.acceptsLineFeeds = acceptsLineFeeds
    self.start = start
    lineStart = start
  }

  /// Returns the next line, or `nil` if it needs more input. `position` is moved past the bytes that are consumed.
  mutating func next(
    _ input: Span<UInt8>, from position: inout Int
  ) throws(MultipartViolation) -> Line? {
    if position == input.count { return nil }
    let lineFeed = input.firstIndex(of: UInt8(ascii: "\n"), from: position)
    let isWhole = lineFeed != nil
    let end = lineFeed.map { $0 + 1 } ?? input.count
    let taken = input.extracting(position..<end)
    try checkLimits(taken, isWhole: isWhole)
    line.append(copying: taken)
    position = end
    guard isWhole else { return nil }

    let offset = lineStart
    lineStart += Int64(line.count)
    var content = line[...].dropLast()
    if content.last == UInt8(ascii: "\r") {
      content = content.dropLast()
    } else if !acceptsLineFeeds {
      throw MultipartViolation(.bareLineFeed, at: lineStart - 1)
    }
    if let index = content.firstIndex(where: { $0 == 0 || $0 == UInt8(ascii: "\r") }) {
      throw MultipartViolation(
        content[index] == 0 ? .nulInHeader : .bareCarriageReturn, at: offset + Int64(index))
    }
    defer { line.removeAll(keepingCapacity: true) }
    return Line(bytes: Array(content), offset: offset)
  }

  /// Throws if a limit is exceeded. If both are, the one that is exceeded first counts, so that the error does not
  /// depend on how the input is cut.
  private func checkLimits(_ taken: Span<UInt8>, isWhole: Bool) throws(MultipartViolation) {
    let count = line.count + taken.count
    let breakCount = lineBreakCount(taken, isWhole: isWhole)
    let lineExcess = limits.maximumHeaderLineByteCount.flatMap { limit in
      count - breakCount > limit ? lineStart + Int64(limit) : nil
    }
    // The empty line after the headers does not count.
    let excess = limits.maximumHeaderByteCount.flatMap { limit in
      count > breakCount && lineStart - start + Int64(count) > limit ? start + Int64(limit) : nil
    }
    if let excess, excess <= lineExcess ?? .max { throw MultipartViolation(.headersTooLarge, at: excess) }
    if let lineExcess { throw MultipartViolation(.headerLineTooLong, at: lineExcess) }
  }

  /// Returns the number of bytes at the end of the current line that are its line break or may become part of it.
  private func lineBreakCount(_ taken: Span<UInt8>, isWhole: Bool) -> Int {
    let lineFeeds = isWhole ? 1 : 0
    let last = taken.count > lineFeeds ? taken[taken.count - lineFeeds - 1] : line.last
    return lineFeeds + (last == UInt8(ascii: "\r") ? 1 : 0)
  }
}
