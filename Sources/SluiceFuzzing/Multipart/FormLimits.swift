import FoundationEssentials
import SluiceMultipart

/// How much of a form is kept, from one byte: and whether what is kept is what came.
struct FormLimits {
  private let decoder: FormDecoder
  private let mayBeTooLarge: Bool

  init(rawValue: UInt8) {
    var decoder = FormDecoder()
    let limit = Int(rawValue >> 3)
    switch rawValue % 8 {
    case 1: decoder.maxTextBytes = limit
    case 2: decoder.maxFileBytes = Int64(limit)
    case 3: decoder.maxBytesInMemory = limit
    case 4: decoder.maxFileBytesInMemory = limit
    default: break
    }
    self.decoder = decoder
    mayBeTooLarge = (1...3).contains(rawValue % 8)
  }

  /// Texts and files by any name.
  private struct Form: Decodable {
    var text: String?
    var texts: [String]?
    var file: FormFile?
    var data: Data?
  }

  /// - Parameter wanted: what the parser tells of the same body.
  func check(_ reader: MultipartReader, _ wanted: MultipartTranscript) async throws {
    let form: Form
    do {
      form = try await decoder.decode(Form.self, from: reader)
    } catch is DecodingError {
      return try require(wanted.failure == nil, "an error of the type's before the form's end")
    } catch let error as MultipartError {
      if error.code == .partTooLarge, mayBeTooLarge {
        let (offset, wantedOffset) = (error.byteOffset ?? 0, wanted.failure?.offset ?? .max)
        return try require(offset <= wantedOffset, "the parser's error came before \(error)")
      }
      // A text that is none comes before what is wrong behind it.
      if let index = error.partIndex, error.code == .invalidUTF8,
        wanted.parts.dropFirst(index).first?.isNoText == true
      {
        return
      }
      return try requireEqual(MultipartTranscript.Failure(error), wanted.failure, "the parser's error")
    }
    try require(wanted.failure == nil, "no error, and \(String(describing: wanted.failure)) wanted")
    let texts = wanted.parts.filter { $0.fileName == nil }
    let files = wanted.parts.filter { $0.fileName != nil }
    try require(texts.allSatisfy { $0.bytes.count <= decoder.maxTextBytes }, "a text beyond the limit")
    try require(files.allSatisfy { $0.bytes.count <= decoder.maxFileBytes }, "a file beyond the limit")
    let textBytes = texts.reduce(0) { $0 + $1.bytes.count }
    try require(textBytes <= decoder.maxBytesInMemory, "texts beyond the limit")
    if let text = form.text {
      try require(texts.contains { Array(text.utf8) == $0.bytes && $0.isNamed("text") }, "text: \(text)")
    }
    guard let file = form.file else { return }
    let origin = files.last { $0.isNamed("file") && !($0.fileName == [] && $0.bytes.isEmpty) }
    try requireEqual(file.byteCount, origin.map { Int64($0.bytes.count) }, "the file's size")
    try requireEqual(Array(file.fileName.utf8), origin?.fileName, "the file's name")
    try require(file.bytes.map { $0 == origin?.bytes } ?? (file.path != nil), "the file's bytes")
    let room = min(decoder.maxFileBytesInMemory, decoder.maxBytesInMemory)
    try require(file.bytes.map { $0.count <= room } ?? true, "more in memory than the limit")
  }
}

extension MultipartTranscript.Part {
  fileprivate var isNoText: Bool { isWhole && (try? UTF8Span(validating: bytes.span)) == nil }

  /// Brackets that say that it is in an array count for nothing.
  fileprivate func isNamed(_ name: String) -> Bool {
    self.name?.prefix { $0 != UInt8(ascii: "[") }.elementsEqual(name.utf8) ?? false
  }
}
