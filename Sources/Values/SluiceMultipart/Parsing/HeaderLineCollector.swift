internal import SluiceBody

/// A collector of the header lines of one part, independently of how the input is cut, which enforces their limits.
struct HeaderLineCollector {
  /// A line without its line break: a range of the input, or of `held` if an earlier input has the start of the line.
  struct Line {
    let held: [UInt8]?
    let range: Range<Int>
    let offset: Int64
  }

  private let limits: MultipartLimits
  private let acceptsLineFeeds: Bool
  /// The offset of the part.
  private var start: Int64 = 0
  private var lineStart: Int64 = 0
  /// The bytes of the current line in earlier input.
  private var held: [UInt8] = []

  init(limits: MultipartLimits, acceptsLineFeeds: Bool) {
    self.limits = limits
    self.acceptsLineFeeds = acceptsLineFeeds
  }

  /// Starts the headers of a part, which begin at `offset`.
  mutating func begin(at offset: Int64) { (start, lineStart) = (offset, offset) }

  /// Returns the next line, or `nil` if it needs more input. `position` is moved past the bytes that are consumed.
  mutating func next(
    _ input: Span<UInt8>, from position: inout Int
  ) throws(MultipartViolation) -> Line? {
    if position == input.count { return nil }
    let lineFeed = input.firstIndex(of: UInt8(ascii: "\n"), from: position)
    let isWhole = lineFeed != nil
    let taken = position..<(lineFeed.map { $0 + 1 } ?? input.count)
    try checkLimits(input.extracting(taken), isWhole: isWhole)
    position = taken.upperBound
    if isWhole, held.isEmpty { return try line(in: input, taken, held: nil) }
    held.append(copying: input.extracting(taken))
    guard isWhole else { return nil }
    let bytes = held
    held = []
    return try line(in: bytes.span, 0..<bytes.count, held: bytes)
  }

  /// Returns the line whose bytes, with its line feed, are in `range`.
  private mutating func line(
    in bytes: Span<UInt8>, _ range: Range<Int>, held: [UInt8]?
  ) throws(MultipartViolation) -> Line {
    let offset = lineStart
    lineStart += Int64(range.count)
    var end = range.upperBound - 1
    if end > range.lowerBound, bytes[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    } else if !acceptsLineFeeds {
      throw MultipartViolation(.bareLineFeed, at: lineStart - 1)
    }
    for index in range.lowerBound..<end where bytes[index] == 0 || bytes[index] == UInt8(ascii: "\r") {
      throw MultipartViolation(
        bytes[index] == 0 ? .nulInHeader : .bareCarriageReturn, at: offset + Int64(index - range.lowerBound))
    }
    return Line(held: held, range: range.lowerBound..<end, offset: offset)
  }

  /// Throws if a limit is exceeded. If both are, the one that is exceeded first counts, so that the error does not
  /// depend on how the input is cut.
  private func checkLimits(_ taken: Span<UInt8>, isWhole: Bool) throws(MultipartViolation) {
    let count = held.count + taken.count
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
    let last = taken.count > lineFeeds ? taken[taken.count - lineFeeds - 1] : held.last
    return lineFeeds + (last == UInt8(ascii: "\r") ? 1 : 0)
  }
}
