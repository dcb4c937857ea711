import SluiceCoding
import SluiceSerialization

extension FuzzTarget {
  /// A JSON text sequence, whole and in pieces, against one that is cut at its separators.
  ///
  /// Bytes: options (1: duplicate keys are refused, 2: what is malformed is skipped), the limit of a record's bytes, the cuts,
  /// then the stream.
  static let jsonSequence = FuzzTarget("json-sequence") { input in
    let records = RecordInput(from: &input)
    let (bytes, limit, cut, decoder) = (records.bytes, records.limit, records.cut, records.decoder)
    let skips = records.options & 2 == 2
    let expected = ReferenceSequence.outcome(of: bytes, maxBytes: limit, skipsMalformed: skips, decoder)
    let values = JSONSequenceParser(
      of: JSON.Value.self, decoder: decoder, maxRecordBytes: limit, skipsMalformedRecords: skips)
    try requireEqual(try StreamOutcome.whole(bytes, cutBy: cut, values), expected, "the records")

    let integers = JSONSequenceParser(
      of: Int.self, decoder: decoder, maxRecordBytes: limit, skipsMalformedRecords: skips)
    let outcome = try StreamOutcome.whole(bytes, cutBy: cut, integers)
    // A record of another type is never skipped.
    try requireEqual(outcome.elements, expected.integers, "the integers")
  }
}
