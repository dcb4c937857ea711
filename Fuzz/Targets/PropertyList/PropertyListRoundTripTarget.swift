import FoundationEssentials
import SluiceCoding
import SluiceFuzz

extension FuzzTarget {
  /// Property lists that are generated from the input, encoded, and decoded here and by Foundation.
  ///
  /// Byte 0 is what is checked (0: a record, 1: a value of any shape, 2: the same by Foundation; plus 3: in XML only;
  /// plus 6: in binary only; plus 9: Foundation has the other of both formats). The record or the value follows.
  static let propertyListRoundTrip = FuzzTarget("property-list-roundtrip", optionByteCount: 1) { input in
    // Foundation's coders are slow, however short the document is.
    input.announcedWork = 2000
    let choices = Int(input.byte())
    let formats = [PropertyList.Format.allCases, [.xml], [.binary]][choices / 3 % 3]
    // Foundation gets only one of the formats, since its coders take most of the time.
    let foundations = formats[choices / 9 % formats.count]
    if choices % 3 == 0 { return try checkRecord(Record(from: &input), formats, foundations) }
    let value = PropertyList.Value.dictionary([.init("root", .generated(from: &input))])
    if choices % 3 == 1 {
      try PropertyListCheck.roundTrip(value, as: formats)
    } else {
      try checkAgainstFoundation(value, foundations)
    }
  }

  private struct Record: Codable, Equatable {
    var count: Int
    var size: UInt64
    var ratio: Double
    var near: Float
    var name: String
    var data: Data
    var date: Date
    var isOpen: Bool?
    var tags: [String?]
    var table: [String: Int8]
    var children: [Record]

    init(from input: inout FuzzInput) {
      let bits = GeneratedJSON.bits(from: &input)
      count = Int(truncatingIfNeeded: bits)
      size = bits
      ratio = Double(bits) / 7
      near = Float(bits)
      name = GeneratedJSON.text(from: &input)
      data = Data(input.string())
      date = Date(timeIntervalSinceReferenceDate: Double(bits >> 30))
      isOpen = bits % 3 == 0 ? nil : bits % 3 == 1
      tags = [name, nil, ""]
      table = [name: Int8(truncatingIfNeeded: bits)]
      children = []
    }

    /// Returns whether Foundation decodes the record differently. In XML, it takes a dictionary with the key `CF$UID`
    /// for a UID, which it then does not decode as a dictionary.
    func isAnotherToFoundation(as format: PropertyList.Format) -> Bool {
      name.isNullToFoundation || format == .xml && name == "CF$UID"
    }
  }

  private static func checkRecord(
    _ record: Record, _ formats: [PropertyList.Format], _ foundations: PropertyList.Format
  ) throws {
    var record = record
    record.children = [record]
    for format in formats {
      var encoder = PropertyList.Encoder()
      encoder.outputFormat = format
      let bytes: [UInt8]
      do {
        bytes = try encoder.encode(record)
      } catch is EncodingError where format == .xml {
        // The name has a character that XML cannot represent.
        continue
      }
      // The text `$null` is decoded as `nil`.
      guard record.name != "$null" else { continue }
      let again = try PropertyList.Decoder().decode(Record.self, from: bytes)
      try requireEqual(again, record, "the record as \(format)")
      guard format == foundations, !record.isAnotherToFoundation(as: format) else { continue }
      let theirs = try PropertyListDecoder().decode(Record.self, from: Data(bytes))
      if !record.name.utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\r") }) {
        try requireEqual(theirs, record, "the record as \(format), by Foundation")
      }
    }
  }

  /// Checks that a document from Foundation is decoded as Foundation itself decodes it.
  ///
  /// Foundation has no UIDs as values, reads `$null` as `nil`, and can encode a single NaN only.
  private static func checkAgainstFoundation(
    _ value: PropertyList.Value, _ format: PropertyList.Format
  ) throws {
    guard value.isFoundations else { return }
    let foundation = PropertyListEncoder()
    foundation.outputFormat = format == .xml ? .xml : .binary
    guard let theirs = try? foundation.encode(value) else { return }
    guard let ours = try? PropertyList.Decoder().decode(PropertyList.Value.self, from: theirs) else {
      // Foundation writes characters that XML does not allow.
      return try require(format == .xml, "Foundation's document is refused: \(theirs.base64EncodedString())")
    }
    let again = try PropertyListDecoder().decode(PropertyList.Value.self, from: theirs)
    let (expected, actual) = (PropertyListMeasure(again), PropertyListMeasure(ours))
    try requireEqual(actual.valueCount, expected.valueCount, "number of values from Foundation as \(format)")
    try requireEqual(actual.depth, expected.depth, "number of levels from Foundation as \(format)")
  }
}

extension String {
  /// Whether the text begins with `$null`. Foundation takes such text for `nil`, and then does not find its end.
  fileprivate var isNullToFoundation: Bool { utf8.starts(with: "$null".utf8) }
}

extension PropertyList.Value {
  /// Whether Foundation's coders can represent the value.
  fileprivate var isFoundations: Bool {
    switch self {
    case .uid: false
    // Foundation traps on a second NaN.
    case .real(let real): !real.isNaN
    case .string(let text): !text.isNullToFoundation
    case .array(let elements): elements.allSatisfy(\.isFoundations)
    // Foundation writes a carriage return as it is, which XML reads as a line feed, so two keys could become one.
    case .dictionary(let members):
      members.allSatisfy { member in
        member.key != "CF$UID" && !member.key.isNullToFoundation && !member.key.utf8.contains(13)
          && member.value.isFoundations
      }
    default: true
    }
  }

  /// Returns a value that is generated from an input, in whose dictionaries keys are unique.
  fileprivate static func generated(
    from input: inout FuzzInput, depth: Int = 0
  ) -> PropertyList.Value {
    switch input.byte() % (depth < 8 ? 11 : 8) {
    case 0: return .bool(input.bool())
    case 1: return .integer(Int128(GeneratedJSON.bits(from: &input)))
    case 2: return .integer(-Int128(GeneratedJSON.bits(from: &input) >> 1))
    case 3: return .real(Double(bitPattern: GeneratedJSON.bits(from: &input)))
    case 4:
      return .date(
        Date(
          timeIntervalSinceReferenceDate: Double(Int32(truncatingIfNeeded: GeneratedJSON.bits(from: &input))))
      )
    case 5: return .data(Data(input.string()))
    case 6: return .string(GeneratedJSON.text(from: &input))
    case 7: return .uid(GeneratedJSON.bits(from: &input))
    case 8: return .array((0..<input.byte() % 20).map { _ in generated(from: &input, depth: depth + 1) })
    default:
      var members: [Member] = []
      for _ in 0..<input.byte() % 20 {
        let key = GeneratedJSON.text(from: &input)
        guard !members.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) else { continue }
        members.append(Member(key, generated(from: &input, depth: depth + 1)))
      }
      return .dictionary(members)
    }
  }
}
