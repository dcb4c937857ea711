internal import SluiceGzip

/// A text with its checksum and size, so that a damaged or incomplete one is recognized:
///
/// ```
///  CRC-32   bytes    the text    end
///  5f2b18c4 0000000d {"attempts":0}\n
/// ```
///
/// Both numbers are hexadecimal. The line feed does not count for the checksum.
package enum Frame {
  /// The number of bytes that a frame adds to its text.
  static let overhead = 19

  /// Returns the frame of a text of less than 4 GiB.
  package static func bytes(of text: [UInt8]) -> [UInt8] {
    let sum = HexNumber.text(UInt64(CRC32.checksum(of: text.span)), digits: 8)
    let count = HexNumber.text(UInt64(text.count), digits: 8)
    return Array("\(sum) \(count) ".utf8) + text + [UInt8(ascii: "\n")]
  }

  /// Returns the text of the frame at the start of bytes, and the bytes after the frame, or `nil` if it is damaged.
  static func parse(_ bytes: ArraySlice<UInt8>) -> (text: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    guard bytes.count >= overhead else { return nil }
    let head = bytes.prefix(18)
    guard let sum = HexNumber.parse(head.prefix(8)), let count = HexNumber.parse(head.dropFirst(9).prefix(8)),
      head[head.startIndex + 8] == UInt8(ascii: " "), head[head.startIndex + 17] == UInt8(ascii: " "),
      // At most 2³² − 1.
      Int(count) <= bytes.count - overhead
    else { return nil }
    let text = bytes.dropFirst(18).prefix(Int(count))
    let rest = bytes.dropFirst(18 + Int(count))
    guard rest.first == UInt8(ascii: "\n"), UInt64(CRC32.checksum(of: text.span)) == sum else { return nil }
    return (text, rest.dropFirst())
  }
}

/// Numbers of 16 lowercase hexadecimal digits, which sort as texts in the order of the numbers.
enum HexNumber {
  static let digitCount = 16

  /// Returns the digits of a number.
  static func text(_ number: UInt64, digits: Int = digitCount) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Parses digits. The result is `nil` for anything other than 1 to 16 lowercase digits.
  static func parse(_ digits: some Collection<UInt8>) -> UInt64? {
    guard (1...digitCount).contains(digits.count) else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return number
  }
}
