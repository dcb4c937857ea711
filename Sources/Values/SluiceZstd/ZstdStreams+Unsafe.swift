#if Zstd
  internal import CZstd
  internal import SluiceBody
  internal import SluiceGzip

  /// libzstd's encoder: one frame, with a checksum.
  ///
  /// SAFETY: the context is created once and freed only in `deinit`. The pointers to input and output are used by
  /// libzstd only during a call.
  @safe
  final class ZstdCompression: StreamingEncoder {
    /// The version of libzstd. Each version may compress differently.
    static let version = unsafe String(cString: ZSTD_versionString())

    private let context: OpaquePointer
    private var consumedByteCount: Int64 = 0

    /// Creates an encoder.
    ///
    /// - Throws: ``ErrorCode/invalidLevel``, ``ErrorCode/outOfMemory``.
    init(level: Int) throws(ZstdError) {
      // Higher levels have windows of more than 8 MiB.
      guard (1...19).contains(level) else { throw ZstdError(.invalidLevel, at: 0, "level \(level)") }
      guard let context = unsafe ZSTD_createCCtx() else { throw ZstdError(.outOfMemory, at: 0) }
      unsafe self.context = context
      unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, CInt(level))
      unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    }

    deinit { unsafe ZSTD_freeCCtx(context) }

    #if compiler(<6.3)
      @_lifetime(output: copy output)
    #endif
    func encode(
      _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) throws(ZstdError) -> Int {
      try step(input, ZSTD_e_continue, into: &output).consumed
    }

    func finish(into output: inout OutputSpan<UInt8>) throws(ZstdError) -> Bool {
      try step([UInt8]().span, ZSTD_e_end, into: &output).isDone
    }

    #if compiler(<6.3)
      @_lifetime(output: copy output)
    #endif
    private func step(
      _ input: borrowing Span<UInt8>, _ directive: ZSTD_EndDirective, into output: inout OutputSpan<UInt8>
    ) throws(ZstdError) -> (consumed: Int, isDone: Bool) {
      var consumed = 0
      var result = 0
      unsafe input.withUnsafeBytes { input in
        unsafe output.append { output in
          var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
          var target = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
          result = unsafe ZSTD_compressStream2(context, &target, &source, directive)
          consumed = unsafe source.pos
          return unsafe target.pos
        }
      }
      consumedByteCount += Int64(consumed)
      if let failure = ZstdFailure(result) {
        throw ZstdError(failure.code, at: consumedByteCount, failure.message)
      }
      return (consumed, result == 0)
    }
  }

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
    #if compiler(<6.3)
      @_lifetime(output: copy output)
    #endif
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
    let code: ErrorCode
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
