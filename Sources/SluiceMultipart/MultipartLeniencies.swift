/// What is accepted beyond the strict profile, each by its name. None by default.
public struct MultipartLeniencies: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// LF alone ends a line of framing, as CRLF does.
  public static let lineFeeds = MultipartLeniencies(rawValue: 1 << 0)
  /// A header line that begins with a blank goes on the one before; the fold becomes one space (RFC 9112 §5.2).
  public static let foldedHeaders = MultipartLeniencies(rawValue: 1 << 1)
  /// In form-data, `\"` is a quote where a name would not end there: ``ContentDisposition/Profile``.
  public static let escapedQuotes = MultipartLeniencies(rawValue: 1 << 2)

  /// None.
  public static let strict: MultipartLeniencies = []
  /// All.
  public static let lenient: MultipartLeniencies = [.lineFeeds, .foldedHeaders, .escapedQuotes]
}
