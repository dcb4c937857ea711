/// The value of a JSON number, computed from its digits.
struct ReferenceNumber {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The nearest double, or `nil` if it is an infinity, or zero for a number that is not zero.
  var double: Double? { nearest() }
  /// The nearest float, or `nil` as for ``double``.
  var float: Float? { nearest() }

  /// The exact integer that the number is.
  ///
  /// The inner optional is `nil` if the number is not an integer or exceeds 128 bits. The outer one is `nil` if the
  /// number has more than 400 digits, or a larger exponent.
  var integer: Int128?? {
    let (digits, exponent) = parts
    guard digits.count <= 400, abs(exponent) <= 400 else { return nil }
    var shifted = digits
    if exponent >= 0 {
      shifted += Array(repeating: UInt8(ascii: "0"), count: exponent)
    } else {
      shifted = Array(repeating: UInt8(ascii: "0"), count: -exponent) + shifted
      guard shifted.suffix(-exponent).allSatisfy({ $0 == UInt8(ascii: "0") }) else { return .some(nil) }
      shifted.removeLast(-exponent)
    }
    let magnitude = String(decoding: shifted.isEmpty ? [UInt8(ascii: "0")] : shifted, as: UTF8.self)
    return .some(Int128((text.utf8.first == UInt8(ascii: "-") ? "-" : "") + magnitude))
  }

  /// The digits without the decimal point, and the power of ten that they are multiplied by.
  private var parts: (digits: [UInt8], exponent: Int) {
    let isExponent = { (byte: UInt8) in byte | 0x20 == UInt8(ascii: "e") }
    let mantissa = text.utf8.prefix { !isExponent($0) }.filter { $0 != UInt8(ascii: "-") }
    let written = text.utf8.drop { !isExponent($0) }.dropFirst()
    let exponent = written.isEmpty ? 0 : Int(Substring(written)) ?? 1_000_000
    let fraction = mantissa.drop { $0 != UInt8(ascii: ".") }.dropFirst()
    return (mantissa.filter { $0 != UInt8(ascii: ".") }, exponent - fraction.count)
  }

  private func nearest<T: BinaryFloatingPoint & LosslessStringConvertible>() -> T? {
    guard let value = T(text), value.isFinite else { return nil }
    let isZero = parts.digits.allSatisfy { $0 == UInt8(ascii: "0") }
    return value != 0 || isZero ? value : nil
  }
}
