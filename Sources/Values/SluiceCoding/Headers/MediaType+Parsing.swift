extension MediaType: LosslessStringConvertible {
  /// Parses a media type from text, such as the value of a `Content-Type` field.
  ///
  /// This is the standard's “parse a MIME type”. The result is `nil` if the type or the subtype is missing or is not
  /// a token. A parameter is ignored if it is malformed or repeats an earlier name.
  ///
  /// The text's Unicode scalars are the standard's code points. The standard gets the code points of a header by
  /// isomorphic decoding of its bytes, which is ISO 8859-1. If the bytes were decoded as UTF-8 instead, only
  /// parameter values outside of ASCII differ: U+0080 to U+00FF stay as they are, and a value with any character
  /// above is malformed.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public init?(_ text: some StringProtocol) {
    self.init(utf8: Array(text.utf8))
  }

  /// Parses a media type from UTF-8 text.
  init?(utf8 text: some BidirectionalCollection<UInt8>) {
    guard let (type, subtype, parameters) = Self.parse(text) else { return nil }
    var names: Set<String> = []
    self.init(
      valid: type, subtype, parameters.map(\.parameter).filter { names.insert($0.name).inserted })
  }

  /// Returns the values of all parameters with this lower-case name, so that callers can detect a repeated one.
  ///
  /// - Returns: The values in order, `nil` for one whose closing quotation mark is missing, or `nil` if the text is not
  ///   a media type.
  package static func values(ofParameter name: String, in text: String) -> [String?]? {
    parse(Array(text.utf8))?.parameters.filter { $0.parameter.name == name }.map { parameter, isClosed in
      isClosed ? parameter.value : nil
    }
  }

  /// Follows the standard's steps, except that repeated parameters are kept, and that a missing closing quotation mark
  /// is reported.
  private static func parse(
    _ text: some BidirectionalCollection<UInt8>
  ) -> (type: String, subtype: String, parameters: [(parameter: HeaderParameter, isClosed: Bool)])? {
    let slash = UInt8(ascii: "/")
    let semicolon = UInt8(ascii: ";")
    let equals = UInt8(ascii: "=")

    var scanner = HeaderScanner(text.trimmingTrailingHTTPWhitespace())
    scanner.skipWhitespace()
    let type = scanner.collect(upTo: slash)
    guard type.isHTTPToken, scanner.skip(slash) else { return nil }
    let subtype = scanner.collect(upTo: semicolon).trimmingTrailingHTTPWhitespace()
    guard subtype.isHTTPToken else { return nil }

    var parameters: [(parameter: HeaderParameter, isClosed: Bool)] = []
    while scanner.skip(semicolon) {
      scanner.skipWhitespace()
      let name = scanner.collect(upTo: semicolon, or: equals)
      guard scanner.skip(equals) else { continue }
      let quoted = scanner.collectQuotedString()
      // Text between a quoted string and the next semicolon is ignored.
      let unquoted = scanner.collect(upTo: semicolon).trimmingTrailingHTTPWhitespace()
      guard let value = quoted?.content ?? (unquoted.isEmpty ? nil : Array(unquoted)),
        name.isHTTPToken, value.allSatisfy(\.isHTTPQuotedStringToken)
      else { continue }
      let parameter = HeaderParameter(
        name: String(decoding: name, as: UTF8.self).lowercased(),
        value: String(decoding: value, as: UTF8.self))
      parameters.append((parameter, isClosed: quoted?.isClosed ?? true))
    }
    return (
      String(decoding: type, as: UTF8.self).lowercased(),
      String(decoding: subtype, as: UTF8.self).lowercased(),
      parameters
    )
  }
}
