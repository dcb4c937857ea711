#if Zstd
  internal import CZstd
  internal import SluiceBody

  /// libzstd's decoder. Only this type and ``ZstdCompression`` call libzstd.
  ///
  /// SAFETY: the context is created once and freed only in `deinit`. The pointers to input and output are used by
  /// libzstd only during a call.
  @safe
  final class ZstdDecompression {
    /// The result of a step.
    struct Step {
      let consumed: Int
      let produced: Int
      let error: ZstdFailure?
    }

    private let context: OpaquePointer
    /// Whether the last step filled the output, so that more may follow.
    private(set) var hasOutput = false

    init() throws(ZstdError) {
      guard let context = unsafe ZSTD_createDCtx() else { throw ZstdError(.outOfMemory, at: 0) }
      unsafe self.context = context
    }

    deinit { unsafe ZSTD_freeDCtx(context) }

    /// Decompresses a part of a frame that ``ZstdFrame`` has accepted, until the input is consumed or the output is
    /// full.
    ///
    /// - Parameter limit: The maximum number of bytes of output, if less than the room in `output`.
    func step(
      _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>, upTo limit: Int?
    ) -> Step {
      var step = Step(consumed: 0, produced: 0, error: nil)
      let room = min(output.freeCapacity, limit ?? .max)
      unsafe input.withUnsafeBytes { input in
        unsafe output.append(upTo: room) { output in
          var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
          var target = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
          let result = unsafe ZSTD_decompressStream(context, &target, &source)
          let error = ZstdFailure(result)
          step = Step(consumed: unsafe source.pos, produced: unsafe target.pos, error: error)
          // 0 is the end of a frame, without more output.
          hasOutput = error == nil && step.produced == output.count && result != 0
          return step.produced
        }
      }
      return step
    }
  }

  /// An error that libzstd has reported.
  struct ZstdFailure {
    let code: ZstdError.Code
    let message: String

    /// Creates the error of the result of a call, or returns `nil` if it succeeded.
    init?(_ result: Int) {
      guard ZSTD_isError(result) != 0 else { return nil }
      code =
        switch ZSTD_getErrorCode(result) {
        case ZSTD_error_checksum_wrong: .checksumMismatch
        case ZSTD_error_memory_allocation: .outOfMemory
        default: .corrupt
        }
      // SAFETY: libzstd's names of errors are constants.
      message = unsafe String(cString: ZSTD_getErrorName(result))
    }
  }
#endif
