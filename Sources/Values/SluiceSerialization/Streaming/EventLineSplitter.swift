internal import SluiceBody
internal import SluiceSupport

/// Splits an event stream into lines, however it is split into chunks
/// ([HTML §9.2.6](https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation)).
///
/// A line ends with LF, CR or CRLF. A CR ends its line at once, so that a line is reported without waiting for a
/// possible LF. Comments are skipped without storing them. A byte order mark at the very start and an unterminated last
/// line are skipped, too.
///
/// ```
///             other byte                            ":"
///      +------------------------+       +------------------------+
///      v                        |       |                        v
///  [in line] --- LF or CR ---> [line start] <--- LF or CR --- [in comment]
///              report line      |       ^     report nothing
///                               +-------+
///                      LF or CR, report a blank line
/// ```
///
/// At the start of a line that follows a CR, an LF is dropped: it belongs to the CRLF. For example:
///
/// ```
/// bytes      data: a CR | LF      | : ping LF | data: b CR | CR
/// reported   "data: a"  | nothing | nothing   | "data: b"  | blank
/// ```
struct EventLineSplitter: Sendable {
  /// A line, without its terminator.
  enum Line {
    /// An empty line, which ends an event.
    case blank
    /// A line that lies entirely in the current chunk, at this range.
    case inChunk(Range<Int>)
    /// A line that was split between chunks. It is in ``EventLineSplitter/held`` until the next call.
    case held
  }

  /// The bytes of a line that began in an earlier chunk.
  private(set) var held: [UInt8] = []
  private var isHeldLineComplete = false
  private var isInComment = false
  private var followsCarriageReturn = false
  private var markSkipper = ByteOrderMark.Skipper()
  /// The number of the current line, counting from 1.
  private var line = 1
  /// The offset of the current line's first byte in the stream.
  private var byteOffset: Int64 = 0
  /// The number of bytes of the current line that were consumed, without its terminator.
  private var takenByteCount: Int64 = 0

  /// Returns the next line that `bytes` completes, or `nil` once all of `bytes` is consumed.
  ///
  /// - Parameters:
  ///   - bytes: The current chunk.
  ///   - position: The index to start at. It advances past the consumed bytes.
  ///   - room: The maximum number of bytes of the line, or `nil` for no limit. Comments are exempt.
  /// - Throws: ``ErrorCode/eventTooLarge``.
  mutating func next(
    in bytes: Span<UInt8>, from position: inout Int, room: Int?
  ) throws(StreamError) -> Line? {
    if isHeldLineComplete {
      held.removeAll(keepingCapacity: true)
      isHeldLineComplete = false
    }
    if !markSkipper.isDecided {
      let unmarked = markSkipper.skip(in: bytes, from: &position)
      held += unmarked
      takenByteCount += Int64(unmarked.count)
      byteOffset = Int64(markSkipper.byteCount)
    }
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
      if !isInComment, let room, range.count > room - held.count {
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
