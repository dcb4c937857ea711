import SluiceFuzz
import SluiceMultipart

extension FuzzTarget {
  /// The parser of multipart bodies, in one piece and in many, with limits, compared with a naive search for the
  /// framing.
  ///
  /// Bytes 0 to 3 are ``MultipartOptions``, byte 4 is the subtype, byte 5 the splitter's seed. The body follows.
  static let multipartParser = FuzzTarget("multipart-parser", format: .multipart, optionByteCount: 6) {
    input in
    let options = try MultipartOptions(from: &input)
    let subtype = input.choice(of: [MultipartForm.Subtype.formData, .mixed, .byteRanges])
    let splitter = Splitter(seed: input.byte())
    let body = input.rest()

    let parser = MultipartParser(
      boundary: options.boundary, subtype: subtype, limits: options.limits, accepting: options.leniencies)
    let whole = try MultipartTranscript(parser, of: body, cutBy: Splitter(seed: 0))
    let cut = try MultipartTranscript(parser, of: body, cutBy: splitter)
    try requireEqual(whole, cut, "whole, and in pieces")

    let framing = MultipartFraming(
      of: body, boundary: options.boundary.description,
      acceptsLineFeeds: options.leniencies.contains(.lineFeeds))
    try require(whole.parts.isEmpty || framing.malformedBoundary == nil, "a line that is nearly the boundary")
    try checkParts(whole, framing, body)
    try checkLimits(whole, framing, options.limits, body)
    guard let failure = whole.failure else {
      try require(whole.isFinished && framing.isClosed, "the end without the closing boundary")
      return try require(whole.parts.count == framing.parts.count, "expected \(framing.parts.count) parts")
    }
    let offset = failure.offset ?? -1
    try require((0...Int64(body.count)).contains(offset), "an error at \(offset) of \(body.count) bytes")
    try require((failure.code == .emptyInput) == body.isEmpty, "\(failure.code) for \(body.count) bytes")
    if failure.code == .malformedFirstBoundary {
      try require(framing.malformedBoundary.map(Int64.init) == offset, "a line at \(offset) is refused")
    }
    if failure.code == .missingClosingBoundary {
      try require(!framing.isClosed && offset == body.count, "the closing boundary was missed")
    }
  }

  /// Checks that parts have the bytes between boundaries, or fewer after an error.
  private static func checkParts(
    _ transcript: MultipartTranscript, _ framing: MultipartFraming, _ body: [UInt8]
  ) throws {
    try require(transcript.parts.count <= framing.parts.count, "more parts than in the framing")
    for (part, wanted) in zip(transcript.parts, framing.parts) {
      let bytes = body[wanted.body]
      if part.isWhole {
        try require(wanted.isWhole && part.bytes.elementsEqual(bytes), "part differs: \(part.bytes)")
      } else {
        try require(transcript.failure != nil && bytes.starts(with: part.bytes), "start of a part differs")
      }
      try require(part.fields.count <= 2 * wanted.headerLines.count, "more fields than lines")
    }
  }

  /// Checks that the exact limit passes, and that one more is an error at the first byte that exceeds it.
  private static func checkLimits(
    _ transcript: MultipartTranscript, _ framing: MultipartFraming, _ limits: MultipartLimits, _ body: [UInt8]
  ) throws {
    for (index, part) in transcript.parts.enumerated() {
      let wanted = framing.parts[index]
      try require(index < limits.maximumPartCount ?? .max, "part \(index) is over the limit")
      try require(
        part.fields.count / 2 <= limits.maximumHeaderCount ?? .max, "\(part.fields.count / 2) headers")
      let longest = wanted.headerLines.map(\.count).max() ?? 0
      try require(longest <= limits.maximumHeaderLineByteCount ?? .max, "a header line of \(longest) bytes")
      try require(
        wanted.headerByteCount <= limits.maximumHeaderByteCount ?? .max,
        "\(wanted.headerByteCount) header bytes")
      try require(
        part.bytes.count <= limits.maximumPartByteCount ?? .max, "\(part.bytes.count) bytes in a part")
    }
    try require(
      transcript.parts.isEmpty || framing.preambleByteCount ?? 0 <= limits.maximumPreambleByteCount ?? .max,
      "preamble")
    guard let failure = transcript.failure else {
      return try require(body.count <= limits.maximumByteCount ?? .max, "\(body.count) bytes")
    }
    let last = transcript.parts.last
    switch failure.code {
    case .tooManyParts:
      try require(transcript.parts.count == limits.maximumPartCount, "too early for too many parts")
    case .tooManyHeaders where framing.parts.indices.contains(transcript.parts.count):
      let count = framing.parts[transcript.parts.count].headerLines.count
      try require(count > limits.maximumHeaderCount ?? .max, "\(count) headers are not too many")
    case .headersTooLarge where framing.parts.indices.contains(transcript.parts.count):
      let count = framing.parts[transcript.parts.count].headerByteCount
      try require(count > limits.maximumHeaderByteCount ?? .max, "\(count) header bytes are not too many")
    case .headerLineTooLong where framing.parts.indices.contains(transcript.parts.count):
      let count = framing.parts[transcript.parts.count].headerLines.map(\.count).max() ?? 0
      try require(count > limits.maximumHeaderLineByteCount ?? .max, "no line is too long")
    case .partTooLarge:
      let count = framing.parts[transcript.parts.count - 1].body.count
      try require(count > limits.maximumPartByteCount ?? .max, "\(count) bytes in a part are not too many")
      try require(
        last.map { Int64($0.bytes.count) } == limits.maximumPartByteCount, "the bytes up to the limit")
    case .bodyTooLarge:
      try require(
        failure.offset == limits.maximumByteCount && body.count > limits.maximumByteCount ?? .max,
        "not too large")
    case .preambleTooLong:
      let count = framing.preambleByteCount ?? body.count
      try require(
        count > limits.maximumPreambleByteCount ?? .max, "a preamble of \(count) bytes is not too long")
    default: break
    }
  }
}
