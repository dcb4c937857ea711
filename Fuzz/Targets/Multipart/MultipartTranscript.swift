import SluiceBody
import SluiceFuzz
import SluiceMultipart

/// The parts and the error that a parser or a reader reports for a multipart body.
///
/// The pieces of each part are joined. Strings are kept as bytes, since equal strings may differ in their bytes.
struct MultipartTranscript: Equatable {
  struct Part: Equatable {
    /// The names and values, in alternation.
    var fields: [[UInt8]]
    var name: [UInt8]?
    var fileName: [UInt8]?
    var bytes: [UInt8] = []
    var isWhole = false

    init(_ head: MultipartParser.PartHead) {
      fields = head.headers.flatMap { [Array($0.name.utf8), Array($0.value.utf8)] }
      name = head.name.map { Array($0.utf8) }
      fileName = head.fileName.map { Array($0.utf8) }
    }
  }

  struct Failure: Equatable {
    let code: ErrorCode
    let offset: Int64?
    let partIndex: Int?

    init(_ error: MultipartError) {
      code = error.code
      offset = error.byteOffset
      partIndex = error.partIndex
    }
  }

  var parts: [Part] = []
  var isFinished = false
  var failure: Failure?

  /// Parses `bytes` in the chunks that `splitter` cuts.
  ///
  /// - Throws: `BrokenProperty` if events are out of order, bytes are left, or an error is not final.
  init(_ parser: MultipartParser, of bytes: [UInt8], cutBy splitter: Splitter) throws {
    var parser = parser
    var splitter = splitter
    do {
      for chunk in splitter.chunks(of: bytes) {
        var position = 0
        while let event = try parser.next(in: chunk.span, from: &position) { try append(event, in: chunk) }
        try require(position == chunk.count, "stopped at \(position) of \(chunk.count) bytes")
      }
      while let event = try parser.finish() { try append(event, in: []) }
      try require(parser.byteOffset == bytes.count, "consumed \(parser.byteOffset) of \(bytes.count) bytes")
    } catch let error as MultipartError {
      let failure = Failure(error)
      self.failure = failure
      var position = 0
      var again: [Failure] = []
      do { _ = try parser.next(in: bytes.span, from: &position) } catch { again.append(Failure(error)) }
      do { _ = try parser.finish() } catch { again.append(Failure(error)) }
      try requireEqual(again, [failure, failure], "the errors after an error")
    }
  }

  private mutating func append(_ event: MultipartParser.Event, in chunk: ArraySlice<UInt8>) throws {
    try require(!isFinished, "an event after the last")
    switch event {
    case .partBegan(let head):
      try require(parts.last?.isWhole ?? true, "a part begins within another")
      parts.append(Part(head))
    case .bytes(let range):
      try require(!range.isEmpty && range.upperBound <= chunk.count, "bytes at \(range) of \(chunk.count)")
      try append(chunk.dropFirst(range.lowerBound).prefix(range.count))
    case .withheldBytes(let bytes):
      try require(!bytes.isEmpty, "withheld bytes that are empty")
      try append(bytes)
    case .partEnded:
      try require(parts.last?.isWhole == false, "the end of a part that did not begin")
      parts[parts.count - 1].isWhole = true
    case .finished:
      try require(parts.last?.isWhole ?? true, "the end within a part")
      isFinished = true
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) throws {
    try require(parts.last?.isWhole == false, "bytes outside of parts")
    parts[parts.count - 1].bytes += bytes
  }
}

/// The options for reading a multipart body, from four bytes of an input: leniencies, boundary, kind of limit, and
/// limit.
struct MultipartOptions {
  let leniencies: MultipartLeniencies
  let boundary: MultipartForm.Boundary
  let limits: MultipartLimits

  init(from input: inout FuzzInput) throws {
    leniencies = input.choice(of: [[], .lenient, .lineFeeds, .foldedHeaders])
    boundary = try MultipartForm.Boundary(parsing: input.choice(of: Self.boundaries))
    let limit = input.byte()
    let value = Int(input.byte())
    var limits = MultipartLimits()
    switch limit % 8 {
    case 1: limits.maximumPartCount = value
    case 2: limits.maximumHeaderCount = value
    case 3: limits.maximumHeaderLineByteCount = value
    case 4: limits.maximumHeaderByteCount = value
    case 5: limits.maximumPartByteCount = Int64(value)
    case 6: limits.maximumByteCount = Int64(value) * 4
    case 7: limits.maximumPreambleByteCount = Int64(value)
    default: break
    }
    self.limits = limits
  }

  /// The boundaries that can be chosen. A repeated letter makes text that nearly matches the boundary likely.
  private static let boundaries = [
    "B", "AAAAAAAA", "--", "a b", "'()+_,-./:=?", String(repeating: "x", count: 70),
  ]
}
