internal import SluiceBody
internal import SluiceSupport

/// A parser that returns the lines of a UTF-8 text.
///
/// ```swift
/// for try await line in ElementStream(body.chunks(), makeParser: { LineParser() }) { print(line) }
/// ```
///
/// A line ends with LF or CRLF, which is not part of the line; a lone CR is data. Empty lines are returned, and so is a
/// non-empty last line without terminator. A byte order mark at the very start is dropped.
///
/// - Throws: From its methods, ``ErrorCode/lineTooLong`` and ``ErrorCode/invalidUTF8``.
package struct LineParser: StreamParser, Sendable {
  private var lines: LineSplitter
  private var failure = FinalError<any Error>()

  /// Creates a parser of lines.
  ///
  /// - Parameter maximumLineByteCount: The maximum number of bytes of a line, without its terminator, or `nil` for no
  ///   limit. Defaults to 1 MiB.
  package init(maximumLineByteCount: Int? = 1 << 20) {
    lines = LineSplitter(maximumByteCount: maximumLineByteCount, tooLong: .lineTooLong)
  }

  /// Returns the next line that `bytes` completes, or `nil` once all of `bytes` is consumed.
  package mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws -> String? {
    try failure.check()
    do {
      return switch try lines.next(in: bytes, from: &position) {
      case .inChunk(let range): try text(ofEnded: bytes.extracting(range))
      case .held: try text(ofEnded: lines.held.span)
      case nil: nil
      }
    } catch {
      throw failure.keep(error)
    }
  }

  /// Returns a last line without terminator, or `nil` if there is none.
  package mutating func finish() throws -> String? {
    try failure.check()
    do {
      return try lines.finish() == nil ? nil : try text(of: lines.held.span)
    } catch {
      throw failure.keep(error)
    }
  }

  /// Decodes a line that was ended by LF, and drops the CR of a CRLF.
  private func text(ofEnded line: Span<UInt8>) throws(StreamError) -> String {
    let endsWithReturn = !line.isEmpty && line[line.count - 1] == UInt8(ascii: "\r")
    return try text(of: endsWithReturn ? line.extracting(droppingLast: 1) : line)
  }

  private func text(of line: Span<UInt8>) throws(StreamError) -> String {
    do {
      return String(copying: try UTF8Span(validating: line))
    } catch {
      let offset = lines.byteOffset + Int64(error.byteOffsets.lowerBound)
      throw StreamError(.invalidUTF8Line, line: lines.line, byteOffset: offset)
    }
  }
}

/// Splits a stream into lines, however it is split into chunks.
///
/// A line ends with LF. A CR before the LF does not count towards the limit, but remains part of the line; removing it
/// is up to the caller. A byte order mark at the very start is not part of the first line. Bytes after the last LF form
/// a line if there are any.
///
/// A line that lies in one chunk is returned as a range of that chunk. Only lines that are split between chunks are
/// copied to ``held``:
///
/// ```
///    LF: .inChunk                        no LF: append to `held`
///      +---+                                   +---+
///      |   v       no LF: append to `held`     |   v
///     [empty] ------------------------------> [partial]
///        ^                                        |
///        |  next call: clear `held`               |  LF or the end of the stream: .held
///        +------------- [complete] <--------------+
/// ```
///
/// For example, the chunks `ab LF cd` and `e CR LF f` have three lines:
///
/// ```
/// chunk    ab LF             cd         | e CR LF            f          | end of the stream
/// result   .inChunk(0..<2)   nil        | .held              nil        | .held
/// held                       cd         | cde CR             f          | f
/// line     1, at byte 0                 | 2, at byte 3                  | 3, at byte 8
/// ```
struct LineSplitter {
  /// A line, without its LF.
  enum Line {
    /// A line that lies entirely in the current chunk, at this range.
    case inChunk(Range<Int>)
    /// A line that was split between chunks. It is in ``LineSplitter/held`` until the next call.
    case held
  }

  /// The maximum number of bytes of a line, without its terminator, or `nil` for no limit.
  let maximumByteCount: Int?
  /// The code of the error for a longer line.
  let tooLong: ErrorCode
  /// The bytes of a line that began in an earlier chunk.
  private(set) var held: [UInt8] = []
  /// The number of the last returned line, counting from 1.
  private(set) var line = 0
  /// The offset of that line's first byte in the stream.
  private(set) var byteOffset: Int64 = 0

  private var markSkipper = ByteOrderMark.Skipper()
  private var nextByteOffset: Int64 = 0
  private var isHeldLineComplete = false

  init(maximumByteCount: Int?, tooLong: ErrorCode) {
    self.maximumByteCount = maximumByteCount
    self.tooLong = tooLong
  }

  /// Returns the next line that `bytes` completes, or `nil` once all of `bytes` is consumed.
  ///
  /// - Parameters:
  ///   - bytes: The current chunk.
  ///   - position: The index to start at. It advances past the consumed bytes.
  mutating func next(in bytes: Span<UInt8>, from position: inout Int) throws(StreamError) -> Line? {
    dropCompleteLine()
    if !markSkipper.isDecided {
      held += markSkipper.skip(in: bytes, from: &position)
      nextByteOffset = Int64(markSkipper.byteCount)
    }
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

  /// Returns the last line if it has no LF, or `nil` if it is empty.
  mutating func finish() throws(StreamError) -> Line? {
    dropCompleteLine()
    held += markSkipper.finish()
    if held.isEmpty { return nil }
    if let maximumByteCount, held.count > maximumByteCount { throw tooLongError }
    count(held.count)
    isHeldLineComplete = true
    return .held
  }

  private mutating func dropCompleteLine() {
    if isHeldLineComplete { held.removeAll(keepingCapacity: true) }
  }

  private mutating func count(_ byteCount: Int) {
    line += 1
    byteOffset = nextByteOffset
    nextByteOffset += Int64(byteCount)
  }

  /// Throws if the line that continues with `part` exceeds the limit.
  ///
  /// A single byte too many is accepted if it is a trailing CR, which may belong to a CRLF.
  private func check(_ part: Span<UInt8>) throws(StreamError) {
    guard let maximumByteCount else { return }
    let room = maximumByteCount - held.count
    guard part.count > room else { return }
    let last = part.isEmpty ? held.last : part[part.count - 1]
    guard part.count == room + 1, last == UInt8(ascii: "\r") else { throw tooLongError }
  }

  private var tooLongError: StreamError {
    StreamError(tooLong, line: line + 1, byteOffset: nextByteOffset)
  }
}
