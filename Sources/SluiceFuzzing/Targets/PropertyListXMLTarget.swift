import SluiceCoding

extension FuzzTarget {
  /// An XML property list: it is never more than its bytes, and what was read of it survives both formats.
  ///
  /// Bytes: the limit of nesting, then the document.
  static let propertyListXML = FuzzTarget("property-list-xml") { input in
    var decoder = PropertyList.Decoder()
    decoder.maxDepth = input.choice(of: [64, 0, 1, 2, 3, 4, 8, 16])
    let bytes = input.rest()
    // The other format has a target of its own.
    guard !bytes.starts(with: "bplist".utf8), let value = try PropertyListCheck.read(bytes, by: decoder)
    else { return }
    let measure = PropertyListMeasure(value)
    try require(measure.depth <= decoder.maxDepth, "\(measure.depth) levels, \(decoder.maxDepth) at most")
    // The shortest element is `<dict/>`, and of a character `&#9;`. Text of UTF-16 can grow by half.
    try require(measure.valueCount * 6 <= bytes.count, "\(measure.valueCount) values in \(bytes.count) bytes")
    try require(measure.byteCount * 2 <= bytes.count * 3, "\(measure.byteCount) bytes of \(bytes.count)")
    try PropertyListCheck.roundTrip(value)
    try utf16(bytes, value, decoder)
  }

  /// The same document in UTF-16 is the same value.
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
