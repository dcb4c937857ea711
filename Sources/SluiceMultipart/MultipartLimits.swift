/// How much of a multipart body is accepted. The exact limit passes, one more is an error; nil is no limit.
public struct MultipartLimits: Sendable, Hashable {
  /// Parts. 1,000 by default.
  public var parts: Int? = 1_000
  /// Header fields in a part. 32 by default.
  public var headersPerPart: Int? = 32
  /// Bytes in a header line, without the line break, and of blanks behind a boundary. 8 KiB by default.
  public var headerLineBytes: Int? = 8 << 10
  /// Bytes in all header lines of a part, with their line breaks, without the empty line. 16 KiB by default.
  public var headerBytesPerPart: Int? = 16 << 10
  /// Bytes in a part's body. No limit by default.
  public var bytesPerPart: Int64?
  /// Bytes in all, framing, preamble and epilogue included. No limit by default.
  public var bytes: Int64?
  /// Bytes before the first boundary line and its line break. 64 KiB by default.
  public var preambleBytes: Int64? = 64 << 10

  /// The defaults.
  public init() {}

  /// The defaults.
  public static let strict = MultipartLimits()
}
