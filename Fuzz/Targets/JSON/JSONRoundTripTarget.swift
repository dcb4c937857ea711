import FoundationEssentials
import SluiceFuzz
import SluiceJSON

extension FuzzTarget {
  /// Values that are generated from the input, encoded and decoded again.
  ///
  /// Byte 0 holds options (1: pretty, 2: sorted, 4: slashes not escaped, 8: strings for infinities and NaN, 16: a
  /// record, 16 and 64: a list of records, 32: a number, otherwise a value of any shape), byte 1 chooses the way
  /// through containers. The bytes that make up the value follow.
  static let jsonRoundTrip = FuzzTarget("json-roundtrip", optionByteCount: 2) { input in
    // Values that encode themselves are slow, however few they are.
    input.announcedWork = 1000
    let options = input.byte()
    var (encoder, decoder) = (JSON.Encoder(), JSON.Decoder())
    encoder.outputFormatting = [
      options & 1 == 1 ? .prettyPrinted : [], options & 2 == 2 ? .sortedKeys : [],
      options & 4 == 4 ? .withoutEscapingSlashes : [],
    ]
    let nonConforming = options & 8 == 8
    if nonConforming {
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    let seed = input.byte()
    if let key = GeneratedJSON.seedKey { encoder.userInfo[key] = seed }
    switch (options >> 4) % 4 {
    case 1:
      let record = JSONShapes.Record(from: &input)
      if options & 64 == 0 {
        try checkRecord(record, encoder, decoder)
      } else {
        try checkList([record, record], encoder, decoder)
      }
    case 2: try checkNumbers(GeneratedJSON.bits(from: &input), encoder, decoder)
    default: try check(GeneratedJSON(from: &input), encoder, nonConforming: nonConforming)
    }
  }

  private static func check(_ value: GeneratedJSON, _ encoder: JSON.Encoder, nonConforming: Bool) throws {
    let expected = value.document(nonConforming: nonConforming)
    let bytes: [UInt8]
    do {
      bytes = try encoder.encode(value)
    } catch let broken as BrokenProperty {
      throw broken
    } catch {
      return try require(expected == nil, "\(error), though JSON can represent the value")
    }
    guard let expected else {
      throw BrokenProperty("a number that JSON cannot represent: \(String(decoding: bytes, as: UTF8.self))")
    }
    let escapesSlashes = !encoder.outputFormatting.contains(.withoutEscapingSlashes)
    let isSorted = encoder.outputFormatting.contains(.sortedKeys)
    let laidOut = (isSorted ? expected.sortingMembers : expected).text(escapingSlashes: escapesSlashes)
    if !encoder.outputFormatting.contains(.prettyPrinted) {
      try requireEqual(
        String(decoding: bytes, as: UTF8.self), String(decoding: laidOut, as: UTF8.self), "the encoded text")
    }
    let read = try ReferenceJSONReader.read(bytes, maximumDepth: 64, duplicateKeys: .refuse)
    try requireEqual(read.text(escapingSlashes: escapesSlashes), laidOut, "the text, read again")
    let parsed = try JSON.Value(parsing: bytes, duplicateKeys: .refuse)
    try requireEqual(parsed.bytes(), read.text(escapingSlashes: true), "the text, parsed as a value")
    try requireEqual(try encoder.encode(parsed), bytes, "encoded again")
  }

  private static func checkRecord(
    _ record: JSONShapes.Record, _ encoder: JSON.Encoder, _ decoder: JSON.Decoder
  ) throws {
    let bytes = try encoder.encode(record)
    try requireEqual(
      try decoder.decode(JSONShapes.Record.self, from: bytes), record, "the record, decoded again")
  }

  /// Checks a list that is encoded after bytes that are there already.
  private static func checkList(
    _ list: [JSONShapes.Record], _ encoder: JSON.Encoder, _ decoder: JSON.Decoder
  ) throws {
    var bytes: [UInt8] = Array("x".utf8)
    try encoder.encode(list, into: &bytes)
    try requireEqual(bytes.first, UInt8(ascii: "x"), "the byte before the list")
    let read = try decoder.decode([JSONShapes.Record].self, from: Array(bytes.dropFirst()))
    try requireEqual(read, list, "the list, decoded again")
  }

  /// Checks that numbers keep all of their bits.
  private static func checkNumbers(_ bits: UInt64, _ encoder: JSON.Encoder, _ decoder: JSON.Decoder) throws {
    func check<T: Codable & Equatable>(_ value: T, isSame: (T, T) -> Bool) throws {
      let bytes: [UInt8]
      do {
        bytes = try encoder.encode([value])
      } catch is EncodingError {
        guard let number = value as? Double ?? (value as? Float).map(Double.init), !number.isFinite else {
          throw BrokenProperty("\(value): not encoded")
        }
        return
      }
      guard let read = try decoder.decode([T].self, from: bytes).first, isSame(read, value) else {
        throw BrokenProperty("\(value): decoded as another from \(String(decoding: bytes, as: UTF8.self))")
      }
    }
    try check(Double(bitPattern: bits)) { $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN }
    try check(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) {
      $0.bitPattern == $1.bitPattern || $0.isNaN && $1.isNaN
    }
    try check(bits, isSame: ==)
    try check(Int64(bitPattern: bits), isSame: ==)
    try check(Int128(bits) * -3, isSame: ==)
    try check(Int8(truncatingIfNeeded: bits), isSame: ==)
  }
}

extension JSONShapes.Record {
  /// Creates a record from an input.
  fileprivate init(from input: inout FuzzInput) {
    let choices = input.byte()
    let bits = GeneratedJSON.bits(from: &input)
    self.init(id: Int(truncatingIfNeeded: bits), name: GeneratedJSON.text(from: &input))
    small = UInt8(truncatingIfNeeded: bits)
    if choices & 1 == 1 { ratio = Double(bits) / 7 }
    if choices & 2 == 2 { tags = [name, "", GeneratedJSON.text(from: &input)] }
    if choices & 4 == 4 { table = ["a": id].merging([name: -1]) { $1 } }
    if choices & 8 == 8 {
      (date, data) = (Date(timeIntervalSinceReferenceDate: Double(bits >> 3)), Data(name.utf8))
    }
    if choices & 16 == 16 { price = Decimal(bits) / 1000 }
    if choices & 32 == 32 { (suit, shape) = (.spades, .circle(radius: Double(choices))) }
    if choices & 64 == 64 { grid = [[], [Double(bits), 0.1]] }
    if choices & 128 == 128 { children = [JSONShapes.Record(id: 1, name: name, children: [])] }
    large = Int128(bits) << 60
    (near, isOpen, eight_bz) = (Float(bits), bits % 2 == 0, id)
  }
}
