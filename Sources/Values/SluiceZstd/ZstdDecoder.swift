#if Zstd
  public import SluiceBody
  internal import SluiceErrors
  public import SluiceGzip
  package import SluiceSupport

  /// A streaming decoder of zstd ([RFC 8878](https://www.rfc-editor.org/rfc/rfc8878)) that enforces limits.
  ///
  /// ```swift
  /// let decoder = try ZstdDecoder(limits: .init(maximumByteCount: 100 << 20, maximumRatio: 200))
  /// var output: [UInt8] = []
  /// for piece in pieces { try decoder.append(piece.span, to: &output) }
  /// try decoder.finish()
  /// ```
  ///
  /// The data consists of one or more frames. Skippable frames are skipped, and checksums are verified. Any other byte
  /// after a frame is an error, as are dictionaries and the formats before version 0.8. An error is final: every later
  /// call throws it again. A decoder is used by one thread at a time.
  ///
  /// A decoder takes memory for the window that a frame declares, at most ``maximumWindowByteCount``, and about
  /// 500 KiB, whatever the length of the data.
  ///
  /// ```
  /// +-------------+ data  +-------------+ 3 bytes  +---------+ last, checksum  +----------+
  /// | frameHeader |------>| blockHeader |--------->| content |---------------->| checksum |
  /// +-------------+       +-------------+          +---------+                 +----------+
  ///   ^  |                       ^         not last  |     | last, no checksum      | 4 bytes
  ///   |  |                       +-------------------+     |                        |
  ///   |  | skippable  +----------+                         |                        |
  ///   |  +----------->| skipping |                         |                        |
  ///   |               +----------+                         |                        |
  ///   |                    | end                           |                        |
  ///   +--------------------+-------------------------------+------------------------+
  /// ```
  ///
  /// ``finish()`` succeeds before the first byte of another frame, and throws ``ErrorCode/truncated`` in any other
  /// state. The frame of "hi" with a checksum:
  ///
  /// ```
  /// bytes                  state afterwards   output
  /// 28 B5 2F FD 24 02      blockHeader                a single segment of 2 bytes, with a checksum
  /// 11 00 00               content                    the last block, raw, 2 bytes
  /// 68 69                  checksum           "hi"
  /// FA 38 26 EA            frameHeader                the last four bytes of XXH64 of "hi"
  /// ```
  public final class ZstdDecoder {
    /// The largest window that a frame may require, in bytes: 8 MiB, as
    /// [RFC 9659](https://www.rfc-editor.org/rfc/rfc9659) demands of the content coding.
    public static let maximumWindowByteCount = 8 << 20

    private enum State {
      case frameHeader
      /// Before the last bytes of a skippable frame, as many as given.
      case skipping(Int)
      case blockHeader
      /// Before the last bytes of a block, as many as given.
      case content(Int, isLast: Bool)
      /// Before the last bytes of a checksum, as many as given.
      case checksum(Int)
    }

    private let stream: ZstdDecompression
    private var progress: DecodingProgress<ZstdError>
    private var state = State.frameHeader
    /// The start of the header that is being read.
    private var header: [UInt8] = []
    private var hasChecksum = false
    /// Whether a frame has ended.
    private var hasFrame = false
    package var failure = FinalError<ZstdError>()

    /// The number of compressed bytes consumed so far.
    public var consumedByteCount: Int64 { progress.consumedByteCount }
    /// The number of decompressed bytes produced so far.
    public var producedByteCount: Int64 { progress.producedByteCount }

    /// Creates a decoder.
    ///
    /// - Parameter limits: The limits of the output. Defaults to none.
    /// - Throws: ``ErrorCode/outOfMemory``.
    public init(limits: Inflater.Limits = .default) throws(ZstdError) {
      stream = try ZstdDecompression()
      progress = DecodingProgress(limits: limits)
    }

    /// Decodes bytes from the start of `input`, until they are all consumed or `output` is full.
    ///
    /// If `output` is full and all input is consumed, more output may be available: call this method again with an
    /// empty input.
    ///
    /// - Returns: The number of bytes consumed. If it is less than `input.count`, `output` is full.
    /// - Throws: ``ZstdError``. Bytes that were appended before the error stay in `output`.
    #if compiler(<6.3)
      @_lifetime(output: copy output)
    #endif
    public func decode(
      _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) throws(ZstdError) -> Int {
      try advance(through: input, into: &output)
    }

    /// Decodes all of `input` and appends the output.
    ///
    /// - Throws: ``ZstdError``. Bytes that were appended before the error stay in `output`.
    public func append(_ input: borrowing Span<UInt8>, to output: inout [UInt8]) throws(ZstdError) {
      try decode(input, appendingTo: &output)
    }

    /// Marks the end of the input.
    ///
    /// - Throws: ``ErrorCode/truncated`` if the data is incomplete, or the error of an earlier call.
    public func finish() throws(ZstdError) {
      try failure.check()
      if case .frameHeader = state, header.isEmpty, hasFrame { return }
      throw failure.keep(ZstdError(.truncated, at: consumedByteCount))
    }

    // MARK: Steps

    #if compiler(<6.3)
      @_lifetime(output: copy output)
    #endif
    package func advance(
      _ input: borrowing Span<UInt8>, by offset: inout Int, into output: inout OutputSpan<UInt8>
    ) throws(ZstdError) -> Bool {
      // Output that libzstd holds comes first: it would be lost if the next part is malformed.
      if stream.hasOutput {
        if output.isFull { return false }
        _ = try decompress([UInt8]().span, into: &output)
        return true
      }
      if input.isEmpty { return false }
      switch state {
      case .frameHeader:
        header.append(input[0])
        guard ZstdFrame.canStart(with: header) else {
          throw ZstdError(hasFrame ? .trailingGarbage : .invalidHeader, at: consumedByteCount)
        }
        progress.consume(1)
        offset += 1
        switch try ZstdFrame(header: header, at: consumedByteCount) {
        case nil: break
        case .skippable(let count): skip(count)
        case .data(let hasChecksum):
          self.hasChecksum = hasChecksum
          try passHeader(into: &output)
          state = .blockHeader
        }
      case .skipping(let count):
        let skipped = min(count, input.count)
        progress.consume(skipped)
        offset += skipped
        skip(count - skipped)
      case .blockHeader:
        header.append(input[0])
        progress.consume(1)
        offset += 1
        guard header.count == 3 else { break }
        let block = ZstdBlock(header: header)
        try passHeader(into: &output)
        endPart(of: block.byteCount, .content(block.byteCount, isLast: block.isLast))
      case .content(let count, let isLast):
        let consumed = try decompress(input.extracting(first: count), into: &output)
        offset += consumed
        endPart(of: count - consumed, .content(count - consumed, isLast: isLast))
      case .checksum(let count):
        let consumed = try decompress(input.extracting(first: count), into: &output)
        offset += consumed
        endPart(of: count - consumed, .checksum(count - consumed))
      }
      return true
    }

    private func skip(_ count: Int) {
      if count == 0 { endFrame() } else { state = .skipping(count) }
    }

    /// Enters `part`, which has `count` more bytes, or what follows it if there are none.
    private func endPart(of count: Int, _ part: State) {
      switch part {
      case _ where count > 0: state = part
      case .content(_, isLast: false): state = .blockHeader
      case .content where hasChecksum: state = .checksum(4)
      default: endFrame()
      }
    }

    private func endFrame() {
      header.removeAll(keepingCapacity: true)
      hasFrame = true
      state = .frameHeader
    }

    /// Passes a complete header to libzstd, which consumes all of it because it holds no output.
    private func passHeader(into output: inout OutputSpan<UInt8>) throws(ZstdError) {
      let header = header
      self.header.removeAll(keepingCapacity: true)
      let step = stream.step(header.span, into: &output, upTo: progress.room)
      try check(step)
    }

    /// Passes the rest of a part, or its start, to libzstd. Its errors are found only at the end of a part, so that
    /// their offset does not depend on how the input is divided.
    ///
    /// - Returns: The number of bytes consumed.
    #if compiler(<6.3)
      @_lifetime(output: copy output)
    #endif
    private func decompress(
      _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) throws(ZstdError) -> Int {
      let step = stream.step(input, into: &output, upTo: progress.room)
      progress.consume(step.error == nil ? step.consumed : input.count)
      try progress.produce(step.produced, in: &output)
      try check(step)
      return step.consumed
    }

    private func check(_ step: ZstdDecompression.Step) throws(ZstdError) {
      if let error = step.error { throw ZstdError(error.code, at: consumedByteCount, error.message) }
    }
  }

  extension ZstdDecoder: StreamingDecoder {}

  extension BodySource where Self == AnyBody {
    /// Returns a compressed body that is decompressed with zstd as it is read. Reads also throw ``ZstdError``.
    ///
    /// ```swift
    /// let body = AnyBody.inflated(zstd: .file(at: "/var/log/syslog.1.zst"), limits: .init(maximumByteCount: 1 << 30))
    /// ```
    ///
    /// - Parameters:
    ///   - body: The compressed body.
    ///   - limits: The limits of the output. Defaults to none.
    public static func inflated(zstd body: any BodySource, limits: Inflater.Limits = .default) -> AnyBody {
      AnyBody(InflatedSource(body) { () throws(ZstdError) in try ZstdDecoder(limits: limits) })
    }
  }
#endif
