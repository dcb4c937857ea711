package import SluiceJSON
import SluiceSupport

/// The comparison of results: the order of members does not matter, and numbers are compared by their value.
package enum JSONEquality {
  /// Returns whether two results are the same.
  ///
  /// Strings are the same if their code points are. An integer is compared with all of its digits; other numbers are
  /// also the same if they have the same `Double`, since many programs print numbers as that.
  package static func areSame(_ result: JSON.Value, _ expected: JSON.Value) -> Bool {
    var pairs = [(result, expected)]
    while let (left, right) = pairs.popLast() {
      switch (left.content, right.content) {
      case (.null, .null): break
      case (.bool(let left), .bool(let right)) where left == right: break
      case (.string(let left), .string(let right)) where ExactString(left) == ExactString(right): break
      case (.number(let left), .number(let right)) where areSame(left, right): break
      case (.array(let left), .array(let right)) where left.count == right.count: pairs += zip(left, right)
      case (.object(let left), .object(let right)) where left.count == right.count:
        // Members with the same key stay in their order.
        let (left, right) = (sorted(left), sorted(right))
        for (left, right) in zip(left, right) where left.key != right.key { return false }
        pairs += zip(left, right).map { ($0.value, $1.value) }
      default: return false
      }
    }
    return true
  }

  private static func sorted(_ members: [JSON.Value.Member]) -> [(key: ExactString, value: JSON.Value)] {
    members.map { (ExactString($0.key), $0.value) }.enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
  }

  private static func areSame(_ left: JSON.Number, _ right: JSON.Number) -> Bool {
    if left.text == right.text { return true }
    let (first, second) = (DecimalNumber(left), DecimalNumber(right))
    if first == second { return true }
    if first.isWrittenAsInteger, second.isWrittenAsInteger { return false }
    guard let left = left.double, let right = right.double else { return false }
    return left == right
  }
}

/// A number of JSON as its digits without zeros at both ends, and the exponent of the last one.
private struct DecimalNumber: Equatable {
  private var isNegative = false
  private var digits: [UInt8] = []
  private var exponent = 0
  let isWrittenAsInteger: Bool

  init(_ number: JSON.Number) {
    var text = number.text.utf8[...]
    if text.first == UInt8(ascii: "-") {
      isNegative = true
      text = text.dropFirst()
    }
    let mantissa = text.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
    let power = text.dropFirst(mantissa.count + 1)
    isWrittenAsInteger = mantissa.count == text.count && !mantissa.contains(UInt8(ascii: "."))
    var fractionCount = 0
    var isFraction = false
    for byte in mantissa {
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else {
        digits.append(byte)
        if isFraction { fractionCount += 1 }
      }
    }
    // An exponent that is too large for an integer is beyond all others.
    let isSmall = power.first == UInt8(ascii: "-")
    exponent = power.isEmpty ? 0 : Int(Substring(power)) ?? (isSmall ? -Self.largest : Self.largest)
    exponent = min(max(exponent, -Self.largest), Self.largest) - fractionCount
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    digits = Array(digits.drop { $0 == UInt8(ascii: "0") })
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }

  private static let largest = 1 << 60

  static func == (left: DecimalNumber, right: DecimalNumber) -> Bool {
    left.isNegative == right.isNegative && left.exponent == right.exponent && left.digits == right.digits
  }
}
