import FoundationEssentials
import SluiceCoding

extension FuzzTarget {
  /// Property lists that the input makes up are written, and read again: here and by Foundation.
  ///
  /// Bytes: what is checked (0: a record, 1: a value of any shape, 2: the same by Foundation, and 3 more: in XML alone, 6 more:
  /// in binary alone, 9 more: Foundation has the other one of both formats), then the record or the value.
  static let propertyListRoundTrip = FuzzTarget("property-list-roundtrip") { input in
    // Foundation's coders take their time, however short the document is.
    input.announcedWork = 2000
    let choices = Int(input.byte())
    let formats = [PropertyList.Format.allCases, [.xml], [.binary]][choices / 3 % 3]
    // One of them, since its coders take most of the time.
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

    /// In XML Foundation takes the table for a UID, and that for no table.
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
        // A character that XML does not have.
        continue
      }
      // The text `$null` is nil.
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

  /// What Foundation writes is read as it reads it itself. It has no UIDs as values, no `$null` but nil, and one NaN at most.
  private static func checkAgainstFoundation(
    _ value: PropertyList.Value, _ format: PropertyList.Format
  ) throws {
    guard value.isFoundations else { return }
    let foundation = PropertyListEncoder()
    foundation.outputFormat = format == .xml ? .xml : .binary
    guard let theirs = try? foundation.encode(value) else { return }
    guard let ours = try? PropertyList.Decoder().decode(PropertyList.Value.self, from: theirs) else {
      // It writes characters that XML does not have.
      return try require(format == .xml, "Foundation's is refused: \(theirs.base64EncodedString())")
    }
    let again = try PropertyListDecoder().decode(PropertyList.Value.self, from: theirs)
    let (expected, actual) = (PropertyListMeasure(again), PropertyListMeasure(ours))
    try requireEqual(actual.valueCount, expected.valueCount, "values that Foundation wrote as \(format)")
    try requireEqual(actual.depth, expected.depth, "levels that Foundation wrote as \(format)")
  }
}

extension String {
  /// Foundation takes a text that begins so for nil, and then does not find its end.
  fileprivate var isNullToFoundation: Bool { utf8.starts(with: "$null".utf8) }
}

extension PropertyList.Value {
  /// Whether Foundation's coders have such values.
  fileprivate var isFoundations: Bool {
    switch self {
    case .uid: false
    // Foundation traps on a second one.
    case .real(let real): !real.isNaN
    case .string(let text): !text.isNullToFoundation
    case .array(let elements): elements.allSatisfy(\.isFoundations)
    // A carriage return it writes as one, which in XML is a line feed: two keys would be one.
    case .dictionary(let members):
      members.allSatisfy { member in
        member.key != "CF$UID" && !member.key.isNullToFoundation && !member.key.utf8.contains(13)
          && member.value.isFoundations
      }
    default: true
    }
  }

  /// A value of what the input has, in whose dictionaries no key comes twice.
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
