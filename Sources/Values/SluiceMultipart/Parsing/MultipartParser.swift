public import SluiceBody
internal import SluiceCoding
internal import SluiceErrors
internal import SluiceSupport

/// A push parser of multipart bodies, byte by byte or block by block: a state machine without input or output of its
/// own.
///
/// ```swift
/// var parser = try MultipartParser(contentType: type)
/// while let block = try source.read() {
///   var position = 0
///   while let event = try parser.next(in: block.span, from: &position) { handle(event, in: block) }
/// }
/// while let event = try parser.finish() { handle(event, in: []) }
/// ```
///
/// Framing follows [RFC 2046 §5.1.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1): a part ends at a line that
/// is CRLF, `--B`, `--` after the last part, blanks, and CRLF. Anything that only resembles such a line is data. A
/// preamble, an epilogue, and a missing CRLF at the end are accepted. A preamble with a line that is nearly a boundary
/// is an error, because the part after it would be lost: see ``ErrorCode/malformedFirstBoundary``. The events
/// are the same however the input is cut. Time is linear in the input, and memory constant: the bytes of a body are
/// never copied, except for the few at the end of a block that may begin a boundary.
///
/// ```
///              boundary
/// +----------+             +------------+     +---------+  empty line    +------+
/// | preamble |------------>| beforePart |---->| headers |--------------->| body |--+ .bytes,
/// +----------+             +------------+     +---------+  .partBegan    +------+<-+ .withheldBytes
///      |                         ^                                         |  |
///      |                         |          boundary: .partEnded           |  |
///      |                         +-----------------------------------------+  |
///      | last boundary                                                        | last boundary:
///      |                   +---------+                                        | .partEnded
///      +------------------>| closing |<---------------------------------------+
///                          +---------+
///                               | .finished
///                               v
///                          +----------+
///                          | epilogue |  skips the rest of the input
///                          +----------+
/// ```
///
/// The events of a body with one part and boundary `B`:
///
/// ```
/// bytes                                                 events                   state afterwards
/// --B CRLF                                                                       headers
/// Content-Disposition: form-data; name="a" CRLF CRLF    .partBegan(head)         body
/// 1                                                     .bytes                   body
/// CRLF --B-- CRLF                                       .partEnded, .finished    epilogue
/// ```
///
/// The headers of a form-data part follow [RFC 7578](https://www.rfc-editor.org/rfc/rfc7578), those of other parts
/// RFC 2045 and RFC 6266. Values are UTF-8. A part of byteranges needs a `Content-Range`
/// ([RFC 9110 §14.6](https://www.rfc-editor.org/rfc/rfc9110#section-14.6)), must be as long as its range, and must not
/// contradict the complete length that earlier parts declare.
public struct MultipartParser: StreamParser, Sendable {
  /// An event in a multipart body.
  public enum Event: Sendable {
    /// A part begins, with its head.
    case partBegan(PartHead)
    /// Bytes of the part's body: a range of the input, never empty.
    case bytes(Range<Int>)
    /// Bytes of the part's body from earlier input, withheld because they might have begun a boundary.
    case withheldBytes(ArraySlice<UInt8>)
    /// The part is complete.
    case partEnded
    /// The closing boundary was read. Anything after it is skipped.
    case finished
  }

  private enum State { case preamble, beforePart, headers, body, closing, epilogue }

  private let subtype: MultipartForm.Subtype
  private let limits: MultipartLimits
  private let leniencies: MultipartLeniencies
  private var scanner: BoundaryScanner
  private var state = State.preamble
  private var failure = FinalError<MultipartError>()
  private var preambleByteCount: Int64 = 0
  private var preambleLine: PreambleLine

  /// The complete length that the ranges of byteranges declare.
  private var completeLength: Int64?

  // The current part.
  private var partIndex: Int?
  private var headParser: PartHeadParser
  private var head: PartHead?
  private var bodyStart: Int64 = 0
  private var bodyByteCount: Int64 = 0

  /// The number of bytes consumed so far.
  public private(set) var byteOffset: Int64 = 0

  /// Creates a parser for a body with a known boundary.
  ///
  /// - Parameters:
  ///   - boundary: The boundary between the parts.
  ///   - subtype: The word after `multipart/`. Defaults to `.formData`, which has its own rules, as has
  ///     `.byteRanges`.
  ///   - limits: The limits of the body. Defaults to `MultipartLimits()`.
  ///   - leniencies: The deviations to accept. Defaults to none.
  public init(
    boundary: MultipartForm.Boundary, subtype: MultipartForm.Subtype = .formData,
    limits: MultipartLimits = MultipartLimits(),
    accepting leniencies: MultipartLeniencies = []
  ) {
    self.subtype = subtype
    self.limits = limits
    self.leniencies = leniencies
    scanner = BoundaryScanner(
      boundary: boundary, accepting: leniencies, maximumBlankCount: limits.maximumHeaderLineByteCount)
    preambleLine = PreambleLine(delimiter: Array("--\(boundary)".utf8))
    headParser = PartHeadParser(limits: limits, accepting: leniencies, subtype: subtype)
  }

  /// Creates a parser for a body from its `Content-Type`.
  ///
  /// - Parameters:
  ///   - contentType: The value of the field.
  ///   - limits: The limits of the body. Defaults to `MultipartLimits()`.
  ///   - leniencies: The deviations to accept. Defaults to none.
  /// - Throws: ``ErrorCode/notMultipart``; ``ErrorCode/missingBoundary``;
  ///   ``ErrorCode/invalidBoundary``, also if its closing quotation mark is missing;
  ///   ``ErrorCode/repeatedBoundary``.
  public init(
    contentType: String, limits: MultipartLimits = MultipartLimits(),
    accepting leniencies: MultipartLeniencies = []
  ) throws(MultipartError) {
    guard let type = try? MediaType(parsing: contentType), type.type == "multipart",
      let subtype = try? MultipartForm.Subtype(parsing: type.subtype)
    else { throw MultipartError(.notMultipart, byteOffset: 0) }
    let boundaries = MediaType.values(ofParameter: "boundary", in: contentType) ?? []
    guard boundaries.count < 2 else { throw MultipartError(.repeatedBoundary, byteOffset: 0) }
    guard let first = boundaries.first else { throw MultipartError(.missingBoundary, byteOffset: 0) }
    guard let text = first, let boundary = try? MultipartForm.Boundary(parsing: text) else {
      throw MultipartError(.invalidBoundary, byteOffset: 0)
    }
    self.init(boundary: boundary, subtype: subtype, limits: limits, accepting: leniencies)
  }

  /// Returns the next event in the input, or `nil` if all of it is consumed.
  ///
  /// - Parameters:
  ///   - input: A block of the body.
  ///   - position: The index of the first byte of the block that is not consumed yet. It is moved past the bytes that
  ///     this call consumes.
  /// - Throws: ``MultipartError``. An error is final: every later call throws it again.
  /// - Complexity: Linear in the bytes that are consumed.
  public mutating func next(in input: Span<UInt8>, from position: inout Int) throws(MultipartError) -> Event?
  {
    try failure.check()
    do throws(MultipartViolation) {
      return try advanceWithinLimit(over: input, from: &position)
    } catch {
      throw failure.keep(self.error(for: error))
    }
  }

  /// Marks the end of the input, and returns the next event.
  ///
  /// Call it repeatedly until it returns `nil`. If the input ends with the closing boundary but without a line break,
  /// the last events come from this method.
  ///
  /// - Throws: ``ErrorCode/missingClosingBoundary``, ``ErrorCode/emptyInput``, or the error that
  ///   ``next(in:from:)`` has thrown.
  public mutating func finish() throws(MultipartError) -> Event? {
    try failure.check()
    do throws(MultipartViolation) {
      return try end()
    } catch {
      throw failure.keep(self.error(for: error))
    }
  }

  // MARK: Steps

  private mutating func advanceWithinLimit(
    over input: Span<UInt8>, from position: inout Int
  ) throws(MultipartViolation) -> Event? {
    let room = limits.maximumByteCount.map { max(Int(clamping: $0 - byteOffset), 0) } ?? .max
    guard room < input.count - position else { return try advance(over: input, from: &position) }
    let event = try advance(over: input.extracting(..<(position + room)), from: &position)
    if event == nil { throw MultipartViolation(.bodyTooLarge, at: byteOffset) }
    return event
  }

  private mutating func end() throws(MultipartViolation) -> Event? {
    switch state {
    case .epilogue: return nil
    case .closing: return close()
    case .preamble where scanner.isWholeAtEnd:
      try endPreambleLine()
      return close()
    case .body where scanner.isWholeAtEnd: return try endPart(isLast: true)
    default:
      if case .preamble = state { try endPreambleLine() }
      throw MultipartViolation(byteOffset == 0 ? .emptyInput : .missingClosingBoundary, at: byteOffset)
    }
  }

  private mutating func advance(
    over input: Span<UInt8>, from position: inout Int
  ) throws(MultipartViolation) -> Event? {
    let base = byteOffset - Int64(position)
    defer { byteOffset = base + Int64(position) }
    while true {
      switch state {
      case .preamble:
        switch try scanner.step(input, from: &position, base: base) {
        case .data(let range): try passPreamble(input.extracting(range))
        case .withheld(let bytes): try passPreamble(bytes.span)
        case .boundary(let isLast):
          try endPreambleLine()
          state = isLast ? .closing : .beforePart
          scanner.refusesLineFeeds = false
        case .needsInput: return nil
        }
      case .beforePart:
        try beginPart(at: base + Int64(position))
      case .headers:
        guard let head = try headParser.next(input, from: &position) else { return nil }
        return beginBody(head, at: base + Int64(position))
      case .body:
        switch try scanner.step(input, from: &position, base: base) {
        case .data(let range):
          return .bytes(range.prefix(try admit(range.count)))
        case .withheld(let bytes):
          return .withheldBytes(bytes.prefix(try admit(bytes.count)))
        case .boundary(let isLast): return try endPart(isLast: isLast)
        case .needsInput: return nil
        }
      case .closing: return close()
      case .epilogue:
        position = input.count
        return nil
      }
    }
  }

  private mutating func passPreamble(_ bytes: Span<UInt8>) throws(MultipartViolation) {
    for index in bytes.indices {
      if let limit = limits.maximumPreambleByteCount, preambleByteCount >= limit {
        throw MultipartViolation(.preambleTooLong, at: limit)
      }
      if let line = preambleLine.append(bytes[index], at: preambleByteCount) {
        throw MultipartViolation(.malformedFirstBoundary, at: line)
      }
      preambleByteCount += 1
    }
  }

  private func endPreambleLine() throws(MultipartViolation) {
    if let line = preambleLine.end() { throw MultipartViolation(.malformedFirstBoundary, at: line) }
  }

  private mutating func beginPart(at offset: Int64) throws(MultipartViolation) {
    let index = partIndex.map { $0 + 1 } ?? 0
    partIndex = index
    head = nil
    if let limit = limits.maximumPartCount, index >= limit {
      throw MultipartViolation(.tooManyParts, at: offset)
    }
    headParser.begin(at: offset, completeLength: completeLength)
    state = .headers
  }

  private mutating func beginBody(_ head: PartHead, at offset: Int64) -> Event {
    self.head = head
    completeLength = completeLength ?? head.contentRange?.completeLength
    bodyStart = offset
    bodyByteCount = 0
    // An empty body may share its line break with the one that ends the headers.
    scanner.beginLine()
    state = .body
    return .partBegan(head)
  }

  /// Counts bytes of a body.
  ///
  /// - Returns: The number of bytes within all limits. If it is less than `count`, the next call throws.
  private mutating func admit(_ count: Int) throws(MultipartViolation) -> Int {
    let limit = limits.maximumPartByteCount ?? .max
    let announced = head?.byteCount ?? .max
    let room = max(min(limit, announced) - bodyByteCount, 0)
    if Int64(count) <= room {
      bodyByteCount += Int64(count)
      return count
    }
    bodyByteCount += room
    let violation = MultipartViolation(
      limit <= announced ? .partTooLarge : .contentLengthMismatch, at: bodyStart + bodyByteCount)
    if room == 0 { throw violation }
    failure.keep(error(for: violation))
    return Int(clamping: room)
  }

  private mutating func endPart(isLast: Bool) throws(MultipartViolation) -> Event {
    if let announced = head?.byteCount, announced != bodyByteCount {
      throw MultipartViolation(.contentLengthMismatch, at: bodyStart + bodyByteCount)
    }
    state = isLast ? .closing : .beforePart
    return .partEnded
  }

  private mutating func close() -> Event {
    state = .epilogue
    partIndex = nil
    head = nil
    return .finished
  }

  private func error(for violation: MultipartViolation) -> MultipartError {
    MultipartError(violation.code, partIndex: partIndex, name: head?.name, byteOffset: violation.offset)
  }
}
