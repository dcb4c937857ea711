import FoundationEssentials

/// Data as Base64 text by RFC 4648, section 4: whole groups of four, of which the last may end with padding.
enum Base64Text {
  /// The data that `text` is. Nil for any other text.
  static func data(_ text: some Collection<UInt8>) -> Data? {
    // Foundation would read on after padding, and takes padding alone, or more of it than belongs there, for data.
    let padding = UInt8(ascii: "=")
    let end = text.drop { $0 != padding }
    guard text.count.isMultiple(of: 4), end.count <= 2, end.allSatisfy({ $0 == padding }) else { return nil }
    return Data(base64Encoded: Data(text))
  }
}
