/// A media type, also called MIME type, such as `text/html;charset=utf-8`.
///
/// ```swift
/// let type = try MediaType(parsing: "Text/HTML; charset=utf-8")
/// type.essence    // text/html
/// type.charset    // utf-8
/// let field = FormField("notes", notes, contentType: "text/markdown")
/// ```
///
/// A string literal is a media type; a literal that is none stops the program. Text from outside is parsed with
/// ``init(parsing:)``.
///
/// A media type is parsed and written as in browsers, by the [WHATWG MIME Sniffing
/// standard](https://mimesniff.spec.whatwg.org). Equality ignores the case of the type, the subtype and the names of
/// parameters. The values of the parameters, including their case, and the order of the parameters are compared.
public struct MediaType: Sendable, Hashable {
  /// The part before the slash, such as `text`, in lower case.
  public let type: String

  /// The part after the slash, such as `html`, in lower case.
  public let subtype: String

  /// The parameters in their original order, each name once.
  public let parameters: [HeaderParameter]

  /// Creates a media type from parts that are valid and in lower case, with each parameter name once.
  init(valid type: String, _ subtype: String, _ parameters: [HeaderParameter] = []) {
    self.type = type
    self.subtype = subtype
    self.parameters = parameters
  }
}

extension MediaType {
  /// Creates a media type from its parts, or `nil` if the result could not be written and parsed again.
  ///
  /// - Parameters:
  ///   - type: The part before the slash: a token (RFC 9110 §5.6.2), in any case.
  ///   - subtype: The part after the slash: a token, in any case.
  ///   - parameters: Names and values. Defaults to none. A name is a token, in any case, and occurs only once. A
  ///     value may be empty and may hold tabs and the characters U+0020 to U+007E and U+0080 to U+00FF.
  public init?(type: String, subtype: String, parameters: [(name: String, value: String)] = []) {
    guard type.utf8.isHTTPToken, subtype.utf8.isHTTPToken else { return nil }
    var names: Set<String> = []
    var valid: [HeaderParameter] = []
    for (name, value) in parameters {
      let parameter = HeaderParameter(name: name.lowercased(), value: value)
      guard name.utf8.isHTTPToken, value.utf8.allSatisfy(\.isHTTPQuotedStringToken),
        names.insert(parameter.name).inserted
      else { return nil }
      valid.append(parameter)
    }
    self.init(valid: type.lowercased(), subtype.lowercased(), valid)
  }

  /// The type and subtype without the parameters, such as `text/html`.
  public var essence: String {
    "\(type)/\(subtype)"
  }

  /// The structured syntax suffix (RFC 6838 §4.2.8), such as `json` for `application/ld+json`, or `nil` if there is
  /// none.
  public var suffix: String? {
    guard let plus = subtype.lastIndex(of: "+") else { return nil }
    let suffix = subtype[subtype.index(after: plus)...]
    return suffix.isEmpty ? nil : String(suffix)
  }

  /// The value of the parameter with this name in any case, or `nil` if there is none.
  public subscript(name: String) -> String? {
    let name = name.lowercased()
    return parameters.first { $0.name == name }?.value
  }

  /// The value of the `charset` parameter as written, or `nil` if there is none.
  public var charset: String? {
    self["charset"]
  }
}

extension MediaType: CustomStringConvertible {
  /// The media type as in header fields, such as `text/html;charset=utf-8`.
  ///
  /// This is the standard's “serialize a MIME type”: without a space after a semicolon, and with quotes around values
  /// that are empty or not a token.
  public var description: String {
    parameters.reduce(into: essence) { text, parameter in text += ";\(parameter)" }
  }
}

extension MediaType: Codable {
  /// Encodes the media type as its text, such as `text/html;charset=utf-8`.
  ///
  /// - Throws: The errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Decodes a media type from its text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` with the coding path if the text is not a media type; the errors of the
  ///   decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let type = MediaType(utf8: try container.decode(String.self).utf8) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "This text is not a media type.")
    }
    self = type
  }
}

extension MediaType: ExpressibleByStringLiteral {
  /// Creates a media type from a literal of the program, such as `"text/markdown"`.
  ///
  /// - Precondition: The literal is a media type, by the rules of ``init(parsing:)``. Otherwise, the program stops.
  public init(stringLiteral text: String) {
    guard let type = MediaType(utf8: text.utf8) else { fatalError("\"\(text)\" is not a media type") }
    self = type
  }
}

extension MediaType {
  /// Parses a media type from text, such as the value of a `Content-Type` field.
  ///
  /// This is the standard's “parse a MIME type”. A parameter is ignored if it is malformed or repeats an earlier name.
  ///
  /// The text's Unicode scalars are the standard's code points. The standard gets the code points of a header by
  /// isomorphic decoding of its bytes, which is ISO 8859-1. If the bytes were decoded as UTF-8 instead, only
  /// parameter values outside of ASCII differ: U+0080 to U+00FF stay as they are, and a value with any character
  /// above is malformed.
  ///
  /// - Throws: ``HeaderError`` with the code ``ErrorCode/invalidMediaType`` if the type or the subtype is missing
  ///   or is not a token.
  /// - Complexity: O(*n*) in the length of the text.
  public init(parsing text: some StringProtocol) throws(HeaderError) {
    let bytes = Array(text.utf8)
    guard let type = MediaType(utf8: bytes) else {
      throw HeaderError(code: .invalidMediaType, byteOffset: Self.offsetOfMistake(in: bytes))
    }
    self = type
  }

  /// Returns the position of the first byte that makes text no media type.
  static func offsetOfMistake(in text: [UInt8]) -> Int {
    var scanner = HeaderScanner(text[...])
    scanner.skipWhitespace()
    let type = scanner.collect(while: \.isHTTPToken)
    guard !type.isEmpty, scanner.skip(UInt8(ascii: "/")) else { return type.endIndex }
    return scanner.collect(while: \.isHTTPToken).endIndex
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

extension MediaType {
  /// `application/json` (RFC 8259).
  public static let json = MediaType(valid: "application", "json")

  /// `application/octet-stream`, for bytes of an unknown type (RFC 2046 §4.5.1).
  public static let octetStream = MediaType(valid: "application", "octet-stream")

  /// `text/plain` (RFC 2046 §4.1.3).
  public static let plainText = MediaType(valid: "text", "plain")

  /// `application/x-www-form-urlencoded` (the WHATWG URL standard).
  public static let formURLEncoded = MediaType(valid: "application", "x-www-form-urlencoded")

  /// `multipart/form-data` (RFC 7578), without a boundary.
  public static let formData = MediaType(valid: "multipart", "form-data")

  /// `multipart/mixed` (RFC 2046 §5.1.3), without a boundary.
  package static let multipartMixed = MediaType(valid: "multipart", "mixed")

  /// `multipart/related` (RFC 2387), without a boundary.
  package static let multipartRelated = MediaType(valid: "multipart", "related")

  /// `multipart/byteranges` (RFC 9110 §14.6), without a boundary.
  package static let multipartByteRanges = MediaType(valid: "multipart", "byteranges")

  /// `application/x-plist`, the common name for XML property lists. No name is registered.
  package static let propertyListXML = MediaType(valid: "application", "x-plist")

  /// `application/x-bplist`, the common name for binary property lists. No name is registered.
  package static let propertyListBinary = MediaType(valid: "application", "x-bplist")
}
