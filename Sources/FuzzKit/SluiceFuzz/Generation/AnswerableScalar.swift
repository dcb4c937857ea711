internal import FoundationEssentials

/// A type that is a single value in JSON.
protocol AnswerableScalar: Decodable {
  static var kind: AnsweredValue.Kind { get }

  /// Returns the text of a value.
  ///
  /// - Parameter tableIndex: The place in the table of values that programs often expect, or `nil` for any value.
  static func text(from choices: inout AnswerChoices, tableIndex: Int?) -> [UInt8]
}

extension Bool: AnswerableScalar {
  static var kind: AnsweredValue.Kind { .bool }

  static func text(from choices: inout AnswerChoices, tableIndex: Int?) -> [UInt8] {
    let isTrue = tableIndex.map { $0 % 2 == 0 } ?? choices.bool()
    return Array((isTrue ? "true" : "false").utf8)
  }
}

extension AnswerableScalar where Self: FixedWidthInteger {
  static var kind: AnsweredValue.Kind { .number }

  static func text(from choices: inout AnswerChoices, tableIndex: Int?) -> [UInt8] {
    if let tableIndex {
      let expected = [1, 0, 2, 10, 100, 5, 3, 20, 50, 12, 200, 7, 1000, 64, -1, 2000, 404, 8080, 1024, 90]
      return Array("\(Self(clamping: expected[tableIndex % expected.count]))".utf8)
    }
    let edges: [Self] = [0, 1, .max, .min, .max - 1]
    let value: Self =
      switch choices.below(4) {
      case 0: Self(truncatingIfNeeded: choices.byte() % 16)
      case 1: Self(truncatingIfNeeded: Int8(bitPattern: choices.byte()))
      case 2: choices.pick(edges)
      default: Self(truncatingIfNeeded: choices.bits())
      }
    return Array("\(value)".utf8)
  }
}

extension Int: AnswerableScalar {}
extension Int8: AnswerableScalar {}
extension Int16: AnswerableScalar {}
extension Int32: AnswerableScalar {}
extension Int64: AnswerableScalar {}
extension UInt: AnswerableScalar {}
extension UInt8: AnswerableScalar {}
extension UInt16: AnswerableScalar {}
extension UInt32: AnswerableScalar {}
extension UInt64: AnswerableScalar {}

extension AnswerableScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
  static var kind: AnsweredValue.Kind { .number }

  static func text(from choices: inout AnswerChoices, tableIndex: Int?) -> [UInt8] {
    if let tableIndex {
      let expected: [Self] = [1, 0, 0.5, 10, 100, 0.1, 2, 50, 0.25, -1, 1000, 90]
      return Array("\(expected[tableIndex % expected.count])".utf8)
    }
    let edges: [Self] = [
      0, -0.0, 1, .greatestFiniteMagnitude, .leastNormalMagnitude, .leastNonzeroMagnitude, .ulpOfOne,
    ]
    let value: Self =
      switch choices.below(4) {
      case 0: Self(Int8(bitPattern: choices.byte()))
      case 1: Self(Int16(truncatingIfNeeded: choices.bits())) / 100
      case 2: choices.pick(edges)
      default: any(from: choices.bits())
      }
    return Array("\(value)".utf8)
  }

  /// Returns the finite number with the bits, or 0.
  private static func any(from bits: UInt64) -> Self {
    let value =
      Self.self == Float.self
      ? Self(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Self(Double(bitPattern: bits))
    return value.isFinite ? value : 0
  }
}

extension Double: AnswerableScalar {}
extension Float: AnswerableScalar {}

extension String: AnswerableScalar {
  static var kind: AnsweredValue.Kind { .string }

  static func text(from choices: inout AnswerChoices, tableIndex: Int?) -> [UInt8] {
    if let tableIndex { return JSONText.string(expected[tableIndex % expected.count]) }
    switch choices.below(4) {
    case 0: return JSONText.string(choices.text(below: 8))
    case 1: return JSONText.string(choices.pick(expected))
    case 2:
      return Array("\"".utf8) + choices.pick(JSONEdgeCases.escapes.filter { $0 != [] }) + Array("\"".utf8)
    default:
      let letters = (0..<choices.below(12)).map { _ in UInt8(ascii: "a") + UInt8(choices.below(26)) }
      return Array("\"".utf8) + letters + Array("\"".utf8)
    }
  }

  private static let expected = [
    "a", "", "1", "2024-02-29T12:30:00Z", "2024-02-29", "123e4567-e89b-12d3-a456-426614174000",
    "https://example.com/a?b=c",
    "user@example.com", "1.2.3", "#ff8000", "AA==", "true", "en-US", "EUR", "192.0.2.1", "12:30:00", "1.5",
    "0x1F", "text/plain",
    "A", "+49301234567", "2024-02-29T12:30:00.123+01:00", "::1", "a,b", "a b", "0", "-1", "DE", "ab", "abc",
    "id_1", "/a/b",
  ]
}

// MARK: Types with strategies

extension Date: AnswerableScalar {
  static var kind: AnsweredValue.Kind { .number }

  static func text(from choices: inout AnswerChoices, tableIndex: Int?) -> [UInt8] {
    Double.text(from: &choices, tableIndex: tableIndex)
  }
}

extension Data: AnswerableScalar {
  static var kind: AnsweredValue.Kind { .string }

  static func text(from choices: inout AnswerChoices, tableIndex: Int?) -> [UInt8] {
    let bytes = (0..<(tableIndex ?? choices.below(20))).map { _ in choices.byte() }
    return JSONText.string(Data(bytes).base64EncodedString())
  }
}

extension URL: AnswerableScalar {
  static var kind: AnsweredValue.Kind { .string }

  static func text(from choices: inout AnswerChoices, tableIndex: Int?) -> [UInt8] {
    let expected = [
      "https://example.com/", "http://a", "/a/b", "a", "https://user@example.com:8443/a/b%20c?d=e&f#g",
      "mailto:a@b.example",
      "file:///tmp/a", "http://[::1]/", "data:text/plain,a", "?a=b", "#a", "//a/b",
    ]
    return JSONText.string(expected[(tableIndex ?? choices.below(256)) % expected.count])
  }
}

extension UUID: AnswerableScalar {
  static var kind: AnsweredValue.Kind { .string }

  static func text(from choices: inout AnswerChoices, tableIndex: Int?) -> [UInt8] {
    let digits = Array("0123456789ABCDEF")
    let groups = [8, 4, 4, 4, 12].map { count in String((0..<count).map { _ in digits[choices.below(16)] }) }
    return JSONText.string(groups.joined(separator: "-"))
  }
}

extension Decimal: AnswerableScalar {
  static var kind: AnsweredValue.Kind { .number }

  static func text(from choices: inout AnswerChoices, tableIndex: Int?) -> [UInt8] {
    if let tableIndex { return Int.text(from: &choices, tableIndex: tableIndex) }
    return Array("\(Int32(truncatingIfNeeded: choices.bits())).\(choices.byte())".utf8)
  }
}

// MARK: Collections

/// A collection of the standard library, which accepts whatever its elements accept.
protocol AnswerableCollection {
  /// The kind of the value, or `nil` if it is that of the wrapped value.
  static var kind: AnsweredValue.Kind? { get }
}

extension AnswerableCollection {
  static var kind: AnsweredValue.Kind? { .array }
}

extension Array: AnswerableCollection {}
extension ContiguousArray: AnswerableCollection {}
extension Set: AnswerableCollection {}
extension Dictionary: AnswerableCollection {
  static var kind: AnsweredValue.Kind? { if case .alternating = keyShape { .array } else { .object } }
}
extension Optional: AnswerableCollection {
  static var kind: AnsweredValue.Kind? { nil }
}

/// A dictionary, which does not ask for its keys.
protocol AnswerableDictionary {
  static var keyShape: DictionaryKeyShape { get }
}

extension Dictionary: AnswerableDictionary {
  static var keyShape: DictionaryKeyShape {
    if Key.self == String.self { return .text }
    if Key.self == Int.self { return .integer }
    guard Key.self is any CodingKeyRepresentable.Type else { return .alternating }
    let names = EnumerationCases.all(of: Key.self).compactMap {
      ($0 as? any CodingKeyRepresentable)?.codingKey.stringValue
    }
    return names.isEmpty ? .text : .names(names)
  }
}
