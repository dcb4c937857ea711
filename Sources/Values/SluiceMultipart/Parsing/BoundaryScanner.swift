internal import SluiceBody

/// A scanner that divides input into data and boundary lines, independently of how the input is cut into blocks.
///
/// A candidate that the end of a block cuts off is held until later blocks decide it:
///
/// ```
///                         cut off by the end of a block: hold
///      +-----------+ ----------------------------------------> +-----------+
///  +-->| searching |                                           | undecided |---+ more of it: hold
///  |   +-----------+ <---------------------------------------- +-----------+<--+
///  |         |          .boundary, or .withheld if it is data
///  +---------+
///  .data, .boundary, .needsInput
/// ```
///
/// A scanner starts in `undecided`, after a line break, and returns there with ``beginLine()``.
///
/// The steps for boundary `B` and four blocks (`⏎` is CRLF). Each block ends with `.needsInput`, too:
///
/// ```
/// block    steps                               held after them
/// ab⏎--    .data(0..<2)                        ⏎--
/// X⏎       .withheld("⏎--"), .data(0..<1)      ⏎
/// --B--                                        ⏎--B--            isWholeAtEnd is true
/// ⏎        .boundary(isLast: true)
/// ```
struct BoundaryScanner {
  enum Step {
    /// A range of the input is data.
    case data(Range<Int>)
    /// Bytes that were held from earlier input are data.
    case withheld(ArraySlice<UInt8>)
    /// A boundary line ended before the position.
    case boundary(isLast: Bool)
    /// All input is consumed, and is either data or held.
    case needsInput
  }

  private let search: BoundarySearch
  private var line: BoundaryLine
  /// Whether the input so far ends with a candidate for a boundary line.
  private var isUndecided = true
  /// The bytes of that candidate that are consumed.
  private var held: [UInt8] = []
  /// Whether a boundary line that ends in LF alone is an error. Otherwise, it is data.
  var refusesLineFeeds = true

  /// Creates a scanner at the start of a line, so that a boundary needs no line break before it.
  init(boundary: MultipartForm.Boundary, accepting leniencies: MultipartLeniencies, maximumBlankCount: Int?) {
    let delimiter = Array("--\(boundary)".utf8)
    let acceptsLineFeeds = leniencies.contains(.lineFeeds)
    search = BoundarySearch(delimiter: delimiter, acceptsLineFeeds: acceptsLineFeeds)
    line = BoundaryLine(
      delimiter: delimiter, acceptsLineFeeds: acceptsLineFeeds, maximumBlankCount: maximumBlankCount)
  }

  /// Whether the input may end here, with the last boundary.
  var isWholeAtEnd: Bool { isUndecided && line.isWholeAtEnd }

  /// Marks the start of a line.
  mutating func beginLine() {
    isUndecided = true
    line.restart(at: .delimiter)
  }

  /// Performs the next step over the input.
  ///
  /// - Parameters:
  ///   - position: The index of the first byte to scan. It is moved past the bytes that the step consumes.
  ///   - base: The offset of the start of `input` in the whole body.
  mutating func step(
    _ input: Span<UInt8>, from position: inout Int, base: Int64
  ) throws(MultipartViolation) -> Step {
    if isUndecided {
      switch try checked(line.advance(over: input, from: position), base: base) {
      case .undecided:
        hold(input.extracting(position...))
        position = input.count
        return .needsInput
      case .boundary(let isLast, let end):
        isUndecided = false
        held.removeAll(keepingCapacity: true)
        position = end
        return .boundary(isLast: isLast)
      default:
        isUndecided = false
        if !held.isEmpty {
          defer { held = [] }
          return .withheld(held[...])
        }
      }
    }
    var start = position
    while let match = search.first(in: input, from: start) {
      let place = match.place
      line.restart(at: match.end == nil ? .lineBreak : .restAfterDelimiter)
      let verdict = line.advance(over: input, from: match.end ?? place)
      // The data before the line is returned first. The next step finds the line again at once.
      if endsData(verdict), place > position { return data(upTo: place, leaving: place, from: &position) }
      switch try checked(verdict, base: base) {
      case .undecided:
        isUndecided = true
        hold(input.extracting(place...))
        return data(upTo: place, leaving: input.count, from: &position)
      case .boundary(let isLast, let end):
        position = end
        return .boundary(isLast: isLast)
      case .data(let index), .lineFeed(let index), .tooLong(let index):
        start = max(index, place + 1)
      }
    }
    return data(upTo: input.count, leaving: input.count, from: &position)
  }

  private func data(upTo end: Int, leaving next: Int, from position: inout Int) -> Step {
    defer { position = next }
    return position < end ? .data(position..<end) : .needsInput
  }

  private mutating func hold(_ bytes: Span<UInt8>) {
    if bytes.isEmpty { return }
    held.append(copying: bytes)
  }

  /// Whether the line is a boundary or an error.
  private func endsData(_ verdict: BoundaryLine.Verdict) -> Bool {
    switch verdict {
    case .boundary, .tooLong: true
    case .lineFeed: refusesLineFeeds
    case .undecided, .data: false
    }
  }

  private func checked(
    _ verdict: BoundaryLine.Verdict, base: Int64
  ) throws(MultipartViolation) -> BoundaryLine.Verdict {
    switch verdict {
    case .lineFeed(let index) where refusesLineFeeds:
      throw MultipartViolation(.bareLineFeed, at: base + Int64(index))
    case .tooLong(let index):
      throw MultipartViolation(.boundaryLineTooLong, at: base + Int64(index))
    default: return verdict
    }
  }
}
