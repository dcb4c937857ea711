/// A set of media types, as an `Accept` field names them (RFC 9110 §12.5.1): `application/json`, `text/*`, `*/*`.
///
/// Beyond the RFC it can also name all types with a structured syntax suffix: `application/*+json`, `*/*+xml`.
public struct MediaRange: Sendable, Hashable {
  /// A type in lower case, or `*` for all.
  private let type: String

  /// A subtype in lower case, `*` for all, or `*+` and a suffix.
  private let subtype: String

  /// `*/*`: every media type.
  public static let any = MediaRange(type: "*", subtype: "*")

  /// `application/*+json`: the formats built upon JSON, such as `application/problem+json`. Not
  /// `application/json` itself.
  public static let anyJSONSuffix = MediaRange(type: "application", subtype: "*+json")

  private init(type: String, subtype: String) {
    self.type = type
    self.subtype = subtype
  }

  /// The range of this one media type, with any parameters or none. No registered type holds a `*`; in one that
  /// does, it means what it means in a range.
  public init(_ mediaType: MediaType) {
    self.init(type: mediaType.type, subtype: mediaType.subtype)
  }

  /// Reads a range from text, in any case.
  ///
  /// It is `nil` if the text is no media type, if it has parameters, as those would be left out when matching,
  /// or if a `*` stands elsewhere than for the whole type, the whole subtype or all before a suffix.
  public init?(_ text: some StringProtocol) {
    guard let range = MediaType(text), range.parameters.isEmpty else { return nil }
    let (type, subtype) = (range.type, range.subtype)
    // What remains to be compared once a `*` before a suffix is off; `*+` alone has no suffix.
    let literal = subtype.hasPrefix("*+") && range.suffix != nil ? subtype.dropFirst() : subtype[...]
    guard literal == "*" || !literal.contains("*") else { return nil }
    guard type == "*" ? subtype.hasPrefix("*") : !type.contains("*") else { return nil }
    self.init(type: type, subtype: subtype)
  }

  /// Whether `mediaType` is in the range. Its parameters do not count.
  public func matches(_ mediaType: MediaType) -> Bool {
    guard type == "*" || type == mediaType.type else { return false }
    if subtype.hasPrefix("*+") { return mediaType.subtype.hasSuffix(subtype.dropFirst()) }
    return subtype == "*" || subtype == mediaType.subtype
  }
}

extension MediaRange: CustomStringConvertible {
  /// The range as an `Accept` field has it, such as `application/*`. One of a suffix is no range to other parties:
  /// by the RFC it is a media type of that very name, which matches nothing.
  public var description: String {
    "\(type)/\(subtype)"
  }
}
