/// An error in compressed data, or in using a compressor.
public struct GzipError: Error, CodingError, Sendable, Hashable {
  /// The kind of a ``GzipError``. New codes may be added, so switch over it with a `default` case.
  public struct Code: CodingErrorCode, Hashable, Sendable, CustomStringConvertible {
    /// The code as text, such as `checksum-mismatch`.
    public let description: String
    fileprivate let explanation: String?

    private init(_ description: String, _ explanation: String? = nil) {
      self.description = description
      self.explanation = explanation
    }

    /// The header is missing, malformed or of an unknown kind, or requires a preset dictionary.
    public static let invalidHeader = Code("invalid-header")
    /// The compressed data is malformed.
    public static let corrupt = Code("corrupt")
    /// The checksum of the output (CRC-32 or Adler-32) differs from that of the original bytes.
    public static let checksumMismatch = Code("checksum-mismatch")
    /// The length of the output differs from that of the original bytes.
    public static let lengthMismatch = Code("length-mismatch")
    /// The data ends too early, or is empty.
    public static let truncated = Code("truncated", "the data ends too early")
    /// The data is followed by bytes other than another member or zero padding, both of which only gzip allows.
    public static let trailingGarbage = Code("trailing-garbage", "unexpected bytes follow the data")
    /// The output has more bytes than ``Inflater/Limits/maximumByteCount``.
    public static let outputTooLarge = Code("output-too-large")
    /// The output has more bytes for each byte of input than ``Inflater/Limits/maximumRatio``.
    public static let ratioTooLarge = Code("ratio-too-large")
    /// The compression level is not from 0 to 9.
    public static let invalidLevel = Code("invalid-level")
    /// Memory could not be allocated.
    public static let outOfMemory = Code("out-of-memory", "memory could not be allocated")
  }

  /// The kind of the error.
  public let code: Code
  /// The number of compressed bytes that were consumed when the error was detected.
  public let byteOffset: Int64
  private let detail: String?

  package init(_ code: Code, at byteOffset: Int64, _ detail: String? = nil) {
    self.code = code
    self.byteOffset = byteOffset
    self.detail = detail
  }
}

extension GzipError: CustomStringConvertible {
  /// The error in one line, such as `checksum-mismatch: incorrect data check at byte 40`.
  public var description: String { "\(code): \(message)" }

  /// The description without the code.
  public var message: String { "\(detail ?? code.explanation ?? code.description) at byte \(byteOffset)" }
}
