internal import SluiceBody

/// Divides input into data and boundary lines, however it is cut.
struct BoundaryScanner {
  enum Step {
    /// A range of the input is data.
    case data(Range<Int>)
    /// What was withheld from earlier input is data.
    case withheld(ArraySlice<UInt8>)
    /// A boundary line ended before the position.
    case boundary(isLast: Bool)
    /// All input was taken, and is data or withheld.
    case needsInput
  }

  private let search: BoundarySearch
  private var line: BoundaryLine
  /// Whether the input so far ends with what may become a boundary line.
  private var isUndecided = true
  /// As much of that as has been taken.
  private var held: [UInt8] = []
  /// Whether a boundary that ends in LF alone is an error, rather than data.
  var refusesLineFeeds = true

  /// Begins where a line begins, so that a boundary needs no line break before it.
  init(boundary: Boundary, accepting leniencies: MultipartLeniencies, maxBlanks: Int) {
    let delimiter = Array("--\(boundary)".utf8)
    let acceptsLineFeeds = leniencies.contains(.lineFeeds)
    search = BoundarySearch(delimiter: delimiter, acceptsLineFeeds: acceptsLineFeeds)
    line = BoundaryLine(delimiter: delimiter, acceptsLineFeeds: acceptsLineFeeds, maxBlanks: maxBlanks)
  }

  /// How many bytes were taken that are not yet known to be data.
  var heldCount: Int { held.count }

  /// Whether the input may end here with the last boundary.
  var isWholeAtEnd: Bool { isUndecided && line.isWholeAtEnd }

  /// Says that a line begins here.
  mutating func beginLine() {
    isUndecided = true
    line.restart(behindLineBreak: true)
  }

  /// The next step over the input from `position` on, which moves behind what was taken. `base` is where the input
  /// begins in all there is.
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
    while let place = search.first(in: input, from: start) {
      line.restart(behindLineBreak: false)
      let verdict = line.advance(over: input, from: place)
      // What comes before it is told first; the line is then found again at once.
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

  /// Whether the line is a boundary, or an error.
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
