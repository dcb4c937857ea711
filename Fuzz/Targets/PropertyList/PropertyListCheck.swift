import FoundationEssentials
import SluiceCoding
import SluiceFuzz

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
        encoder.sortsKeys = sortsKeys
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
