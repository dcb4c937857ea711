package import FoundationEssentials

/// Data as Base64 text (RFC 4648 §4): complete groups of four characters. The last one may end with padding.
package enum Base64Text {
  /// Returns the data that `text` encodes, or `nil` if the text is not valid Base64.
  package static func data(_ text: some Collection<UInt8>) -> Data? {
    // Foundation accepts text after padding, padding on its own, and more padding than necessary.
    let padding = UInt8(ascii: "=")
    let end = text.drop { $0 != padding }
    guard text.count.isMultiple(of: 4), end.count <= 2, end.allSatisfy({ $0 == padding }) else { return nil }
    return Data(base64Encoded: Data(text))
  }
}
