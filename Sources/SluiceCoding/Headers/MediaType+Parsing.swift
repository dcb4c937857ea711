extension MediaType: LosslessStringConvertible {
  /// Reads a media type from the value of a `Content-Type` field or the like.
  ///
  /// This is the standard's "parse a MIME type". It is `nil` if the type or the subtype is missing or no token.
  /// A parameter that is malformed, or whose name came before, is passed over. The time is linear in the text.
  ///
  /// The text's Unicode scalars are the standard's code points. The standard makes code points of a header's
  /// bytes by isomorphic decoding, which is ISO 8859-1. If the bytes were decoded as UTF-8 instead, only
  /// parameter values outside of ASCII differ: U+0080 to U+00FF stay as they are, and a value with any
  /// character above is malformed.
  public init?(_ text: some StringProtocol) {
    self.init(utf8: Array(text.utf8))
  }

  /// Reads a media type from UTF-8 text.
  init?(utf8 text: some BidirectionalCollection<UInt8>) {
    guard let (type, subtype, parameters) = Self.parse(text) else { return nil }
    var names: Set<String> = []
    self.init(valid: type, subtype, parameters.filter { names.insert($0.name).inserted })
  }

  /// The values of all parameters with this lower-case name, for those who must know whether it comes twice; nil
  /// where the text is no media type.
  package static func values(ofParameter name: String, in text: String) -> [String]? {
    parse(Array(text.utf8))?.parameters.filter { $0.name == name }.map(\.value)
  }

  /// The standard's steps, but for leaving out the parameters whose name came before.
  private static func parse(
    _ text: some BidirectionalCollection<UInt8>
  ) -> (type: String, subtype: String, parameters: [HeaderParameter])? {
    let slash = UInt8(ascii: "/")
    let semicolon = UInt8(ascii: ";")
    let equals = UInt8(ascii: "=")

    var scanner = HeaderScanner(text.trimmingTrailingHTTPWhitespace())
    scanner.skipWhitespace()
    let type = scanner.collect(upTo: slash)
    guard type.isHTTPToken, scanner.skip(slash) else { return nil }
    let subtype = scanner.collect(upTo: semicolon).trimmingTrailingHTTPWhitespace()
    guard subtype.isHTTPToken else { return nil }

    var parameters: [HeaderParameter] = []
    while scanner.skip(semicolon) {
      scanner.skipWhitespace()
      let name = scanner.collect(upTo: semicolon, or: equals)
      guard scanner.skip(equals) else { continue }
      let quoted = scanner.collectQuotedString()
      // Whatever follows a quoted string belongs to nothing.
      let unquoted = scanner.collect(upTo: semicolon).trimmingTrailingHTTPWhitespace()
      guard let value = quoted ?? (unquoted.isEmpty ? nil : Array(unquoted)),
        name.isHTTPToken, value.allSatisfy(\.isHTTPQuotedStringToken)
      else { continue }
      let parameter = HeaderParameter(
        name: String(decoding: name, as: UTF8.self).lowercased(),
        value: String(decoding: value, as: UTF8.self))
      parameters.append(parameter)
    }
    return (
      String(decoding: type, as: UTF8.self).lowercased(),
      String(decoding: subtype, as: UTF8.self).lowercased(),
      parameters
    )
  }
}
