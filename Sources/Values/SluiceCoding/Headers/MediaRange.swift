/// A set of media types, as in an `Accept` field (RFC 9110 §12.5.1): `application/json`, `text/*`, `*/*`.
///
/// ```swift
/// let range: MediaRange = "text/*"
/// range.matches(.plainText)    // true
/// ```
///
/// Beyond the RFC, a range can also contain all types with a structured syntax suffix: `application/*+json`,
/// `*/*+xml`.
public struct MediaRange: Sendable, Hashable {
  /// The type in lower case, or `*` for all.
  private let type: String

  /// The subtype in lower case, `*` for all, or `*+` and a suffix.
  private let subtype: String

  /// `*/*`: every media type.
  public static let any = MediaRange(type: "*", subtype: "*")

  /// `application/*+json`: formats based on JSON, such as `application/problem+json`, but not `application/json`
  /// itself.
  package static let anyJSONSuffix = MediaRange(type: "application", subtype: "*+json")

  private init(type: String, subtype: String) {
    self.type = type
    self.subtype = subtype
  }

  /// Creates the range of a single media type with any parameters.
  ///
  /// A `*` in the media type has the same meaning as in a range. No registered type contains one.
  public init(_ mediaType: MediaType) {
    self.init(type: mediaType.type, subtype: mediaType.subtype)
  }

  /// Parses a range from text, in any case.
  ///
  /// - Throws: ``HeaderError`` with the code ``ErrorCode/invalidMediaType`` if the text is not a media type, if it
  ///   has parameters, which matching would ignore, or if it has a `*` in any place except for the whole type, the
  ///   whole subtype or everything before a suffix.
  public init(parsing text: some StringProtocol) throws(HeaderError) {
    let type = try MediaType(parsing: text)
    guard let range = MediaRange(pattern: type) else {
      let offset = text.utf8.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "*") }
      throw HeaderError(
        code: .invalidMediaType,
        byteOffset: text.utf8.distance(from: text.startIndex, to: offset ?? text.endIndex))
    }
    self = range
  }

  /// Creates a range from a media type whose `*` stand for any text, or `nil` if it is not a range.
  private init?(pattern range: MediaType) {
    guard range.parameters.isEmpty else { return nil }
    let (type, subtype) = (range.type, range.subtype)
    // The part that is compared literally, without a `*` before a suffix. `*+` alone has no suffix.
    let literal = subtype.hasPrefix("*+") && range.suffix != nil ? subtype.dropFirst() : subtype[...]
    guard literal == "*" || !literal.contains("*") else { return nil }
    guard type == "*" ? subtype.hasPrefix("*") : !type.contains("*") else { return nil }
    self.init(type: type, subtype: subtype)
  }

  /// Returns whether `mediaType` is in the range. Its parameters are ignored.
  public func matches(_ mediaType: MediaType) -> Bool {
    guard type == "*" || type == mediaType.type else { return false }
    if subtype.hasPrefix("*+") { return mediaType.subtype.hasSuffix(subtype.dropFirst()) }
    return subtype == "*" || subtype == mediaType.subtype
  }
}

extension MediaRange: ExpressibleByStringLiteral {
  /// Creates a range from a literal of the program, such as `"text/*"`.
  ///
  /// - Precondition: The literal is a range, by the rules of ``init(parsing:)``. Otherwise, the program stops.
  public init(stringLiteral text: String) {
    guard let range = try? MediaRange(parsing: text) else { fatalError("\"\(text)\" is not a media range") }
    self = range
  }
}

extension MediaRange: CustomStringConvertible {
  /// The range as in an `Accept` field, such as `application/*`.
  ///
  /// Other programs do not understand a range with a suffix: by the RFC, it is a media type of exactly that name.
  public var description: String {
    "\(type)/\(subtype)"
  }
}
