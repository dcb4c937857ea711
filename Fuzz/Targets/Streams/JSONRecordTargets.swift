import SluiceFuzz
import SluiceJSON
import SluiceSerialization

extension FuzzTarget {
  /// JSON Lines, whole and in pieces, compared with lines that are split at LF and parsed one by one.
  ///
  /// Byte 0 holds options (1: duplicate keys are refused, 2: records are integers), byte 1 chooses the maximum number
  /// of bytes of a record, byte 2 is the splitter's seed. The stream follows.
  static let jsonLines = FuzzTarget("json-lines", format: .jsonLines, optionByteCount: 3) { input in
    let records = RecordInput(from: &input)
    let (bytes, limit, cut, decoder) = (records.bytes, records.limit, records.cut, records.decoder)
    let lines = ReferenceRecords.lines(of: bytes, maximumByteCount: limit, decoder)
    if records.options & 2 == 2 {
      let parser = JSONLinesParser(of: Int.self, decoder: decoder, maximumRecordByteCount: limit)
      let outcome = try StreamOutcome.whole(bytes, cutBy: cut, parser)
      try requireEqual(outcome.elements, lines.integers, "the integers")
    } else {
      let parser = JSONLinesParser(of: JSON.Value.self, decoder: decoder, maximumRecordByteCount: limit)
      try requireEqual(try StreamOutcome.whole(bytes, cutBy: cut, parser), lines, "the records")
    }
    try textLines(bytes, limit: limit, cut: cut)
  }

  /// Checks the lines as text.
  private static func textLines(_ bytes: [UInt8], limit: Int, cut: UInt8) throws {
    let outcome = try StreamOutcome.whole(bytes, cutBy: cut, LineParser(maximumLineByteCount: limit))
    var expected: [String] = []
    var error: String?
    for (number, line) in ReferenceRecords.Line.all(of: bytes).enumerated() {
      let count = line.bytes.count - (line.isEnded && line.bytes.last == UInt8(ascii: "\r") ? 1 : 0)
      let line = line.bytes.prefix(count)
      guard count <= limit else {
        error =
          "line-too-long: the line has more bytes than the limit at line \(number + 1) (byte \(line.startIndex))"
        break
      }
      guard let text = String(validating: line, as: UTF8.self) else {
        error = "invalid-utf8"
        break
      }
      expected.append(text)
    }
    try requireEqual(outcome.elements.map { Array($0.utf8) }, expected.map { Array($0.utf8) }, "the lines")
    try require(
      outcome.error == error || error == "invalid-utf8" && outcome.error?.hasPrefix("invalid-utf8:") ?? false,
      "\(outcome.error ?? "no error"), but expected \(error ?? "none")")
  }

  /// A JSON text sequence, whole and in pieces, compared with a reference that splits the stream at its separators.
  ///
  /// Byte 0 holds options (1: duplicate keys are refused, 2: malformed records are skipped), byte 1 chooses the maximum
  /// number of bytes of a record, byte 2 is the splitter's seed. The stream follows.
  static let jsonSequence = FuzzTarget("json-sequence", format: .jsonSequence, optionByteCount: 3) { input in
    let records = RecordInput(from: &input)
    let (bytes, limit, cut, decoder) = (records.bytes, records.limit, records.cut, records.decoder)
    let skips = records.options & 2 == 2
    let expected = ReferenceSequence.outcome(
      of: bytes, maximumByteCount: limit, skipsMalformed: skips, decoder)
    let values = JSONSequenceParser(
      of: JSON.Value.self, decoder: decoder, maximumRecordByteCount: limit, skipsMalformedRecords: skips)
    try requireEqual(try StreamOutcome.whole(bytes, cutBy: cut, values), expected, "the records")

    let integers = JSONSequenceParser(
      of: Int.self, decoder: decoder, maximumRecordByteCount: limit, skipsMalformedRecords: skips)
    let outcome = try StreamOutcome.whole(bytes, cutBy: cut, integers)
    // A record of another type is never skipped.
    try requireEqual(outcome.elements, expected.integers, "the integers")
  }
}

/// An input for a stream of JSON records.
///
/// Byte 0 holds options (1: duplicate keys are refused), byte 1 chooses the maximum number of bytes of a record, byte 2
/// is the splitter's seed. The stream follows.
private struct RecordInput {
  let options: UInt8
  let limit: Int
  let cut: UInt8
  let bytes: [UInt8]
  let decoder: JSON.Decoder

  init(from input: inout FuzzInput) {
    options = input.byte()
    limit = input.choice(of: [1 << 20, 0, 1, 2, 4, 8, 16, 64])
    cut = input.byte()
    bytes = input.rest()
    var decoder = JSON.Decoder()
    decoder.maximumDepth = 16
    decoder.duplicateKeys = options & 1 == 1 ? .refuse : .keepFirst
    self.decoder = decoder
  }
}

extension StreamOutcome<JSON.Value> {
  /// The elements before the first one that is not an integer.
  var integers: [Int] {
    elements.prefix { $0.int != nil }.compactMap(\.int)
  }
}

/// A reference for the records of streams of JSON documents, with all bytes in memory.
struct ReferenceRecords {
  /// A line without its LF.
  struct Line {
    let bytes: ArraySlice<UInt8>
    let isEnded: Bool

    /// Returns the lines after an optional byte order mark. Bytes after the last LF are a line as well.
    static func all(of bytes: [UInt8]) -> [Line] {
      var lines: [Line] = []
      var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
        lines.append(Line(bytes: bytes[start..<end], isEnded: true))
        start = end + 1
      }
      if start < bytes.count { lines.append(Line(bytes: bytes[start...], isEnded: false)) }
      return lines
    }
  }

  /// The start of the description of an error for a record that is not JSON.
  static let malformed = "undecodable-record: the record is malformed: "

  static func lines(of bytes: [UInt8], maximumByteCount: Int, _ decoder: JSON.Decoder) -> StreamOutcome<
    JSON.Value
  > {
    var elements: [JSON.Value] = []
    let records = ReferenceRecords(stream: bytes, decoder: decoder)
    for (number, line) in Line.all(of: bytes).enumerated() {
      let count = line.bytes.count - (line.isEnded && line.bytes.last == UInt8(ascii: "\r") ? 1 : 0)
      guard count <= maximumByteCount else {
        let place = "line \(number + 1) (byte \(line.bytes.startIndex))"
        let error = "record-too-large: the record has more bytes than the limit at \(place)"
        return StreamOutcome(elements: elements, error: error)
      }
      if line.bytes.allSatisfy(JSON.isWhiteSpace) { continue }
      do {
        elements.append(try records.parse(line.bytes))
      } catch {
        return StreamOutcome(elements: elements, error: malformed + records.text(of: error))
      }
    }
    return StreamOutcome(elements: elements)
  }

  // MARK: One record

  enum Failure: Error {
    /// A byte order mark, at this offset, that is not at the start of the stream.
    case byteOrderMark(at: Int)
    /// A syntax error in the record that starts at this offset.
    case syntax(JSON.SyntaxError, in: Int)
  }

  let stream: [UInt8]
  let decoder: JSON.Decoder

  func parse(_ record: ArraySlice<UInt8>) throws(Failure) -> JSON.Value {
    // A byte order mark is allowed only before a document that stands alone.
    if record.first == 0xEF { throw .byteOrderMark(at: record.startIndex) }
    do throws(JSON.SyntaxError) {
      return try JSON.Value(
        parsing: Array(record), maximumDepth: decoder.maximumDepth, duplicateKeys: decoder.duplicateKeys)
    } catch {
      throw .syntax(error, in: record.startIndex)
    }
  }

  /// Returns the description of a failure. It is made on demand, since counting lines is most of the work.
  func text(of failure: Failure) -> String {
    switch failure {
    case .byteOrderMark(let offset): return "unexpected-character: unexpected character at \(place(offset))"
    case .syntax(let error, let start):
      let ownPlace = text(of: TextPlace(line: error.line, column: error.column), error.byteOffset)
      return error.description.dropLast(ownPlace.count) + place(start + error.byteOffset)
    }
  }

  func place(_ byteOffset: Int) -> String {
    text(of: TextPlace(after: byteOffset, of: stream), byteOffset)
  }

  private func text(of place: TextPlace, _ byteOffset: Int) -> String {
    "line \(place.line), column \(place.column) (byte \(byteOffset))"
  }

  func lineAndByte(_ byteOffset: Int) -> String {
    "line \(TextPlace(after: byteOffset, of: stream).line) (byte \(byteOffset))"
  }
}
