internal import CZlib
internal import SluiceBody

/// The result of a step of decompression.
struct InflateStep {
  /// An error in the data, and its text, or `nil` for that of the code.
  typealias Failure = (code: ErrorCode, message: String?)

  /// The number of bytes consumed. If the data has ended, fewer than before the step may be: -3 if the last 3 bytes of
  /// the step before do not belong to it.
  var consumed = 0
  var produced = 0
  /// Whether the data has ended.
  var isAtEnd = false
  var failure: Failure?
}

#if ISAL
  typealias InflateStream = ISALInflateStream
#else
  typealias InflateStream = ZlibStream

  extension ZlibStream {
    /// Creates a decompressor.
    ///
    /// - Throws: ``ErrorCode/outOfMemory``.
    convenience init(inflating format: DeflateFormat) throws(GzipError) {
      try self.init(.inflate, windowBits: format.windowBits)
    }

    /// Decompresses until the input is consumed, the output is full or the data ends.
    ///
    /// - Parameter limit: The maximum number of bytes of output, if less than the room in `output`, or `nil` for no
    ///   limit.
    #if compiler(<6.3)
      @_lifetime(output: copy output)
    #endif
    func inflate(
      _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>, upTo limit: Int?
    ) -> InflateStep {
      let step = step(input, into: &output, upTo: limit)
      let failure: InflateStep.Failure? =
        switch step.code {
        case Z_OK, Z_STREAM_END, Z_BUF_ERROR: nil
        case Z_MEM_ERROR: (.outOfMemory, nil)
        default: failure
        }
      return InflateStep(
        consumed: step.consumed, produced: step.produced, isAtEnd: step.isAtEnd, failure: failure)
    }

    private var failure: InflateStep.Failure {
      let code: ErrorCode =
        switch message {
        case "incorrect header check", "unknown compression method", "unknown header flags set",
          "invalid window size", "header crc mismatch":
          .invalidHeader
        case "incorrect data check": .checksumMismatch
        case "incorrect length check": .lengthMismatch
        // zlib requires a preset dictionary (RFC 1950 §2.2, FDICT), which is not supported.
        case nil: .invalidHeader
        default: .corrupt
        }
      return (code, message ?? "a preset dictionary is needed")
    }
  }
#endif

extension ZlibStream: DeflateStream {
  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  func compress(
    _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>, isLast: Bool
  ) -> (consumed: Int, isAtEnd: Bool) {
    let step = step(input, into: &output, isLast: isLast)
    return (step.consumed, step.isAtEnd)
  }
}
