/// Deviations from the strict profile that a parser accepts. The default is none.
///
/// ```swift
/// let reader = try MultipartReader(body, contentType: type, accepting: [.lineFeeds, .foldedHeaders])
/// ```
public struct MultipartLeniencies: OptionSet, Sendable, Hashable {
  /// The bits of the set, one for each leniency.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// LF alone ends a boundary line or header line, as CRLF does.
  public static let lineFeeds = MultipartLeniencies(rawValue: 1 << 0)
  /// A header line that begins with a blank continues the one before, with one space in place of the fold
  /// ([RFC 9112 §5.2](https://www.rfc-editor.org/rfc/rfc9112#section-5.2)).
  public static let foldedHeaders = MultipartLeniencies(rawValue: 1 << 1)
  /// A part of a form can have any `Content-Transfer-Encoding`, such as `base64`. Its bytes are not decoded.
  public static let transferEncodings = MultipartLeniencies(rawValue: 1 << 2)

  /// No leniency.
  public static let strict: MultipartLeniencies = []
  /// All leniencies.
  public static let lenient: MultipartLeniencies = [.lineFeeds, .foldedHeaders, .transferEncodings]
}
