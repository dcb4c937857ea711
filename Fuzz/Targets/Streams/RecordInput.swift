import SluiceFuzz
import SluiceJSON

/// An input for a stream of JSON records.
///
/// Byte 0 holds options (1: duplicate keys are refused), byte 1 chooses the maximum number of bytes of a record, byte 2
/// is the splitter's seed. The stream follows.
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
