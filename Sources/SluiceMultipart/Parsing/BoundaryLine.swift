/// Decides byte by byte whether what began like a boundary line is one: a line break, `--B`, `--` in the last, blanks, a
/// line break (RFC 2046 §5.1.1).
struct BoundaryLine {
  enum Verdict {
    /// All bytes so far fit; more are needed.
    case undecided
    /// The line is whole; what comes next is at `end`.
    case boundary(isLast: Bool, end: Int)
    /// The byte at `index` does not fit, so the line is data. It may begin another line itself.
    case data(index: Int)
    /// As `data`: the byte is a LF where a CRLF would have ended the line.
    case lineFeed(index: Int)
    /// More blanks than allowed, from `index` on.
    case tooLong(index: Int)
  }

  private enum Stage {
    case carriageReturn, lineFeed
    /// So many bytes of `--B` have come.
    case delimiter(Int)
    case firstDash
    case blanks(isLast: Bool)
    case lastLineFeed(isLast: Bool)
  }

  /// `--B`
  let delimiter: [UInt8]
  let acceptsLineFeeds: Bool
  let maxBlanks: Int
  private var stage = Stage.delimiter(0)
  private var blanks = 0

  init(delimiter: [UInt8], acceptsLineFeeds: Bool, maxBlanks: Int) {
    self.delimiter = delimiter
    self.acceptsLineFeeds = acceptsLineFeeds
    self.maxBlanks = maxBlanks
  }

  /// Starts over, at the line break before the boundary or, where that has been passed, behind it.
  mutating func restart(behindLineBreak: Bool) {
    stage = behindLineBreak ? .delimiter(0) : .carriageReturn
    blanks = 0
  }

  /// Whether the input may end here: the last boundary needs no line break behind it.
  var isWholeAtEnd: Bool {
    switch stage {
    case .blanks(isLast: true), .lastLineFeed(isLast: true): true
    default: false
    }
  }

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

  /// What a byte behind the boundary means; nil where that stays open.
  private mutating func endLine(with byte: UInt8, at index: Int, isLast: Bool) -> Verdict? {
    switch byte {
    case UInt8(ascii: "\r"):
      stage = .lastLineFeed(isLast: isLast)
      return nil
    case UInt8(ascii: "\n"):
      return acceptsLineFeeds ? .boundary(isLast: isLast, end: index + 1) : .lineFeed(index: index)
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      blanks += 1
      return blanks > maxBlanks ? .tooLong(index: index) : nil
    default:
      return .data(index: index)
    }
  }
}
