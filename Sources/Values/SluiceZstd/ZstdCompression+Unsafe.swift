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
    /// - Throws: ``ZstdError/Code/invalidLevel``, ``ZstdError/Code/outOfMemory``.
    init(level: Int) throws(ZstdError) {
      // Higher levels have windows of more than 8 MiB.
      guard (1...19).contains(level) else { throw ZstdError(.invalidLevel, at: 0, "level \(level)") }
      guard let context = unsafe ZSTD_createCCtx() else { throw ZstdError(.outOfMemory, at: 0) }
      unsafe self.context = context
      unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, CInt(level))
      unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
    }

    deinit { unsafe ZSTD_freeCCtx(context) }

    func encode(
      _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) throws(ZstdError) -> Int {
      try step(input, ZSTD_e_continue, into: &output).consumed
    }

    func finish(into output: inout OutputSpan<UInt8>) throws(ZstdError) -> Bool {
      try step([UInt8]().span, ZSTD_e_end, into: &output).isDone
    }

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
#endif
