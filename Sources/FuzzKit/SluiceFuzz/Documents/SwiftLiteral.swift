/// Bytes as Swift code.
package enum SwiftLiteral {
  /// Returns an expression of the type `[UInt8]`: the UTF-8 bytes of a string literal if the bytes are text, otherwise
  /// an array literal.
  package static func of(_ bytes: [UInt8]) -> String {
    guard !bytes.isEmpty else { return "[]" }
    let text = String(decoding: bytes, as: UTF8.self)
    // The scalars are printable, so that an editor does not change them.
    guard text.utf8.elementsEqual(bytes), text.unicodeScalars.allSatisfy(isText) else {
      return "[" + bytes.map { "\($0)" }.joined(separator: ", ") + "]"
    }
    return "Array(\"" + text.unicodeScalars.map(escaped).joined() + "\".utf8)"
  }

  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\r" || scalar == "\n" || scalar == "\t" || scalar == "\0"
      || scalar.isASCII && scalar.value >= 0x20 && scalar.value < 0x7F
      || scalar.properties.isAlphabetic
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\r": "\\r"
    case "\n": "\\n"
    case "\t": "\\t"
    case "\0": "\\0"
    case "\"": "\\\""
    case "\\": "\\\\"
    default: String(scalar)
    }
  }
}
