/// A media type, also called MIME type, such as `text/html;charset=utf-8`.
///
/// ```swift
/// let type = MediaType("Text/HTML; charset=utf-8")
/// type?.essence    // text/html
/// type?.charset    // utf-8
/// ```
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
    guard let type = MediaType(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "This text is not a media type.")
    }
    self = type
  }
}
