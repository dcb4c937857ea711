/// An element of an XML property list.
enum PropertyListXMLElement: String {
  case plist, dict, key, array, string, integer, real, `true`, `false`, date, data

  init?(name: ArraySlice<UInt8>) {
    guard name.count <= 7 else { return nil }
    self.init(rawValue: String(decoding: name, as: UTF8.self))
  }
}

extension UInt8 {
  /// Whether the byte is a space, tab, carriage return or line feed (XML 1.0 §2.3).
  var isXMLWhitespace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A
  }
}

extension Unicode.Scalar {
  /// Whether an XML document may contain the character (XML 1.0 §2.2).
  var isXMLCharacter: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: true
    case ..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
