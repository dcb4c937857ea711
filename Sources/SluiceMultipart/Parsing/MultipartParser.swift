public import SluiceBody
internal import SluiceCoding

/// Takes a multipart body apart, byte by byte or block by block: a state machine without input or output.
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
/// Framing follows RFC 2046 §5.1.1: a part ends at a line that is CRLF, `--B`, for the last part `--`, blanks, and CRLF.
/// What looks like one and is none is data. A preamble, an epilogue, and a missing CRLF at the end are accepted. The
/// events are the same however the input is cut. Time is linear in the input, memory constant: bytes of bodies are never
/// copied, but for the few at the end of a block that may be the beginning of a boundary.
///
/// The header of a form-data part follows RFC 7578, that of others RFC 2045 and RFC 6266; values are UTF-8. A part of
/// byteranges needs a `Content-Range` (RFC 9110 §14.6), and is held to its size and its whole's.
public struct MultipartParser: StreamParser, Sendable {
  /// What the parser has found.
  public enum Event: Sendable {
    /// A part begins.
    case partBegan(PartHeaders)
    /// Bytes of the part's body: a range of the input, never empty.
    case bytes(Range<Int>)
    /// Bytes of the part's body that came with earlier input and might have begun a boundary.
    case withheldBytes(ArraySlice<UInt8>)
    /// The part is whole.
    case partEnded
    /// The closing boundary has come. What may follow is passed over.
    case finished
  }

  private enum State { case preamble, beforePart, headers, body, closing, epilogue }

  private let subtype: MultipartForm.Subtype
  private let limits: MultipartLimits
  private let leniencies: MultipartLeniencies
  private var scanner: BoundaryScanner
  private var state = State.preamble
  private var failure: MultipartError?
  private var preambleByteCount: Int64 = 0

  /// What the ranges of byteranges say of their whole.
  private var completeLength: Int64?

  // Of the current part.
  private var partIndex: Int?
  private var headersParser: PartHeadersParser
  private var headers: PartHeaders?
  private var bodyStart: Int64 = 0
  private var bodyByteCount: Int64 = 0

  /// How many bytes have been taken so far.
  public private(set) var byteOffset: Int64 = 0

  /// A parser for bodies of a known boundary.
  ///
  /// - Parameters:
  ///   - subtype: the word behind `multipart/`. `.formData` and `.byteRanges` have rules of their own.
  ///   - limits: ``MultipartLimits``' defaults by default.
  ///   - leniencies: none by default.
  public init(
    boundary: Boundary, subtype: MultipartForm.Subtype = .formData, limits: MultipartLimits = .strict,
    accepting leniencies: MultipartLeniencies = .strict
  ) {
    self.subtype = subtype
    self.limits = limits
    self.leniencies = leniencies
    scanner = BoundaryScanner(
      boundary: boundary, accepting: leniencies, maxBlanks: limits.headerLineBytes ?? .max)
    headersParser = PartHeadersParser(
      limits: limits, accepting: leniencies, subtype: subtype, start: 0)
  }

  /// A parser for a body whose `Content-Type` is `contentType`.
  ///
  /// - Throws: ``MultipartError/Code/notMultipart``, ``MultipartError/Code/invalidBoundary`` also where there is none,
  ///   ``MultipartError/Code/repeatedBoundary``.
  public init(
    contentType: String, limits: MultipartLimits = .strict,
    accepting leniencies: MultipartLeniencies = .strict
  ) throws(MultipartError) {
    guard let type = MediaType(contentType), type.type == "multipart",
      let subtype = MultipartForm.Subtype(type.subtype)
    else { throw MultipartError(.notMultipart, byteOffset: 0) }
    let boundaries = MediaType.values(ofParameter: "boundary", in: contentType) ?? []
    guard boundaries.count < 2 else { throw MultipartError(.repeatedBoundary, byteOffset: 0) }
    guard let text = boundaries.first, let boundary = try? Boundary(text) else {
      throw MultipartError(.invalidBoundary, byteOffset: 0)
    }
    self.init(boundary: boundary, subtype: subtype, limits: limits, accepting: leniencies)
  }

  /// What comes next in the input from `position` on, which moves behind what was taken; nil once all is.
  ///
  /// - Throws: ``MultipartError``, which is final: it is thrown again by every later call.
  public mutating func next(in input: Span<UInt8>, from position: inout Int) throws(MultipartError) -> Event?
  {
    if let failure { throw failure }
    do throws(MultipartViolation) {
      let room = limits.bytes.map { max(Int(clamping: $0 - byteOffset), 0) } ?? .max
      guard room < input.count - position else { return try advance(over: input, from: &position) }
      let event = try advance(over: input.extracting(..<(position + room)), from: &position)
      if event == nil { throw MultipartViolation(.bodyTooLarge, at: byteOffset) }
      return event
    } catch {
      throw fail(error)
    }
  }

  /// Says that the input has ended. Call it until it answers nil: where the input ends with the closing boundary, and
  /// without a line break, the last events come here.
  ///
  /// - Throws: ``MultipartError/Code/missingClosingBoundary``, ``MultipartError/Code/emptyInput``, and what
  ///   ``next(in:from:)`` has thrown.
  public mutating func finish() throws(MultipartError) -> Event? {
    if let failure { throw failure }
    do throws(MultipartViolation) {
      switch state {
      case .epilogue: return nil
      case .closing: return close()
      case .preamble where scanner.isWholeAtEnd: return close()
      case .body where scanner.isWholeAtEnd: return try endPart(isLast: true)
      default:
        throw MultipartViolation(byteOffset == 0 ? .emptyInput : .missingClosingBoundary, at: byteOffset)
      }
    } catch {
      throw fail(error)
    }
  }

  // MARK: Steps

  private mutating func advance(
    over input: Span<UInt8>, from position: inout Int
  ) throws(MultipartViolation) -> Event? {
    let base = byteOffset - Int64(position)
    defer { byteOffset = base + Int64(position) }
    while true {
      switch state {
      case .preamble:
        switch try scanner.step(input, from: &position, base: base) {
        case .data(let range): try countPreamble(range.count)
        case .withheld(let bytes): try countPreamble(bytes.count)
        case .boundary(let isLast):
          state = isLast ? .closing : .beforePart
          scanner.refusesLineFeeds = false
        case .needsInput: return nil
        }
      case .beforePart:
        try beginPart(at: base + Int64(position))
      case .headers:
        guard let headers = try headersParser.next(input, from: &position) else { return nil }
        return beginBody(headers, at: base + Int64(position))
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

  private mutating func countPreamble(_ count: Int) throws(MultipartViolation) {
    preambleByteCount += Int64(count)
    if let limit = limits.preambleBytes, preambleByteCount > limit {
      throw MultipartViolation(.preambleTooLong, at: limit)
    }
  }

  private mutating func beginPart(at offset: Int64) throws(MultipartViolation) {
    let index = partIndex.map { $0 + 1 } ?? 0
    partIndex = index
    headers = nil
    if let limit = limits.parts, index >= limit { throw MultipartViolation(.tooManyParts, at: offset) }
    headersParser = PartHeadersParser(
      limits: limits, accepting: leniencies, subtype: subtype, completeLength: completeLength, start: offset)
    state = .headers
  }

  private mutating func beginBody(_ headers: PartHeaders, at offset: Int64) -> Event {
    self.headers = headers
    completeLength = completeLength ?? headers.contentRange?.completeLength
    bodyStart = offset
    bodyByteCount = 0
    // A body without a byte may share its line break with the one that ends the headers.
    scanner.beginLine()
    state = .body
    return .partBegan(headers)
  }

  /// Counts bytes of a body. Returns how many of them are within all limits; if not all, what comes next is an error.
  private mutating func admit(_ count: Int) throws(MultipartViolation) -> Int {
    let limit = limits.bytesPerPart ?? .max
    let announced = headers?.byteCount ?? .max
    let room = max(min(limit, announced) - bodyByteCount, 0)
    if Int64(count) <= room {
      bodyByteCount += Int64(count)
      return count
    }
    bodyByteCount += room
    let violation = MultipartViolation(
      limit <= announced ? .partTooLarge : .contentLengthMismatch, at: bodyStart + bodyByteCount)
    if room == 0 { throw violation }
    _ = fail(violation)
    return Int(clamping: room)
  }

  private mutating func endPart(isLast: Bool) throws(MultipartViolation) -> Event {
    if let announced = headers?.byteCount, announced != bodyByteCount {
      throw MultipartViolation(.contentLengthMismatch, at: bodyStart + bodyByteCount)
    }
    state = isLast ? .closing : .beforePart
    return .partEnded
  }

  private mutating func close() -> Event {
    state = .epilogue
    partIndex = nil
    headers = nil
    return .finished
  }

  private mutating func fail(_ violation: MultipartViolation) -> MultipartError {
    let error = MultipartError(
      violation.code, partIndex: partIndex, name: headers?.name, byteOffset: violation.offset)
    failure = error
    return error
  }
}
