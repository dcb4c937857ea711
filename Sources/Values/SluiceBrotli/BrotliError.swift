#if Brotli
  public import SluiceGzip

  /// An error in brotli data.
  public struct BrotliError: Error, CodingError, Sendable, Hashable {
    /// The kind of a ``BrotliError``. New codes may be added, so switch over it with a `default` case.
    public struct Code: CodingErrorCode, Hashable, Sendable, CustomStringConvertible {
      /// The code as text, such as `truncated`.
      public let description: String
      fileprivate let explanation: String?

      private init(_ description: String, _ explanation: String? = nil) {
        self.description = description
        self.explanation = explanation
      }

      /// The window is of the large format, which is not a part of RFC 7932.
      public static let windowTooLarge = Code("window-too-large")
      /// The compressed data is malformed.
      public static let corrupt = Code("corrupt")
      /// The data ends too early, or is empty.
      public static let truncated = Code("truncated", "the data ends too early")
      /// The data is followed by other bytes.
      public static let trailingGarbage = Code("trailing-garbage", "unexpected bytes follow the data")
      /// The output has more bytes than `Inflater.Limits.maximumByteCount`.
      public static let outputTooLarge = Code("output-too-large")
      /// The output has more bytes for each byte of input than `Inflater.Limits.maximumRatio`.
      public static let ratioTooLarge = Code("ratio-too-large")
      /// libbrotlidec could not allocate memory.
      public static let outOfMemory = Code("out-of-memory", "libbrotlidec could not allocate memory")
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

  extension BrotliError: CustomStringConvertible {
    /// The error in one line, such as `truncated: the data ends too early at byte 40`.
    public var description: String { "\(code): \(message)" }

    /// The description without the code.
    public var message: String { "\(detail ?? code.explanation ?? code.description) at byte \(byteOffset)" }
  }
#endif
