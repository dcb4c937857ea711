#if ISAL
  internal import CISAL
  internal import SluiceBody

  /// One of ISA-L's streams of level 1.
  ///
  /// SAFETY: the stream is freed only in `deinit`. The pointers to input and output are used by ISA-L only during a
  /// call, and are reset after it.
  @safe
  final class ISALDeflateStream: DeflateStream {
    /// The version of ISA-L. Each version may compress differently.
    static let version = "isal \(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION).\(ISAL_PATCH_VERSION)"

    private let stream: OpaquePointer

    /// Creates a stream.
    ///
    /// - Throws: ``ErrorCode/outOfMemory``.
    init(_ format: DeflateFormat) throws(GzipError) {
      let flag =
        switch format {
        case .gzip: IGZIP_GZIP
        case .zlib: IGZIP_ZLIB
        case .raw: IGZIP_DEFLATE
        }
      guard let stream = unsafe sluice_isal_deflate_create(UInt16(flag)) else {
        throw GzipError(.outOfMemory, at: 0)
      }
      unsafe self.stream = stream
    }

    deinit { unsafe sluice_isal_deflate_free(stream) }

    #if compiler(<6.3)
      @_lifetime(output: copy output)
    #endif
    func compress(
      _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>, isLast: Bool
    ) -> (consumed: Int, isAtEnd: Bool) {
      var result = (consumed: 0, isAtEnd: false)
      unsafe input.withUnsafeBufferPointer { input in
        unsafe output.append(upTo: Int(CUnsignedInt.max)) { output in
          var (consumed, produced) = (CUnsignedInt(clamping: input.count), CUnsignedInt(output.count))
          let isLast = isLast && consumed == input.count
          let isAtEnd = unsafe sluice_isal_deflate(
            stream, input.baseAddress, &consumed, output.baseAddress?.assumingMemoryBound(to: UInt8.self),
            &produced,
            isLast ? 1 : 0)
          result = (Int(consumed), isAtEnd != 0)
          return Int(produced)
        }
      }
      return result
    }
  }

  /// A decompressor over ISA-L.
  ///
  /// ISA-L decompresses the data, and computes its checksum. The headers and trailers are read here, because ISA-L does
  /// not tell a wrong checksum from a wrong length, and consumes up to 7 bytes after the data.
  ///
  /// SAFETY: the stream is freed only in `deinit`. The pointers to input and output are used by ISA-L only during a
  /// call, and are reset after it.
  @safe
  final class ISALInflateStream {
    private enum Part {
      case header(DeflateHeader)
      case data
      case trailer(DeflateTrailer)
      case end
    }

    private let format: DeflateFormat
    private let stream: OpaquePointer
    private var part: Part
    /// The number of bytes of output of the member.
    private var byteCount: UInt32 = 0

    /// Creates a stream.
    ///
    /// - Throws: ``ErrorCode/outOfMemory``.
    init(inflating format: DeflateFormat) throws(GzipError) {
      guard let stream = unsafe sluice_isal_inflate_create() else { throw GzipError(.outOfMemory, at: 0) }
      unsafe self.stream = stream
      self.format = format
      part = .data
      reset()
    }

    deinit { unsafe sluice_isal_inflate_free(stream) }

    /// Starts over with the same format.
    func reset() {
      byteCount = 0
      part = format == .raw ? .data : .header(DeflateHeader(isGzip: format == .gzip))
      let checksum =
        switch format {
        case .gzip: SLUICE_ISAL_CRC32
        case .zlib: SLUICE_ISAL_ADLER32
        case .raw: SLUICE_ISAL_NO_CHECKSUM
        }
      unsafe sluice_isal_inflate_reset(stream, checksum)
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
      var step = InflateStep()
      while case .header(var header) = part, step.failure == nil, step.consumed < input.count {
        step.failure = header.append(input[step.consumed])
        step.consumed += 1
        part = header.isComplete ? .data : .header(header)
      }
      if case .data = part, step.failure == nil {
        decompress(input.extracting(step.consumed...), into: &output, upTo: limit, &step)
      }
      while case .trailer(var trailer) = part, step.failure == nil, step.consumed < input.count {
        step.failure = trailer.append(input[step.consumed])
        step.consumed += 1
        part = trailer.isComplete ? .end : .trailer(trailer)
      }
      if case .end = part, step.failure == nil { step.isAtEnd = true }
      return step
    }

    #if compiler(<6.3)
      @_lifetime(output: copy output)
    #endif
    private func decompress(
      _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>, upTo limit: Int?,
      _ step: inout InflateStep
    ) {
      let room = min(output.freeCapacity, limit ?? .max, Int(CUnsignedInt.max))
      var (consumed, produced) = (CUnsignedInt(clamping: input.count), CUnsignedInt(room))
      var code: CInt = 0
      unsafe input.withUnsafeBufferPointer { input in
        unsafe output.append(upTo: room) { output in
          code = unsafe sluice_isal_inflate(
            stream, input.baseAddress, &consumed, output.baseAddress?.assumingMemoryBound(to: UInt8.self),
            &produced)
          return Int(produced)
        }
      }
      step.consumed += Int(consumed)
      step.produced = Int(produced)
      byteCount &+= produced
      if code < 0 {
        step.failure = (
          .corrupt, code == ISAL_INVALID_LOOKBACK ? "invalid distance" : "invalid block or code"
        )
      } else if unsafe sluice_isal_inflate_is_at_end(stream) != 0 {
        endData(&step)
      }
    }

    /// Gives the bytes that ISA-L has consumed after the data to the trailer.
    private func endData(_ step: inout InflateStep) {
      let sum = unsafe sluice_isal_inflate_checksum(stream)
      var trailer = DeflateTrailer(format, checksum: sum, byteCount: byteCount)
      var bytes: UInt64 = 0
      let count = Int(unsafe sluice_isal_inflate_rest(stream, &bytes))
      for index in 0..<count {
        let isExcess = trailer.isComplete
        step.failure =
          isExcess ? (.trailingGarbage, nil) : trailer.append(UInt8(truncatingIfNeeded: bytes >> (8 * index)))
        if step.failure != nil {
          // They were not needed to find the error.
          step.consumed -= count - index - (isExcess ? 0 : 1)
          return
        }
      }
      part = trailer.isComplete ? .end : .trailer(trailer)
    }
  }
#endif
