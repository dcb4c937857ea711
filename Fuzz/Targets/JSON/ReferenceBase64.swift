import FoundationEssentials

/// A reference for decoding Base64 ([RFC 4648 §4](https://www.rfc-editor.org/rfc/rfc4648#section-4)), six bits at a
/// time.
enum ReferenceBase64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the decoded bytes, or `nil` if the text is malformed.
  static func data(_ text: String) -> Data? {
    let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
    let padding = text.utf8.dropFirst(digits.count)
    guard padding.allSatisfy({ $0 == UInt8(ascii: "=") }), padding.count == [0, nil, 2, 1][digits.count % 4]
    else { return nil }
    var data = Data()
    var (bits, count) = (0, 0)
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = (bits & 0xFF) << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        data.append(UInt8(bits >> count & 0xFF))
      }
    }
    return data
  }
}
