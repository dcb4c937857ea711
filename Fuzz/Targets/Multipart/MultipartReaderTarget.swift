import FoundationEssentials
import SluiceBody
import SluiceFuzz
import SluiceMultipart

extension FuzzTarget {
  /// The async reader, which must report the same as the parser however its parts are used, and the decoder of forms.
  ///
  /// Bytes 0 to 3 are ``MultipartOptions``, byte 4 is the splitter's seed, byte 5 whether the body is decoded as a
  /// type. Byte 6 is the use of each part, two bits in turn, or the limits of the type's decoder. The body follows.
  static let multipartReader = FuzzTarget("multipart-reader", format: .multipart, optionByteCount: 7) {
    input in
    let options = try MultipartOptions(from: &input)
    let splitter = Splitter(seed: input.byte())
    let isTyped = input.bool()
    let choice = input.byte()
    let body = input.rest()
    input.announcedWork = 2 * body.count

    let contentType = MultipartForm(boundary: options.boundary).contentType ?? ""
    let parser = try MultipartParser(
      contentType: contentType, limits: options.limits, accepting: options.leniencies)
    let wanted = try MultipartTranscript(parser, of: body, cutBy: splitter)
    let reader = try MultipartReader(
      ChunkSequence(body, cutBy: splitter), contentType: contentType, limits: options.limits,
      accepting: options.leniencies)
    try CallerExecutor.run {
      if isTyped {
        try await FormLimits(rawValue: choice).check(reader, wanted)
      } else {
        try await MultipartReading(choice).check(reader, wanted)
      }
    }
  }
}

/// An async sequence of chunks that are all available without waiting.
private struct ChunkSequence: AsyncSequence, Sendable {
  private let chunks: [ArraySlice<UInt8>]

  init(_ bytes: [UInt8], cutBy splitter: Splitter) {
    var splitter = splitter
    chunks = splitter.chunks(of: bytes)
  }

  func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var chunks: IndexingIterator<[ArraySlice<UInt8>]>

    mutating func next() async -> ArraySlice<UInt8>? { chunks.next() }
  }
}

/// Reads a body to its end, and uses each part in the way that two bits of a byte choose.
private struct MultipartReading {
  private enum Use: UInt8 { case collect, skip, readOnePiece, collectFewBytes }

  private let uses: UInt8

  init(_ uses: UInt8) { self.uses = uses }

  /// Checks that a reader reports the same as the parser.
  ///
  /// - Parameters:
  ///   - reader: The reader of a body.
  ///   - wanted: The parser's transcript of the same body.
  /// - Throws: `BrokenProperty` if a part or the error differs.
  func check(_ reader: MultipartReader, _ wanted: MultipartTranscript) async throws {
    var iterator = reader.makeAsyncIterator()
    var passed: MultipartPart?
    var count = 0
    var failure: MultipartTranscript.Failure?
    do {
      while let part = try await iterator.next() {
        try require(count < wanted.parts.count, "part \(count), but expected \(wanted.parts.count) parts")
        try requireEqual(part.index, count, "the index of a part")
        if let passed { try await requireCode(.partPassed) { _ = try await passed.collect(upTo: .max) } }
        try await use(part, wanted.parts[count])
        passed = part
        count += 1
      }
      try require(wanted.failure == nil, "no error, but expected \(String(describing: wanted.failure))")
    } catch let error as MultipartError {
      failure = MultipartTranscript.Failure(error)
      try await requireCode(error.code) { _ = try await iterator.next() }
    }
    try requireEqual(failure, wanted.failure, "the parser's error")
    if failure == nil { try requireEqual(count, wanted.parts.count, "parts") }
  }

  private func use(_ part: MultipartPart, _ wanted: MultipartTranscript.Part) async throws {
    try requireEqual(MultipartTranscript.Part(part.head).fields, wanted.fields, "fields")
    switch Use(rawValue: uses >> UInt8(part.index % 4 * 2) & 3) {
    case .collect:
      let bytes = try await part.collect(upTo: wanted.bytes.count)
      try requireEqual(bytes, wanted.bytes, "bytes")
      try await requireCode(.partAlreadyRead) { _ = try await part.collect(upTo: .max) }
    case .readOnePiece:
      var pieces = part.bytes.makeAsyncIterator()
      let piece = try await pieces.next()
      try require(
        piece.map { !$0.isEmpty && wanted.bytes.starts(with: $0) } ?? wanted.bytes.isEmpty, "a piece")
    case .collectFewBytes where wanted.isWhole && !wanted.bytes.isEmpty:
      // Only this call fails: the reader continues after the part.
      try await requireCode(.partTooLarge) { _ = try await part.collect(upTo: wanted.bytes.count - 1) }
    default: break
    }
  }

  private func requireCode(_ code: ErrorCode, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as MultipartError {
      return try requireEqual(error.code, code, "the error")
    }
    throw BrokenProperty("no error, but expected \(code)")
  }
}

/// A form decoder with one limit, which a byte chooses, and the checks of what it decodes.
private struct FormLimits {
  private let decoder: FormDecoder
  private let mayBeTooLarge: Bool

  init(rawValue: UInt8) {
    var decoder = FormDecoder()
    let limit = Int(rawValue >> 3)
    switch rawValue % 8 {
    case 1: decoder.maximumTextByteCount = limit
    case 2: decoder.maximumFileByteCount = Int64(limit)
    case 3: decoder.maximumInMemoryByteCount = limit
    case 4: decoder.maximumInMemoryFileByteCount = limit
    default: break
    }
    self.decoder = decoder
    mayBeTooLarge = (1...3).contains(rawValue % 8)
  }

  /// A type with texts and files.
  private struct Form: Decodable {
    var text: String?
    var texts: [String]?
    var file: ReceivedFile?
    var data: Data?
  }

  /// Checks that the decoder keeps the parts that the parser reports, within the limit.
  ///
  /// - Parameters:
  ///   - reader: The reader of a body.
  ///   - wanted: The parser's transcript of the same body.
  /// - Throws: `BrokenProperty` if a part, an error or a size differs.
  func check(_ reader: MultipartReader, _ wanted: MultipartTranscript) async throws {
    let form: Form
    do {
      form = try await decoder.decode(Form.self, from: reader)
    } catch is DecodingError {
      return try require(wanted.failure == nil, "a decoding error before the end of the form")
    } catch let error as MultipartError {
      if error.code == .partTooLarge, mayBeTooLarge {
        let (offset, wantedOffset) = (error.byteOffset ?? 0, wanted.failure?.offset ?? .max)
        return try require(offset <= wantedOffset, "the parser's error came before \(error)")
      }
      // Text that is not UTF-8 is reported before later errors in the body.
      if let index = error.partIndex, error.code == .invalidUTF8,
        wanted.parts.dropFirst(index).first?.isNoText == true
      {
        return
      }
      return try requireEqual(MultipartTranscript.Failure(error), wanted.failure, "the parser's error")
    }
    try require(wanted.failure == nil, "no error, but expected \(String(describing: wanted.failure))")
    let texts = wanted.parts.filter { $0.fileName == nil }
    let files = wanted.parts.filter { $0.fileName != nil }
    try require(
      texts.allSatisfy { $0.bytes.count <= decoder.maximumTextByteCount ?? .max }, "a text beyond the limit")
    try require(
      files.allSatisfy { $0.bytes.count <= decoder.maximumFileByteCount ?? .max }, "a file beyond the limit")
    let textBytes = texts.reduce(0) { $0 + $1.bytes.count }
    try require(textBytes <= decoder.maximumInMemoryByteCount ?? .max, "texts beyond the limit")
    if let text = form.text {
      try require(texts.contains { Array(text.utf8) == $0.bytes && $0.isNamed("text") }, "text: \(text)")
    }
    guard let file = form.file else { return }
    let origin = files.last { $0.isNamed("file") && !($0.fileName == [] && $0.bytes.isEmpty) }
    try requireEqual(file.byteCount, origin.map { Int64($0.bytes.count) }, "the file's size")
    try requireEqual(Array(file.fileName.utf8), origin?.fileName, "the file's name")
    let bytes = try await file.makeReader().next(upTo: (origin?.bytes.count ?? 0) + 1).bytes
    try requireEqual(bytes, origin?.bytes, "the file's bytes")
    try require(file.bytes.map { $0 == bytes } ?? true, "other bytes in memory")
    let room = min(decoder.maximumInMemoryFileByteCount ?? .max, decoder.maximumInMemoryByteCount ?? .max)
    try require(file.bytes.map { $0.count <= room } ?? true, "more in memory than the limit")
  }
}

extension MultipartTranscript.Part {
  fileprivate var isNoText: Bool { isWhole && (try? UTF8Span(validating: bytes.span)) == nil }

  /// Returns whether the part has a name, without the brackets that make it an element of an array.
  fileprivate func isNamed(_ name: String) -> Bool {
    self.name?.prefix { $0 != UInt8(ascii: "[") }.elementsEqual(name.utf8) ?? false
  }
}
