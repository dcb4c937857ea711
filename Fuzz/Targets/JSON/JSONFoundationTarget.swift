import FoundationEssentials
import SluiceFuzz
import SluiceJSON

extension FuzzTarget {
  /// A JSON document, decoded by Foundation's decoder and by the library's: the value or the kind of error is the same,
  /// except for the differences that the documentation of `JSON` lists.
  ///
  /// Byte 0 holds options (1: keys from snake case, 2: dates by ISO 8601, 4: data as numbers, 8: strings for infinities
  /// and NaN, 64: dates in seconds, 128: in milliseconds), byte 1 is the type. The document follows.
  static let jsonFoundation = FuzzTarget("json-foundation", format: .json, optionByteCount: 2) { input in
    let options = input.byte()
    let foundation = JSONDecoder()
    var decoder = JSON.Decoder()
    if options & 1 == 1 {
      foundation.keyDecodingStrategy = .convertFromSnakeCase
      decoder.keyDecodingStrategy = .convertFromSnakeCase
    }
    if options & 2 == 2 {
      // Foundation's own strategy accepts dates that do not exist.
      foundation.dateDecodingStrategy = .custom(reading(ReferenceDate.date))
      decoder.dateDecodingStrategy = .iso8601
    }
    if options & 64 == 64 {
      foundation.dateDecodingStrategy = .secondsSince1970
      decoder.dateDecodingStrategy = .secondsSince1970
    }
    if options & 128 == 128 {
      foundation.dateDecodingStrategy = .millisecondsSince1970
      decoder.dateDecodingStrategy = .millisecondsSince1970
    }
    if options & 4 == 4 {
      foundation.dataDecodingStrategy = .deferredToData
      decoder.dataDecodingStrategy = .deferredToData
    } else {
      // Foundation's own strategy accepts malformed Base64.
      foundation.dataDecodingStrategy = .custom(reading(ReferenceBase64.data))
    }
    if options & 8 == 8 {
      foundation.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    let type = input.byte()
    let check = FoundationComparison(bytes: input.rest(), foundation: foundation, decoder: decoder)
    // Foundation's decoder is slow, however short the document is.
    input.announcedWork = 1000
    switch type % 8 {
    case 0: try check.compare(JSONShapes.Record.self)
    case 1: try check.compare(JSONShapes.Wide.self)
    case 2: try check.compare([Int?].self)
    case 3: try check.compare([Double].self)
    case 4:
      try check.compare([[Float]].self)
      try check.compare([String: String].self)
    case 5:
      try check.compare(UInt64.self)
      try check.compare(Decimal.self)
    case 6: try check.compare([Date].self)
    default: try check.compare(Data.self)
    }
  }
}

/// Returns a decoding strategy that parses text with a reference.
private func reading<T>(
  _ reference: @escaping @Sendable (String) -> T?
) -> @Sendable (any Decoder) throws -> T {
  { decoder in
    let container = try decoder.singleValueContainer()
    guard let value = reference(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a valid \(T.self)")
    }
    return value
  }
}

/// The results of both decoders for a document.
private struct FoundationComparison {
  let bytes: [UInt8]
  let foundation: JSONDecoder
  let decoder: JSON.Decoder
  private let differences: FoundationDifferences

  init(bytes: [UInt8], foundation: JSONDecoder, decoder: JSON.Decoder) {
    self.bytes = bytes
    self.foundation = foundation
    self.decoder = decoder
    differences = FoundationDifferences(of: bytes)
  }

  func compare<T: Decodable & Equatable>(_ type: T.Type) throws {
    let ours = DecodingOutcome { try decoder.decode(type, from: bytes) }
    let theirs = DecodingOutcome { try foundation.decode(type, from: Data(bytes)) }
    guard differences.isEmpty, !isSame(ours, theirs) else { return }
    throw BrokenProperty(
      "\(type) of \(String(decoding: bytes, as: UTF8.self)):\n  \(ours)\nFoundation:\n  \(theirs)")
  }

  private func isSame<T: Decodable & Equatable>(_ ours: DecodingOutcome<T>, _ theirs: DecodingOutcome<T>)
    -> Bool
  {
    switch (ours, theirs) {
    case (_, .failure(let kind, let path))
    where differences.hasDuplicateKeys
      && (T.self is [String: String].Type || path.contains("table") || kind == .corrupted && path.isEmpty):
      // Foundation also decodes members of a dictionary that repeat a key, and reports no path for numbers that do not
      // fit.
      return true
    case (.value(let a), .value(let b)):
      // NaN is not equal to itself, and a date that is NaN cannot be printed.
      return a == b || decoder.decodesNaN(T.self, from: bytes)
    case (.failure(.corrupted, _), .failure(.corrupted, _)):
      // Foundation reports no path for numbers that do not fit.
      return true
    case (.failure(let kind, let path), .failure(let otherKind, let otherPath)):
      // Foundation decodes the members of a dictionary in no particular order.
      if T.self is [String: String].Type { return true }
      if let table = path.firstIndex(of: "table") {
        return path.prefix(table + 1) == otherPath.prefix(table + 1)
          || otherKind == .corrupted && otherPath.isEmpty
      }
      return kind == otherKind && path == otherPath
    default: return false
    }
  }
}

/// The differences from Foundation that a document may show, from the list in the documentation of `JSON`.
private struct FoundationDifferences: OptionSet {
  let rawValue: Int
  /// Whether an object has duplicate keys. Only the first member of a key is decoded into a dictionary; Foundation
  /// decodes all of them.
  private(set) var hasDuplicateKeys = false

  /// UTF-16 and UTF-32 are refused.
  static let otherEncodings = FoundationDifferences(rawValue: 1)
  /// A malformed number or string is an error even if it is not decoded.
  static let checkedAsAWhole = FoundationDifferences(rawValue: 2)
  /// Keys are compared by their bytes, not by canonical equivalence.
  static let keysByBytes = FoundationDifferences(rawValue: 4)
  /// Integers are exact; Foundation converts some of them through `Double`.
  static let exactIntegers = FoundationDifferences(rawValue: 8)
  /// A zero may have an exponent.
  static let zeroWithExponent = FoundationDifferences(rawValue: 16)
  /// A number with more digits than a `Decimal` can hold is an error.
  static let exactDecimals = FoundationDifferences(rawValue: 32)

  /// A trailing comma in an array or object is an error.
  static let trailingComma = FoundationDifferences(rawValue: 64)

  init(rawValue: Int) { self.rawValue = rawValue }

  init(of bytes: [UInt8]) {
    self = []
    if bytes.prefix(4).contains(0) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      insert(.otherEncodings)
    }
    do throws(ReferenceJSONReader.Failure) {
      let document = try ReferenceJSONReader.read(bytes, maximumDepth: 512, duplicateKeys: .keepFirst)
      insert(of: document)
      hasDuplicateKeys = document.firstDuplicateKey != nil
    } catch {
      if Self.isWithinToken(error, of: bytes) { insert(.checkedAsAWhole) }
      if Self.isTrailingComma(error, of: bytes) { insert(.trailingComma) }
    }
  }

  /// Returns whether the failure is within a number or a string, not in the structure around it.
  private static func isWithinToken(_ failure: ReferenceJSONReader.Failure, of bytes: [UInt8]) -> Bool {
    switch failure.code {
    case .invalidNumber, .controlCharacter, .invalidEscape, .loneSurrogate, .invalidUTF8: true
    // After a number, or at its end.
    default:
      bytes[..<failure.offset].last.map(isOfNumber) ?? false
        && (failure.offset == bytes.count || isOfNumber(bytes[failure.offset]))
    }
  }

  private static func isTrailingComma(_ failure: ReferenceJSONReader.Failure, of bytes: [UInt8]) -> Bool {
    guard failure.offset < bytes.count, "]}".utf8.contains(bytes[failure.offset]) else { return false }
    return bytes[..<failure.offset].last { !JSON.isWhiteSpace($0) } == UInt8(ascii: ",")
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool { "+-.0123456789eE".utf8.contains(byte) }

  private mutating func insert(of document: ReferenceJSON) {
    switch document {
    case .literal, .string: break
    case .number(let text): insert(ofNumber: text)
    case .array(let elements): for element in elements { insert(of: element) }
    case .object(let members):
      for member in members {
        if member.key.contains(where: { $0 >= 0x80 }) { insert(.keysByBytes) }
        insert(of: member.value)
      }
    }
  }

  private mutating func insert(ofNumber text: String) {
    let hasExponent = text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
    let digitCount = text.utf8.count { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let isWhole = !hasExponent && !text.utf8.contains(UInt8(ascii: "."))
    if !isWhole, hasExponent || digitCount > 15 { insert(.exactIntegers) }
    if hasExponent, ReferenceNumber(text).double ?? 0 == 0 { insert(.zeroWithExponent) }
    if digitCount > 38 { insert(.exactDecimals) }
  }
}
