import FoundationEssentials
import SluiceBody
import SluiceFuzz
import SluiceMultipart

/// A form decoder with one limit, which a byte chooses, and the checks of what it decodes.
struct FormLimits {
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
    var file: FormFile?
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
