import SluiceCoding
import SluiceFuzz

extension FuzzTarget {
  /// A binary property list, whose value is within the limits and survives both formats.
  ///
  /// Byte 0 chooses the maximum nesting, byte 1 the maximum expansion. The document follows.
  static let propertyListBinary = FuzzTarget(
    "property-list-binary", format: .propertyListBinary, optionByteCount: 2
  ) { input in
    var decoder = PropertyList.Decoder()
    decoder.maximumDepth = input.choice(of: [64, 0, 1, 2, 3, 4, 8, 16])
    decoder.maximumExpansion = input.choice(of: [64, 0, 1, 1000])
    let bytes = input.rest()
    // XML property lists have their own target.
    guard bytes.starts(with: "bplist".utf8), let value = try PropertyListCheck.read(bytes, by: decoder) else {
      return
    }
    let measure = PropertyListMeasure(value)
    try require(
      measure.depth <= decoder.maximumDepth, "\(measure.depth) levels, limit \(decoder.maximumDepth)")
    let allowed = 1 << 18 + decoder.maximumExpansion * bytes.count
    // UTF-16 can grow by half when it becomes UTF-8.
    try require(
      measure.valueCount + measure.byteCount * 2 / 3 <= allowed, "\(measure) from \(bytes.count) bytes")
    input.announcedWork = measure.valueCount * 10 + measure.byteCount
    guard measure.valueCount < 2000 else { return }
    input.announcedWork *= 4
    try PropertyListCheck.roundTrip(value)
  }
}
