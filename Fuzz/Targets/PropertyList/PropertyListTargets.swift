import FoundationEssentials
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

/// The checks of a document and of the value that was read from it.
enum PropertyListCheck {
  /// Decodes a property list.
  ///
  /// - Returns: The value, or `nil` if the bytes are refused with an error that has a valid offset.
  /// - Throws: `BrokenProperty` if the error has no valid offset, or reports too many levels without reason.
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

  /// Returns the decoder with a limit of one more level, or `nil` if the limit is 1024 levels already.
  private static func deeper(_ decoder: PropertyList.Decoder) -> PropertyList.Decoder? {
    guard decoder.maximumDepth < 1024 else { return nil }
    var decoder = decoder
    decoder.maximumDepth += 1
    return decoder
  }

  /// Returns whether a document that was too deep gets further with one more level.
  private static func isOtherwise(_ bytes: [UInt8], _ decoder: PropertyList.Decoder) throws -> Bool {
    do {
      let measure = PropertyListMeasure(try decoder.decode(PropertyList.Value.self, from: bytes))
      return measure.depth == decoder.maximumDepth || measure.mayHaveBeenDeeper
    } catch {
      return true
    }
  }

  /// Checks that a value is encoded, with keys sorted and unsorted, and decoded to the same value.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - formats: The formats to encode it in. Defaults to all formats.
  ///   - maximumDepth: The maximum number of levels. Defaults to 1024.
  /// - Throws: `BrokenProperty` if the value changes.
  static func roundTrip(
    _ value: PropertyList.Value, as formats: [PropertyList.Format] = PropertyList.Format.allCases,
    maximumDepth: Int = 1024
  ) throws {
    for format in formats {
      for sortsKeys in [false, true] {
        var encoder = PropertyList.Encoder()
        encoder.outputFormat = format
        encoder.maximumDepth = maximumDepth
        encoder.outputFormatting = sortsKeys ? .sortedKeys : []
        let bytes: [UInt8]
        do {
          bytes = try encoder.encode(value)
        } catch is EncodingError where !value.isWritable(as: format) {
          continue
        }
        var decoder = PropertyList.Decoder()
        decoder.maximumDepth = maximumDepth
        // A value that is written once may be read in many places.
        decoder.maximumExpansion = .max
        var found = PropertyList.Format.xml
        let again = try decoder.decode(PropertyList.Value.self, from: bytes, format: &found)
        try requireEqual(found, format, "the detected format")
        let expected = sortsKeys ? value.sortingMembers : value
        try requireEqual(again.held(by: format), expected.held(by: format), "decoded again as \(format)")
        try requireEqual(
          String(decoding: try encoder.encode(again), as: UTF8.self), String(decoding: bytes, as: UTF8.self),
          "encoded again as \(format)")
      }
    }
  }
}

extension PropertyList.Value {
  /// Returns the value as a format can represent it.
  ///
  /// XML has whole seconds only, and dictionaries instead of UIDs. A NaN is replaced by text, since it is not equal to
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
  /// The UID that a reader of XML takes a dictionary of these members for, or `nil` if they are not a UID.
  fileprivate var uid: UInt64? {
    guard count == 1, let member = first, member.key == "CF$UID", case .integer(let integer) = member.value
    else {
      return nil
    }
    return UInt64(exactly: integer)
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

  /// Returns whether a format can represent the value. XML lacks some characters and dates.
  fileprivate func isWritable(as format: PropertyList.Format) -> Bool {
    switch self {
    case .integer(let integer): Int128(Int64.min)...Int128(UInt64.max) ~= integer
    case .string(let text): format == .binary || text.isXML
    case .date(let date):
      date.timeIntervalSince1970.isFinite
        // From the beginning of the year 0000 to the end of 9999.
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

/// The size of a property list.
struct PropertyListMeasure {
  /// The number of values, including keys. A value that occurs several times is counted each time.
  private(set) var valueCount = 0
  /// The number of bytes of text and data, including keys.
  private(set) var byteCount = 0
  /// The number of levels of nested dictionaries and arrays.
  private(set) var depth = 0
  /// Whether the document may have had more levels, since a dictionary keeps only the last of the members with the same
  /// key.
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
      // XML represents a UID as a dictionary.
      case .uid: mayHaveBeenDeeper = true
      case .integer, .real, .bool, .date: break
      }
    }
  }
}
