import SluiceCoding

/// An input of a stream of JSON records. Bytes: options (1: duplicate keys are refused), the limit of a record's bytes, the
/// cuts, then the stream.
struct RecordInput {
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
    decoder.maxDepth = 16
    decoder.duplicateKeys = options & 1 == 1 ? .refuse : .keepFirst
    self.decoder = decoder
  }
}

extension StreamOutcome<JSON.Value> {
  /// The elements up to the first that is no integer.
  var integers: [Int] {
    elements.prefix { $0.int != nil }.compactMap(\.int)
  }
}
