#if Brotli
  internal import CBrotli
  internal import SluiceGzip
  internal import SluiceBody

  /// libbrotlidec's decoder. Only this type calls libbrotlidec.
  ///
  /// SAFETY: the state is created once and freed only in `deinit`. The pointers to input and output are used by
  /// libbrotlidec only during a call. Its descriptions of errors are constants.
  @safe
  final class BrotliStream {
    /// The result of a step.
    struct Step {
      let consumed: Int
      let produced: Int
      let outcome: Outcome
    }

    enum Outcome {
      /// More input, or more room, is needed.
      case needsMore
      case ended
      case failed(ErrorCode, String)
    }

    private let state: OpaquePointer

    init() throws(BrotliError) {
      guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else {
        throw BrotliError(.outOfMemory, at: 0)
      }
      unsafe self.state = state
    }

    deinit { unsafe BrotliDecoderDestroyInstance(state) }

    /// Decompresses until the input is consumed, the output is full or the data ends.
    ///
    /// - Parameter limit: The maximum number of bytes of output, if less than the room in `output`.
    #if compiler(<6.3)
      @_lifetime(output: copy output)
    #endif
    func step(
      _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>, upTo limit: Int?
    ) -> Step {
      var step = Step(consumed: 0, produced: 0, outcome: .needsMore)
      let room = min(output.freeCapacity, limit ?? .max)
      unsafe input.withUnsafeBufferPointer { input in
        unsafe output.append(upTo: room) { output in
          var nextInput = input.baseAddress
          var inputCount = input.count
          var nextOutput = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
          var outputCount = output.count
          let result = unsafe BrotliDecoderDecompressStream(
            state, &inputCount, &nextInput, &outputCount, &nextOutput, nil)
          let outcome: Outcome =
            switch result {
            case BROTLI_DECODER_RESULT_SUCCESS: .ended
            case BROTLI_DECODER_RESULT_ERROR: failure
            default: .needsMore
            }
          step = Step(
            consumed: input.count - inputCount, produced: output.count - outputCount, outcome: outcome)
          return step.produced
        }
      }
      return step
    }

    private var failure: Outcome {
      let error = unsafe BrotliDecoderGetErrorCode(state)
      let code: ErrorCode =
        switch error {
        case BROTLI_DECODER_ERROR_FORMAT_WINDOW_BITS: .windowTooLarge
        case BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES, BROTLI_DECODER_ERROR_ALLOC_TREE_GROUPS,
          BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MAP, BROTLI_DECODER_ERROR_ALLOC_RING_BUFFER_1,
          BROTLI_DECODER_ERROR_ALLOC_RING_BUFFER_2, BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES:
          .outOfMemory
        default: .corrupt
        }
      return .failed(code, unsafe String(cString: BrotliDecoderErrorString(error)))
    }
  }
#endif
