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
}
