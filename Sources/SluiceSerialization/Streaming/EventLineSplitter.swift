internal import SluiceBody

/// Cuts an event stream into lines, in whatever chunks it comes.
///
/// A line ends with LF, CR or CRLF. A CR ends it at once, whatever comes next. Comments are passed over, in no memory,
/// and so are a byte order mark at the very start, and a line that nothing ends.
struct EventLineSplitter: Sendable {
  /// A line, without its end.
  enum Line {
    case blank
    /// In the chunk that it was found in.
    case inChunk(Range<Int>)
    /// In ``EventLineSplitter/held``, until the next call.
    case held
  }

  private(set) var held: [UInt8] = []
  private var isHeldLineComplete = false
  private var isInComment = false
  private var followsCarriageReturn = false
  private var mark = ByteOrderMark()
  /// The number of the line that is being read, from 1, and where it begins.
  private var line = 1
  private var byteOffset: Int64 = 0
  /// How many of that line's bytes were taken.
  private var takenByteCount: Int64 = 0

  /// The next line that `bytes` complete from `position` on, which moves behind what was taken; nil once all is.
  ///
  /// - Parameter room: how many bytes the line may have.
  mutating func next(
    in bytes: Span<UInt8>, from position: inout Int, room: Int
  ) throws(StreamError) -> Line? {
    if isHeldLineComplete {
      held.removeAll(keepingCapacity: true)
      isHeldLineComplete = false
    }
    let unmarked = mark.take(in: bytes, from: &position)
    held += unmarked
    takenByteCount += Int64(unmarked.count)
    if byteOffset == 0 { byteOffset = Int64(mark.byteCount) }
    while position < bytes.count {
      if followsCarriageReturn {
        followsCarriageReturn = false
        if bytes[position] == UInt8(ascii: "\n") {
          position += 1
          byteOffset += 1
          continue
        }
      }
      let end = bytes.firstIndex(of: UInt8(ascii: "\r"), or: UInt8(ascii: "\n"), from: position)
      let range = position..<(end ?? bytes.count)
      if held.isEmpty, bytes[position] == UInt8(ascii: ":") { isInComment = true }
      if !isInComment, range.count > room - held.count {
        throw StreamError(.eventTooLarge, line: line, byteOffset: byteOffset)
      }
      position = range.upperBound
      takenByteCount += Int64(range.count)
      guard let end else {
        if !isInComment { hold(bytes.extracting(range)) }
        return nil
      }
      position += 1
      followsCarriageReturn = bytes[end] == UInt8(ascii: "\r")
      endLine()
      if isInComment {
        isInComment = false
      } else if held.isEmpty {
        return range.isEmpty ? .blank : .inChunk(range)
      } else {
        hold(bytes.extracting(range))
        isHeldLineComplete = true
        return .held
      }
    }
    return nil
  }

  private mutating func hold(_ bytes: Span<UInt8>) {
    held.append(copying: bytes)
  }

  private mutating func endLine() {
    line += 1
    byteOffset += takenByteCount + 1
    takenByteCount = 0
  }
}
