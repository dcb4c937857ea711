@_exported public import SluiceErrors

/// An error in compressed data, or in using a compressor.
public struct GzipError: SluiceError, CodingError, Hashable {
  /// The kind of the error.
  public let code: ErrorCode
  /// The number of compressed bytes that were consumed when the error was detected.
  public let byteOffset: Int64
  private let detail: String?

  package init(_ code: ErrorCode, at byteOffset: Int64, _ detail: String? = nil) {
    self.code = code
    self.byteOffset = byteOffset
    self.detail = detail
  }
}

extension GzipError {
  /// The description without the code.
  public var message: String { "\(detail ?? code.text) at byte \(byteOffset)" }
}

extension ErrorCode {
  /// The header is missing, malformed or of an unknown kind, or requires a dictionary.
  public static let invalidHeader = ErrorCode("invalid-header")
  /// The compressed data is malformed. For zstd, also: the output has another length than the header of its frame
  /// declares.
  public static let corrupt = ErrorCode("corrupt")
  /// The checksum of the output differs from that of the original bytes.
  public static let checksumMismatch = ErrorCode("checksum-mismatch")
  /// The length of the output differs from that of the original bytes.
  public static let lengthMismatch = ErrorCode("length-mismatch")
  /// The data is followed by bytes other than another member or zero padding, both of which only gzip allows, or
  /// another frame of zstd.
  public static let trailingGarbage = ErrorCode("trailing-garbage", "unexpected bytes follow the data")
  /// The output has more bytes than ``Inflater/Limits/maximumByteCount``.
  public static let outputTooLarge = ErrorCode("output-too-large")
  /// The output has more bytes for each byte of input than ``Inflater/Limits/maximumRatio``.
  public static let ratioTooLarge = ErrorCode("ratio-too-large")
  /// The compression level is not from 0 to 9, or for zstd, from 1 to 19.
  public static let invalidLevel = ErrorCode("invalid-level")
  /// The window is of brotli's large format, which is not a part of RFC 7932, or larger than the limit for zstd.
  public static let windowTooLarge = ErrorCode("window-too-large")
  /// Memory could not be allocated.
  public static let outOfMemory = ErrorCode("out-of-memory", "memory could not be allocated")
}
