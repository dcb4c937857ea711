/// A set of ASCII bytes, one bit each.
package struct ASCIISet: Sendable, Hashable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// Creates a set of the ASCII characters in `characters`. Other characters are ignored.
  package init(_ characters: some StringProtocol) {
    for byte in characters.utf8 { insert(byte) }
  }

  package func contains(_ byte: UInt8) -> Bool {
    let word = byte < 64 ? low : high
    return byte < 128 && word &>> UInt64(byte) & 1 != 0
  }

  package mutating func insert(_ byte: UInt8) {
    switch byte {
    case 0..<64: low |= 1 << UInt64(byte)
    case 64..<128: high |= 1 << UInt64(byte - 64)
    default: break
    }
  }

  package func union(_ other: ASCIISet) -> ASCIISet {
    var result = self
    result.low |= other.low
    result.high |= other.high
    return result
  }

  package func subtracting(_ other: ASCIISet) -> ASCIISet {
    var result = self
    result.low &= ~other.low
    result.high &= ~other.high
    return result
  }
}

extension ASCIISet {
  /// All 128 characters.
  package static let all = {
    var all = ASCIISet("")
    for byte in 0..<UInt8(0x80) { all.insert(byte) }
    return all
  }()

  /// The ASCII letters and digits.
  package static let alphanumerics = ASCIISet(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

  /// The control characters: U+0000 to U+001F, and U+007F.
  package static let controls = {
    var controls = ASCIISet("\u{7F}")
    for byte in 0..<UInt8(ascii: " ") { controls.insert(byte) }
    return controls
  }()
}
