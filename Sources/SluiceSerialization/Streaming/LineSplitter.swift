internal import SluiceBody

/// Cuts a stream into lines, in whatever chunks it comes.
///
/// A line ends with LF. A CR before that does not count for the limit, but is left for others to take away. A byte order
/// mark at the very start belongs to no line. What follows the last LF is a line where it is not empty.
struct LineSplitter {
  /// A line, without its LF.
  enum Line {
    /// In the chunk that it was found in.
    case inChunk(Range<Int>)
    /// In ``LineSplitter/held``, until the next call.
    case held
  }

  let maxBytes: Int
  let tooLong: StreamError.Code
  private(set) var held: [UInt8] = []
  /// The number of the line that was found last, from 1.
  private(set) var line = 0
  /// Where that line begins.
  private(set) var byteOffset: Int64 = 0

  private var mark = ByteOrderMark()
  private var nextByteOffset: Int64 = 0
  private var isHeldLineComplete = false

  init(maxBytes: Int, tooLong: StreamError.Code) {
    self.maxBytes = maxBytes
    self.tooLong = tooLong
  }

  /// The next line that `bytes` complete from `position` on, which moves behind what was taken; nil once all is.
  mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws(StreamError) -> Line? {
    dropCompleteLine()
    held += mark.take(in: bytes, from: &position)
    if nextByteOffset == 0 { nextByteOffset = Int64(mark.byteCount) }
    guard position < bytes.count else { return nil }
    let lineFeed = bytes.firstIndex(of: UInt8(ascii: "\n"), from: position)
    let part = bytes.extracting(position..<(lineFeed ?? bytes.count))
    try check(part)
    position += part.count
    if let lineFeed {
      position += 1
      count(held.count + part.count + 1)
      if held.isEmpty { return .inChunk((lineFeed - part.count)..<lineFeed) }
    }
    held.append(copying: part)
    isHeldLineComplete = lineFeed != nil
    return isHeldLineComplete ? .held : nil
  }

  /// The last line, where it has no LF.
  mutating func finish() throws(StreamError) -> Line? {
    dropCompleteLine()
    held += mark.finish()
    if held.isEmpty { return nil }
    if held.count > maxBytes { throw tooLongError }
    count(held.count)
    isHeldLineComplete = true
    return .held
  }

  private mutating func dropCompleteLine() {
    guard isHeldLineComplete else { return }
    held.removeAll(keepingCapacity: true)
    isHeldLineComplete = false
  }

  private mutating func count(_ byteCount: Int) {
    line += 1
    byteOffset = nextByteOffset
    nextByteOffset += Int64(byteCount)
  }

  /// Makes sure that the line with `part` is within the limit, but for a CR at its end: that may be half a line end.
  private func check(_ part: Span<UInt8>) throws(StreamError) {
    let room = maxBytes - held.count
    guard part.count > room else { return }
    let last = part.isEmpty ? held.last : part[part.count - 1]
    guard part.count == room + 1, last == UInt8(ascii: "\r") else { throw tooLongError }
  }

  private var tooLongError: StreamError {
    StreamError(tooLong, line: line + 1, byteOffset: nextByteOffset)
  }
}
