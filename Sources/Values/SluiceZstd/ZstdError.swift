#if Zstd
  @_exported public import SluiceErrors
  public import SluiceGzip

  /// An error in zstd data, or in using a compressor.
  public struct ZstdError: SluiceError, CodingError, Hashable {
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

  extension ZstdError {
    /// The description without the code.
    public var message: String { "\(detail ?? code.text) at byte \(byteOffset)" }
  }
#endif
