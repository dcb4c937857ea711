import SluiceCoding
import SluiceFuzz

extension FuzzTarget {
  /// An XML property list, whose value is not larger than the document and survives both formats.
  ///
  /// Byte 0 chooses the maximum nesting. The document follows.
  static let propertyListXML = FuzzTarget("property-list-xml", format: .propertyListXML, optionByteCount: 1) {
    input in
    var decoder = PropertyList.Decoder()
    decoder.maximumDepth = input.choice(of: [64, 0, 1, 2, 3, 4, 8, 16])
    let bytes = input.rest()
    // Binary property lists have their own target.
    guard !bytes.starts(with: "bplist".utf8), let value = try PropertyListCheck.read(bytes, by: decoder)
    else { return }
    let measure = PropertyListMeasure(value)
    try require(
      measure.depth <= decoder.maximumDepth, "\(measure.depth) levels, limit \(decoder.maximumDepth)")
    // The shortest element is `<dict/>`, and the shortest escape of a character is `&#9;`. UTF-16 can grow by half when
    // it becomes UTF-8.
    try require(measure.valueCount * 6 <= bytes.count, "\(measure.valueCount) values in \(bytes.count) bytes")
    try require(measure.byteCount * 2 <= bytes.count * 3, "\(measure.byteCount) bytes from \(bytes.count)")
    try PropertyListCheck.roundTrip(value)
    try utf16(bytes, value, decoder)
  }

  /// Checks that the same document in UTF-16 has the same value.
  private static func utf16(
    _ bytes: [UInt8], _ value: PropertyList.Value, _ decoder: PropertyList.Decoder
  ) throws {
    guard let text = String(validating: bytes, as: UTF8.self), text.utf8.first == UInt8(ascii: "<"),
      !text.utf8.contains(0), bytes.firstRange(of: "encoding".utf8) == nil
    else { return }
    for isBigEndian in [false, true] {
      let units = text.utf16.flatMap { unit -> [UInt8] in
        let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
        return isBigEndian ? [high, low] : [low, high]
      }
      let again = try decoder.decode(PropertyList.Value.self, from: units)
      try requireEqual(again.held(by: .binary), value.held(by: .binary), "in UTF-16")
    }
  }
}
