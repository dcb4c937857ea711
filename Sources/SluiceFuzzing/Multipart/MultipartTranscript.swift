import SluiceBody
import SluiceMultipart

/// What a parser or a reader tells of a multipart body, the pieces of each part put together. All in bytes, since strings
/// that are equal may still differ.
struct MultipartTranscript: Equatable {
  struct Part: Equatable {
    /// Names and values, in turn.
    var fields: [[UInt8]]
    var name: [UInt8]?
    var fileName: [UInt8]?
    var bytes: [UInt8] = []
    var isWhole = false

    init(_ headers: PartHeaders) {
      fields = headers.fields.flatMap { [Array($0.name.utf8), Array($0.value.utf8)] }
      name = headers.name.map { Array($0.utf8) }
      fileName = headers.fileName.map { Array($0.utf8) }
    }
  }

  struct Failure: Equatable {
    let code: MultipartError.Code
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

  /// What `parser` tells of `bytes`, cut as the splitter says.
  init(_ parser: MultipartParser, of bytes: [UInt8], cutBy splitter: Splitter) throws {
    var parser = parser
    var splitter = splitter
    do {
      for chunk in splitter.chunks(of: bytes) {
        var position = 0
        while let event = try parser.next(in: chunk.span, from: &position) { try take(event, in: chunk) }
        try require(position == chunk.count, "bytes are left: \(position) of \(chunk.count)")
      }
      while let event = try parser.finish() { try take(event, in: []) }
      try require(parser.byteOffset == bytes.count, "took \(parser.byteOffset) of \(bytes.count) bytes")
    } catch let error as MultipartError {
      let failure = Failure(error)
      self.failure = failure
      var position = 0
      var again: [Failure] = []
      do { _ = try parser.next(in: bytes.span, from: &position) } catch { again.append(Failure(error)) }
      do { _ = try parser.finish() } catch { again.append(Failure(error)) }
      try requireEqual(again, [failure, failure], "an error is final")
    }
  }

  private mutating func take(_ event: MultipartParser.Event, in chunk: ArraySlice<UInt8>) throws {
    try require(!isFinished, "an event behind the last")
    switch event {
    case .partBegan(let headers):
      try require(parts.last?.isWhole ?? true, "a part begins within another")
      parts.append(Part(headers))
    case .bytes(let range):
      try require(!range.isEmpty && range.upperBound <= chunk.count, "bytes at \(range) of \(chunk.count)")
      try append(chunk.dropFirst(range.lowerBound).prefix(range.count))
    case .withheldBytes(let bytes):
      try require(!bytes.isEmpty, "no bytes at all were withheld")
      try append(bytes)
    case .partEnded:
      try require(parts.last?.isWhole == false, "the end of no part")
      parts[parts.count - 1].isWhole = true
    case .finished:
      try require(parts.last?.isWhole ?? true, "the end within a part")
      isFinished = true
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) throws {
    try require(parts.last?.isWhole == false, "bytes of no part")
    parts[parts.count - 1].bytes += bytes
  }
}
