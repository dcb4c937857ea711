import FoundationEssentials
import SluiceCoding

/// How large a property list is.
struct PropertyListMeasure {
  /// Values, each as often as it is met, keys among them.
  private(set) var valueCount = 0
  /// Of text and data.
  private(set) var byteCount = 0
  /// Of dictionaries and arrays within one another.
  private(set) var depth = 0
  /// Whether the document may have had more levels: of members with the same key a dictionary has the last alone.
  private(set) var mayHaveBeenDeeper = false

  init(_ root: PropertyList.Value) {
    var open: [(value: PropertyList.Value, depth: Int)] = [(root, 0)]
    while let (value, around) = open.popLast() {
      valueCount += 1
      switch value {
      case .string(let text): byteCount += text.utf8.count
      case .data(let data): byteCount += data.count
      case .array(let elements):
        depth = max(depth, around + 1)
        for element in elements { open.append((element, around + 1)) }
      case .dictionary(let members):
        mayHaveBeenDeeper = true
        depth = max(depth, around + 1)
        for member in members {
          valueCount += 1
          byteCount += member.key.utf8.count
          open.append((member.value, around + 1))
        }
      // XML has it as a dictionary.
      case .uid: mayHaveBeenDeeper = true
      case .integer, .real, .bool, .date: break
      }
    }
  }
}

extension PropertyList.Value {
  /// As a format can hold it: XML has whole seconds, and no UIDs of their own. A NaN is put as text, since it is not equal to
  /// itself.
  func held(by format: PropertyList.Format) -> PropertyList.Value {
    switch self {
    case .real(let real): real.isNaN ? .string("nan") : self
    case .date(let date):
      format == .xml ? .date(Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))) : self
    case .array(let elements): .array(elements.map { $0.held(by: format) })
    case .dictionary(let members):
      if format == .xml, let uid = members.uid {
        .uid(uid)
      } else {
        .dictionary(members.map { .init($0.key, $0.value.held(by: format)) })
      }
    default: self
    }
  }
}

extension [PropertyList.Value.Member] {
  /// What a reader of XML takes a dictionary of these for.
  fileprivate var uid: UInt64? {
    guard count == 1, let member = first, member.key == "CF$UID", case .integer(let integer) = member.value
    else {
      return nil
    }
    return UInt64(exactly: integer)
  }
}

/// What holds for a document and what was read of it.
enum PropertyListCheck {
  /// The value that `bytes` hold; nil where they are refused by an error that says where.
  static func read(_ bytes: [UInt8], by decoder: PropertyList.Decoder) throws -> PropertyList.Value? {
    do {
      return try decoder.decode(PropertyList.Value.self, from: bytes)
    } catch DecodingError.dataCorrupted(let context) {
      guard let error = context.underlyingError as? PropertyList.Error else {
        throw BrokenProperty("\(context)")
      }
      try require(0...bytes.count ~= error.byteOffset, "\(error): not within \(bytes.count) bytes")
      if error.code == .tooDeep {
        try require(deeper(decoder).map { try isOtherwise(bytes, $0) } ?? true, "\(error)")
      }
      return nil
    }
  }

  /// With one level more.
  private static func deeper(_ decoder: PropertyList.Decoder) -> PropertyList.Decoder? {
    guard decoder.maxDepth < 1024 else { return nil }
    var decoder = decoder
    decoder.maxDepth += 1
    return decoder
  }

  /// Whether a document that was too deep comes further with one level more.
  private static func isOtherwise(_ bytes: [UInt8], _ decoder: PropertyList.Decoder) throws -> Bool {
    do {
      let measure = PropertyListMeasure(try decoder.decode(PropertyList.Value.self, from: bytes))
      return measure.depth == decoder.maxDepth || measure.mayHaveBeenDeeper
    } catch {
      return true
    }
  }

  /// What was read is written, with its keys sorted and not, and read again.
  static func roundTrip(
    _ value: PropertyList.Value, as formats: [PropertyList.Format] = PropertyList.Format.allCases,
    maxDepth: Int = 1024
  ) throws {
    for format in formats {
      for sortsKeys in [false, true] {
        var encoder = PropertyList.Encoder()
        encoder.outputFormat = format
        encoder.maxDepth = maxDepth
        encoder.sortsKeys = sortsKeys
        let bytes: [UInt8]
        do {
          bytes = try encoder.encode(value)
        } catch is EncodingError where !value.isWritable(as: format) {
          continue
        }
        var decoder = PropertyList.Decoder()
        decoder.maxDepth = maxDepth
        // What is written once may have been read from many places.
        decoder.maxExpansion = .max
        var found = PropertyList.Format.xml
        let again = try decoder.decode(PropertyList.Value.self, from: bytes, format: &found)
        try requireEqual(found, format, "the format")
        let expected = sortsKeys ? value.sortingMembers : value
        try requireEqual(again.held(by: format), expected.held(by: format), "read again as \(format)")
        try requireEqual(
          String(decoding: try encoder.encode(again), as: UTF8.self), String(decoding: bytes, as: UTF8.self),
          "written again as \(format)")
      }
    }
  }
}

extension PropertyList.Value {
  fileprivate var sortingMembers: PropertyList.Value {
    switch self {
    case .array(let elements): .array(elements.map(\.sortingMembers))
    case .dictionary(let members):
      .dictionary(
        members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
          .map { .init($0.key, $0.value.sortingMembers) })
    default: self
    }
  }

  /// XML does not have every character, nor every date.
  fileprivate func isWritable(as format: PropertyList.Format) -> Bool {
    switch self {
    case .integer(let integer): Int128(Int64.min)...Int128(UInt64.max) ~= integer
    case .string(let text): format == .binary || text.isXML
    case .date(let date):
      date.timeIntervalSince1970.isFinite
        // From the year 0000 to the end of 9999.
        && (format == .binary || -62_167_219_200..<253_402_300_800 ~= date.timeIntervalSince1970)
    case .array(let elements): elements.allSatisfy { $0.isWritable(as: format) }
    case .dictionary(let members):
      members.allSatisfy { (format == .binary || $0.key.isXML) && $0.value.isWritable(as: format) }
    default: true
    }
  }
}

extension String {
  /// Whether XML allows all of its characters (XML 1.0 §2.2).
  fileprivate var isXML: Bool {
    unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value & 0xFFFE != 0xFFFE || $0.value > 0xFFFF
        || [0x09, 0x0A, 0x0D].contains($0.value)
    }
  }
}
