import SluiceFuzz
import SluiceMultipart

/// Reads a body to its end, and uses each part in the way that two bits of a byte choose.
struct MultipartReading {
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

  private func requireCode(_ code: MultipartError.Code, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as MultipartError {
      return try requireEqual(error.code, code, "the error")
    }
    throw BrokenProperty("no error, but expected \(code)")
  }
}
