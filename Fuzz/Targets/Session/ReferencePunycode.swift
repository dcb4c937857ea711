/// A reference for decoding Punycode, as [RFC 3492 §6.2](https://www.rfc-editor.org/rfc/rfc3492#section-6.2) describes
/// it, with any number of characters.
enum ReferencePunycode {
  /// Returns the decoded text, or `nil` if it is malformed.
  static func decoded(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let hyphen = bytes.lastIndex(of: UInt8(ascii: "-"))
    var output = bytes[..<(hyphen ?? 0)].map { Int($0) }
    var position = hyphen.map { $0 + 1 } ?? 0
    var (current, index, bias) = (128, 0, 72)
    while position < bytes.count {
      let earlier = index
      var (weight, base) = (1, 36)
      while true {
        guard position < bytes.count, let digit = digit(bytes[position]) else { return nil }
        position += 1
        let (product, overflows) = digit.multipliedReportingOverflow(by: weight)
        let (sum, overflowsAgain) = index.addingReportingOverflow(product)
        if overflows || overflowsAgain { return nil }
        index = sum
        let threshold = base <= bias ? 1 : base >= bias + 26 ? 26 : base - bias
        if digit < threshold { break }
        let (next, isTooLarge) = weight.multipliedReportingOverflow(by: 36 - threshold)
        if isTooLarge { return nil }
        weight = next
        base += 36
      }
      let count = output.count + 1
      var delta = earlier == 0 ? (index - earlier) / 700 : (index - earlier) / 2
      delta += delta / count
      bias = 0
      while delta > 455 {
        delta /= 35
        bias += 36
      }
      bias += 36 * delta / (delta + 38)
      current += index / count
      index %= count
      guard current <= 0x10FFFF else { return nil }
      output.insert(current, at: index)
      index += 1
    }
    let scalars = output.compactMap { UInt32(exactly: $0).flatMap(Unicode.Scalar.init) }
    return scalars.count == output.count ? String(String.UnicodeScalarView(scalars)) : nil
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
    default: nil
    }
  }
}
