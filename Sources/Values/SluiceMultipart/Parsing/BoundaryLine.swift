/// A matcher that decides, byte by byte, whether a candidate is a boundary line: a line break, `--B`, `--` for the last
/// boundary, blanks, and a line break (RFC 2046 §5.1.1).
///
/// ```
/// +----------------+ CR +----------+ LF +------------------+ "-"  +-----------+
/// | carriageReturn |--->| lineFeed |--->| delimiter(0...n) |----->| firstDash |
/// +----------------+    +----------+    +------------------+      +-----------+
///                                         |  | space, tab               | "-"
///                                         |  |                          v
///                                         |  |                      +--------+
///                                         |  +--------------------->| blanks |<-+ space, tab
///                                         | CR                      +--------+--+
///                                         |                             | CR
///                                         |                             v
///                                         |                      +--------------+ LF
///                                         +--------------------->| lastLineFeed |----> boundary
///                                                                +--------------+
/// ```
///
/// Any other byte makes the candidate data. If line feeds are accepted, LF alone is a line break too.
///
/// For `--B`, so *n* = 3, the line `CR LF --B-- SP CR LF` passes through:
///
/// ```
/// byte     CR        LF            -             -             B
/// stage    lineFeed  delimiter(0)  delimiter(1)  delimiter(2)  delimiter(3)
///
/// byte     -          -                     SP                    CR                          LF
/// stage    firstDash  blanks(isLast: true)  blanks(isLast: true)  lastLineFeed(isLast: true)  boundary
/// ```
struct BoundaryLine {
  enum Verdict {
    /// All bytes so far match, and more are needed.
    case undecided
    /// The line is complete. The input continues at `end`.
    case boundary(isLast: Bool, end: Int)
    /// The byte at `index` does not match, so the line is data. The byte may begin another line.
    case data(index: Int)
    /// Like `data`: the byte is a LF, but the line would have ended with a CRLF.
    case lineFeed(index: Int)
    /// The line has more blanks than allowed, from `index` on.
    case tooLong(index: Int)
  }

  private enum Stage {
    case carriageReturn, lineFeed
    /// The number of bytes of `--B` that have matched.
    case delimiter(Int)
    case firstDash
    case blanks(isLast: Bool)
    case lastLineFeed(isLast: Bool)
  }

  /// `--B`.
  let delimiter: [UInt8]
  let acceptsLineFeeds: Bool
  /// The maximum number of blanks after the boundary, or `nil` for no limit.
  let maximumBlankCount: Int?
  private var stage = Stage.delimiter(0)
  private var blanks = 0

  init(delimiter: [UInt8], acceptsLineFeeds: Bool, maximumBlankCount: Int?) {
    self.delimiter = delimiter
    self.acceptsLineFeeds = acceptsLineFeeds
    self.maximumBlankCount = maximumBlankCount
  }

  /// The part of a line that comes next.
  enum Part { case lineBreak, delimiter, restAfterDelimiter }

  /// Starts over, at a part of the line.
  mutating func restart(at part: Part) {
    stage =
      switch part {
      case .lineBreak: .carriageReturn
      case .delimiter: .delimiter(0)
      case .restAfterDelimiter: .delimiter(delimiter.count)
      }
    blanks = 0
  }

  /// Whether the line is complete if the input ends here: the last boundary needs no line break after it.
  var isWholeAtEnd: Bool {
    switch stage {
    case .blanks(isLast: true), .lastLineFeed(isLast: true): true
    default: false
    }
  }

  /// Matches the input from `position` on.
  mutating func advance(over input: Span<UInt8>, from position: Int) -> Verdict {
    for index in position..<input.count {
      let byte = input[index]
      switch stage {
      case .carriageReturn where byte == UInt8(ascii: "\r"): stage = .lineFeed
      case .carriageReturn where byte == UInt8(ascii: "\n") && acceptsLineFeeds: stage = .delimiter(0)
      case .lineFeed where byte == UInt8(ascii: "\n"): stage = .delimiter(0)
      case .delimiter(let count) where count < delimiter.count:
        guard byte == delimiter[count] else { return .data(index: index) }
        stage = .delimiter(count + 1)
      case .delimiter where byte == UInt8(ascii: "-"): stage = .firstDash
      case .delimiter:
        stage = .blanks(isLast: false)
        if let verdict = endLine(with: byte, at: index, isLast: false) { return verdict }
      case .firstDash where byte == UInt8(ascii: "-"): stage = .blanks(isLast: true)
      case .blanks(let isLast):
        if let verdict = endLine(with: byte, at: index, isLast: isLast) { return verdict }
      case .lastLineFeed(let isLast) where byte == UInt8(ascii: "\n"):
        return .boundary(isLast: isLast, end: index + 1)
      case .carriageReturn, .lineFeed, .firstDash, .lastLineFeed: return .data(index: index)
      }
    }
    return .undecided
  }

  /// Returns the verdict for a byte after the boundary, or `nil` if more bytes are needed.
  private mutating func endLine(with byte: UInt8, at index: Int, isLast: Bool) -> Verdict? {
    switch byte {
    case UInt8(ascii: "\r"):
      stage = .lastLineFeed(isLast: isLast)
      return nil
    case UInt8(ascii: "\n"):
      return acceptsLineFeeds ? .boundary(isLast: isLast, end: index + 1) : .lineFeed(index: index)
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      blanks += 1
      return blanks > maximumBlankCount ?? .max ? .tooLong(index: index) : nil
    default:
      return .data(index: index)
    }
  }
}
