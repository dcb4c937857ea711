/// The limits of a multipart body that is received.
///
/// ```swift
/// var limits = MultipartLimits()
/// limits.maximumPartCount = 20
/// limits.maximumPartByteCount = 100 << 20
/// ```
///
/// The exact limit passes, and one more is an error. A limit of `nil` is no limit.
public struct MultipartLimits: Sendable, Hashable {
  /// The maximum number of parts. Defaults to 1,000.
  public var maximumPartCount: Int? = 1_000
  /// The maximum number of header fields in a part. Defaults to 32.
  public var maximumHeaderCount: Int? = 32
  /// The maximum number of bytes in a header line, without its line break, and of blanks after a boundary. Defaults to
  /// 8 KiB.
  public var maximumHeaderLineByteCount: Int? = 8 << 10
  /// The maximum number of bytes in all header lines of a part, with their line breaks, but without the empty line.
  /// Defaults to 16 KiB.
  public var maximumHeaderByteCount: Int? = 16 << 10
  /// The maximum number of bytes in the body of a part. Defaults to no limit.
  public var maximumPartByteCount: Int64?
  /// The maximum number of bytes in the whole body, including framing, preamble and epilogue. Defaults to no limit.
  public var maximumByteCount: Int64?
  /// The maximum number of bytes before the first boundary line and the line break that precedes it. Defaults to
  /// 64 KiB.
  public var maximumPreambleByteCount: Int64? = 64 << 10

  /// Creates limits with their default values.
  public init() {}
}

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
  /// A header line that begins with a blank continues the one before, with one space instead of the fold
  /// ([RFC 9112 §5.2](https://www.rfc-editor.org/rfc/rfc9112#section-5.2)).
  public static let foldedHeaders = MultipartLeniencies(rawValue: 1 << 1)
  /// A part of a form can have any `Content-Transfer-Encoding`, such as `base64`. Its bytes are not decoded.
  public static let transferEncodings = MultipartLeniencies(rawValue: 1 << 2)

  /// All leniencies.
  public static let lenient: MultipartLeniencies = [.lineFeeds, .foldedHeaders, .transferEncodings]
}
