#if Zstd
  public import SluiceGzip

  /// An error in zstd data, or in using a compressor.
  public struct ZstdError: Error, CodingError, Sendable, Hashable {
    /// The kind of a ``ZstdError``. New codes may be added, so switch over it with a `default` case.
    public struct Code: CodingErrorCode, Hashable, Sendable, CustomStringConvertible {
      /// The code as text, such as `checksum-mismatch`.
      public let description: String
      fileprivate let explanation: String?

      private init(_ description: String, _ explanation: String? = nil) {
        self.description = description
        self.explanation = explanation
      }

      /// The header of the first frame is missing, or the header of a frame is malformed or requires a dictionary.
      public static let invalidHeader = Code("invalid-header")
      /// A frame requires a window of more than ``ZstdDecoder/maximumWindowByteCount``.
      public static let windowTooLarge = Code("window-too-large")
      /// The compressed data is malformed, or the output has another length than the header of its frame declares.
      public static let corrupt = Code("corrupt")
      /// The checksum of the output differs from that of the original bytes.
      public static let checksumMismatch = Code("checksum-mismatch")
      /// The data ends too early, or is empty.
      public static let truncated = Code("truncated", "the data ends too early")
      /// The last frame is followed by bytes other than another frame.
      public static let trailingGarbage = Code("trailing-garbage", "unexpected bytes follow the data")
      /// The output has more bytes than `Inflater.Limits.maximumByteCount`.
      public static let outputTooLarge = Code("output-too-large")
      /// The output has more bytes for each byte of input than `Inflater.Limits.maximumRatio`.
      public static let ratioTooLarge = Code("ratio-too-large")
      /// The compression level is not from 1 to 19.
      public static let invalidLevel = Code("invalid-level")
      /// libzstd could not allocate memory.
      public static let outOfMemory = Code("out-of-memory", "libzstd could not allocate memory")
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

  extension ZstdError: CustomStringConvertible {
    /// The error in one line, such as `truncated: the data ends too early at byte 40`.
    public var description: String { "\(code): \(message)" }

    /// The description without the code.
    public var message: String { "\(detail ?? code.explanation ?? code.description) at byte \(byteOffset)" }
  }
#endif
