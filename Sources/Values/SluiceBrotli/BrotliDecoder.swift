#if Brotli
  public import SluiceBody
  internal import SluiceErrors
  public import SluiceGzip
  package import SluiceSupport

  /// A streaming decoder of brotli ([RFC 7932](https://www.rfc-editor.org/rfc/rfc7932)) that enforces limits.
  ///
  /// ```swift
  /// let decoder = try BrotliDecoder(limits: .init(maximumByteCount: 100 << 20, maximumRatio: 1000))
  /// var output: [UInt8] = []
  /// for piece in pieces { try decoder.append(piece.span, to: &output) }
  /// try decoder.finish()
  /// ```
  ///
  /// The data is one stream. Any byte after it is an error, as is a window of more than 16 MiB. The format has no
  /// checksum: changed bytes may decode to other output. An error is final: every later call throws it again. A decoder
  /// is used by one thread at a time.
  ///
  /// A decoder takes memory for the window, at most 16 MiB (24 MiB while it grows), and at most about 4 MiB for tables,
  /// whatever the length of the data.
  ///
  /// ```
  /// +---------+  end of the stream  +-------+
  /// | reading |-------------------->| ended |
  /// +---------+                     +-------+
  /// ```
  ///
  /// ``finish()`` succeeds in `ended`, and throws ``ErrorCode/truncated`` in `reading`.
  public final class BrotliDecoder {
    private let stream: BrotliStream
    private var progress: DecodingProgress<BrotliError>
    private var hasEnded = false
    package var failure = FinalError<BrotliError>()

    /// The number of compressed bytes consumed so far.
    public var consumedByteCount: Int64 { progress.consumedByteCount }
    /// The number of decompressed bytes produced so far.
    public var producedByteCount: Int64 { progress.producedByteCount }

    /// Creates a decoder.
    ///
    /// - Parameter limits: The limits of the output. Defaults to none.
    /// - Throws: ``ErrorCode/outOfMemory``.
    public init(limits: Inflater.Limits = .default) throws(BrotliError) {
      stream = try BrotliStream()
      progress = DecodingProgress(limits: limits)
    }

    /// Decodes bytes from the start of `input`, until they are all consumed or `output` is full.
    ///
    /// If `output` is full and all input is consumed, more output may be available: call this method again with an
    /// empty input.
    ///
    /// - Returns: The number of bytes consumed. If it is less than `input.count`, `output` is full.
    /// - Throws: ``BrotliError``. Bytes that were appended before the error stay in `output`.
    #if compiler(<6.3)
      @_lifetime(output: copy output)
    #endif
    public func decode(
      _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>
    ) throws(BrotliError) -> Int {
      try advance(through: input, into: &output)
    }

    /// Decodes all of `input` and appends the output.
    ///
    /// - Throws: ``BrotliError``. Bytes that were appended before the error stay in `output`.
    public func append(_ input: borrowing Span<UInt8>, to output: inout [UInt8]) throws(BrotliError) {
      try decode(input, appendingTo: &output)
    }

    /// Marks the end of the input.
    ///
    /// - Throws: ``ErrorCode/truncated`` if the data is incomplete, or the error of an earlier call.
    public func finish() throws(BrotliError) {
      try failure.check()
      if !hasEnded { throw failure.keep(BrotliError(.truncated, at: consumedByteCount)) }
    }

    #if compiler(<6.3)
      @_lifetime(output: copy output)
    #endif
    package func advance(
      _ input: borrowing Span<UInt8>, by offset: inout Int, into output: inout OutputSpan<UInt8>
    ) throws(BrotliError) -> Bool {
      if hasEnded {
        if !input.isEmpty { throw BrotliError(.trailingGarbage, at: consumedByteCount) }
        return false
      }
      let step = stream.step(input, into: &output, upTo: progress.room)
      offset += step.consumed
      progress.consume(step.consumed)
      try progress.produce(step.produced, in: &output)
      switch step.outcome {
      case .needsMore: return step.consumed > 0 || step.produced > 0
      case .ended:
        hasEnded = true
        return true
      case .failed(let code, let message): throw BrotliError(code, at: consumedByteCount, message)
      }
    }
  }

  extension BrotliDecoder: StreamingDecoder {}

  extension BodySource where Self == AnyBody {
    /// Returns a compressed body that is decompressed with brotli as it is read. Reads also throw ``BrotliError``.
    ///
    /// ```swift
    /// let body = AnyBody.inflated(brotli: .file(at: "/data/words.txt.br"), limits: .init(maximumByteCount: 1 << 30))
    /// ```
    ///
    /// - Parameters:
    ///   - body: The compressed body.
    ///   - limits: The limits of the output. Defaults to none.
    public static func inflated(brotli body: any BodySource, limits: Inflater.Limits = .default) -> AnyBody {
      AnyBody(InflatedSource(body) { () throws(BrotliError) in try BrotliDecoder(limits: limits) })
    }
  }
#endif
