import SluiceJSON

/// The differences from Foundation that a document may show, from the list in the documentation of `JSON`.
struct FoundationDifferences: OptionSet {
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
