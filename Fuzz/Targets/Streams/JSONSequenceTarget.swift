import SluiceFuzz
import SluiceJSON
import SluiceSerialization

extension FuzzTarget {
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
