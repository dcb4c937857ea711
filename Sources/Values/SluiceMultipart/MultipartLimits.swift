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

  /// The default limits.
  public static let `default` = MultipartLimits()
}
