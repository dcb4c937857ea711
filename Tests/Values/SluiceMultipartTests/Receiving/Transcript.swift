import SluiceMultipart

/// The events of a parser for a body, regardless of the cuts between them.
struct Transcript: Equatable, CustomStringConvertible {
  struct Part: Equatable {
    var fields: [String]
    var name: String?
    var fileName: String?
    var bytes: [UInt8] = []
    var isWhole = false

    init(_ head: MultipartParser.PartHead) {
      fields = head.headers.map { "\($0.name): \($0.value)" }
      name = head.name
      fileName = head.fileName
    }
  }

  var parts: [Part] = []
  var isFinished = false
  var failure: String?
  /// The number of events with bytes.
  var pieceCount = 0

  static func == (a: Transcript, b: Transcript) -> Bool {
    a.parts == b.parts && a.isFinished == b.isFinished && a.failure == b.failure
  }

  var description: String {
    parts.map {
      "[\($0.fields) \(String(decoding: $0.bytes, as: UTF8.self).debugDescription)\($0.isWhole ? "" : "…")]"
    }
    .joined() + (isFinished ? " finished" : "") + (failure.map { " " + $0 } ?? "")
  }

  /// Feeds the parser pieces that end at `cuts`.
  init(of bytes: [UInt8], cuts: [Int] = [], by parser: MultipartParser) {
    var parser = parser
    do {
      var start = 0
      for end in cuts + [bytes.count] {
        let piece = bytes[start..<end]
        var position = 0
        while let event = try parser.next(in: piece.span, from: &position) { add(event, of: piece) }
        start = end
      }
      while let event = try parser.finish() { add(event, of: []) }
    } catch {
      failure = "\(error.code) at \(error.byteOffset ?? -1) in \(error.partIndex ?? -1)"
    }
  }

  private mutating func add(_ event: MultipartParser.Event, of piece: ArraySlice<UInt8>) {
    switch event {
    case .partBegan(let head): parts.append(Part(head))
    case .bytes(let range):
      parts[parts.count - 1].bytes += piece.dropFirst(range.lowerBound).prefix(range.count)
      pieceCount += 1
    case .withheldBytes(let bytes):
      parts[parts.count - 1].bytes += bytes
      pieceCount += 1
    case .partEnded: parts[parts.count - 1].isWhole = true
    case .finished: isFinished = true
    }
  }
}

extension MultipartParser {
  /// Returns a parser for the boundary `B`.
  static func mixed(
    _ limits: MultipartLimits = MultipartLimits(), accepting leniencies: MultipartLeniencies = []
  ) throws -> MultipartParser {
    try MultipartParser(contentType: "multipart/mixed; boundary=B", limits: limits, accepting: leniencies)
  }

  static func form(
    _ limits: MultipartLimits = MultipartLimits(), accepting leniencies: MultipartLeniencies = []
  ) throws -> MultipartParser {
    try MultipartParser(contentType: "multipart/form-data; boundary=B", limits: limits, accepting: leniencies)
  }

  /// Returns the transcript of a text.
  func transcript(of text: String) -> Transcript { Transcript(of: Array(text.utf8), by: self) }

  func transcript(of bytes: [UInt8]) -> Transcript { Transcript(of: bytes, by: self) }
}

extension Transcript {
  var bodies: [String] { parts.map { String(decoding: $0.bytes, as: UTF8.self) } }

  var isWhole: Bool { failure == nil && isFinished && parts.count(where: \.isWhole) == parts.count }
}
