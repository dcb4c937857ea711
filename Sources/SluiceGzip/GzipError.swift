/// What is wrong with compressed data, and where.
public struct GzipError: Error, Sendable, Hashable {
  /// The kind of a ``GzipError``. More may come: switch with a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// What should be a header is none, or is one of a kind that nobody knows.
    public static let invalidHeader = Code("invalid-header")
    /// The compressed data makes no sense.
    public static let corrupt = Code("corrupt")
    /// The bytes are not those that were compressed: a checksum differs.
    public static let checksumMismatch = Code("checksum-mismatch")
    /// The number of bytes is not that of what was compressed.
    public static let lengthMismatch = Code("length-mismatch")
    /// The data ends too early. It may be empty.
    public static let truncated = Code("truncated")
    /// Something follows the data that is neither another member nor, in gzip, padding by zeros.
    public static let trailingGarbage = Code("trailing-garbage")
    /// More bytes come out than the limit allows.
    public static let outputTooLarge = Code("output-too-large")
    /// More bytes come out for each that goes in than the limit allows.
    public static let ratioTooLarge = Code("ratio-too-large")
    /// A compression level that there is not.
    public static let invalidLevel = Code("invalid-level")
    /// zlib got no memory.
    public static let outOfMemory = Code("out-of-memory")
  }

  public let code: Code
  /// How many bytes of compressed data had been taken in when it was noticed.
  public let byteOffset: Int64
  private let detail: String?

  init(_ code: Code, at byteOffset: Int64, _ detail: String? = nil) {
    self.code = code
    self.byteOffset = byteOffset
    self.detail = detail
  }
}

extension GzipError: CustomStringConvertible {
  /// One line, such as `checksum-mismatch: incorrect data check at byte 40`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String { "\(detail ?? explanation) at byte \(byteOffset)" }

  private var explanation: String {
    switch code {
    case .truncated: "the data ends too early"
    case .trailingGarbage: "something follows the data"
    case .outOfMemory: "no memory"
    default: code.description
    }
  }
}
