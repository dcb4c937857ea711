#if Brotli
  internal import SluiceGzip

  /// An error in brotli data.
  public struct BrotliError: Error, Sendable, Hashable {
    /// The kind of a ``BrotliError``. New codes may be added, so switch over it with a `default` case.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
      /// The code as text, such as `truncated`.
      public let description: String

      private init(_ description: String) { self.description = description }

      /// The window is of the large format, which is not a part of RFC 7932.
      public static let windowTooLarge = Code("window-too-large")
      /// The compressed data is malformed.
      public static let corrupt = Code("corrupt")
      /// The data ends too early, or is empty.
      public static let truncated = Code("truncated")
      /// The data is followed by other bytes.
      public static let trailingGarbage = Code("trailing-garbage")
      /// The output has more bytes than `Inflater.Limits.maximumByteCount`.
      public static let outputTooLarge = Code("output-too-large")
      /// The output has more bytes for each byte of input than `Inflater.Limits.maximumRatio`.
      public static let ratioTooLarge = Code("ratio-too-large")
      /// libbrotlidec could not allocate memory.
      public static let outOfMemory = Code("out-of-memory")
    }

    /// The kind of the error.
    public let code: Code
    /// The number of compressed bytes that were consumed when the error was detected.
    public let byteOffset: Int64
    private let detail: String?

    init(_ code: Code, at byteOffset: Int64, _ detail: String? = nil) {
      self.code = code
      self.byteOffset = byteOffset
      self.detail = detail
    }

    init(_ excess: DecodingProgress.Excess, at byteOffset: Int64) {
      let code: Code =
        switch excess {
        case .byteCount: .outputTooLarge
        case .ratio: .ratioTooLarge
        }
      self.init(code, at: byteOffset, excess.message)
    }
  }

  extension BrotliError: CustomStringConvertible {
    /// The error in one line, such as `truncated: the data ends too early at byte 40`.
    public var description: String { "\(code): \(message)" }

    /// The description without the code.
    public var message: String { "\(detail ?? explanation) at byte \(byteOffset)" }

    private var explanation: String {
      switch code {
      case .truncated: "the data ends too early"
      case .trailingGarbage: "unexpected bytes follow the data"
      case .outOfMemory: "libbrotlidec could not allocate memory"
      default: code.description
      }
    }
  }
#endif
