internal import SluiceBody
internal import SluiceErrors
package import SluiceSupport

/// A streaming decompressor that enforces limits.
///
/// ```swift
/// let inflater = try Inflater(.gzip, limits: .init(maximumByteCount: 100 << 20, maximumRatio: 200))
/// var output: [UInt8] = []
/// for piece in pieces { try inflater.append(piece.span, to: &output) }
/// try inflater.finish()
/// ```
///
/// Checksums and lengths are verified. gzip data consists of one or more members, and zeros may follow the last one.
/// Any other byte after the end is an error, as is any byte after the end of the other formats. An error is final:
/// every later call throws it again. An inflater is used by one thread at a time. After its first piece it allocates no
/// memory.
///
/// ```
/// .automatic, .deflate                          .gzip, .raw
///       v                                            v
/// +-----------+ 2 bytes +-----------+ consumed +--------+ end of zlib, raw +-------+
/// | detecting |-------->| beginning |--------->| member |----------------->| ended |
/// +-----------+         +-----------+          +--------+                  +-------+
///                                                |    ^
///                                    end of gzip |    | 1F
///                                                v    |
///                                          +----------------+  00  +---------+
///                                          | betweenMembers |----->| padding |<-+ 00
///                                          +----------------+      +---------+--+
/// ```
///
/// Raw data of two bytes goes from `beginning` to `ended`. Any other byte in `betweenMembers`, `padding` and `ended` is
/// ``ErrorCode/trailingGarbage``. ``finish()`` succeeds in these three states, and throws
/// ``ErrorCode/truncated`` in `detecting`, `beginning` and `member`.
///
/// Two gzip members and padding, read with `.automatic`:
///
/// ```
/// bytes                            state afterwards   output
/// 1F 8B                            beginning
/// 08 00  00 00 00 00  00 03        member                      header (RFC 1952 §2.3)
/// CB C8 04 00                      member             "hi"     deflated data
/// AC 2A 93 D8                      member                      CRC-32 of "hi"
/// 02 00 00 00                      betweenMembers              length of "hi"
/// 1F 8B 08 00  00 00 00 00  00 03  member                      a second member
/// 03 00                            member             ""
/// 00 00 00 00  00 00 00 00         betweenMembers
/// 00 00                            padding
/// ```
public final class Inflater {
  /// The format of compressed input.
  public enum Format: Sendable, Hashable, CaseIterable {
    /// Any of the other formats, detected from the first two bytes.
    case automatic
    /// One or more gzip members ([RFC 1952](https://www.rfc-editor.org/rfc/rfc1952)), as in `Content-Encoding: gzip`.
    case gzip
    /// The format of `Content-Encoding: deflate`: zlib ([RFC 1950](https://www.rfc-editor.org/rfc/rfc1950)), or raw
    /// deflated data if the first two bytes are not a zlib header. Some servers send raw data under this name, and
    /// browsers accept it.
    case deflate
    /// Deflated data alone ([RFC 1951](https://www.rfc-editor.org/rfc/rfc1951)).
    case raw
  }

  /// The limits of the output.
  ///
  /// The exact limit passes, and one more byte is an error, which is thrown as soon as the limit is exceeded.
  public struct Limits: Sendable, Hashable {
    /// The maximum number of bytes of output, or `nil` for no limit. Defaults to `nil`. A negative number counts as 0.
    public var maximumByteCount: Int64?
    /// The maximum number of bytes of output for each byte of input, or `nil` for no limit. Defaults to `nil`.
    ///
    /// The ratio is checked whenever the output has more than 64 KiB. Deflate reaches at most 1,032, with zeros; text
    /// rarely exceeds 20.
    public var maximumRatio: Double?

    /// Creates limits. Each defaults to `nil`, which is no limit.
    public init(maximumByteCount: Int64? = nil, maximumRatio: Double? = nil) {
      self.maximumByteCount = maximumByteCount
      self.maximumRatio = maximumRatio
    }

    /// The default limits, which are none.
    public static let `default` = Limits()
  }

  private enum State {
    /// Collects the first two bytes, which identify the format.
    case detecting([UInt8])
    /// Passes those bytes to the stream.
    case beginning(InflateStream, [UInt8])
    /// Reads a gzip member, or the data of another format.
    case member(InflateStream)
    /// After the end of a gzip member.
    case betweenMembers(InflateStream)
    /// In the zeros after the last gzip member.
    case padding
    /// After the end of zlib or raw data.
    case ended
  }

  private let format: Format
  private var progress: DecodingProgress<GzipError>
  private var state: State
  private var isGzip: Bool
  package var failure = FinalError<GzipError>()
  /// The number of compressed bytes consumed so far.
  public var consumedByteCount: Int64 { progress.consumedByteCount }
  /// The number of decompressed bytes produced so far.
  public var producedByteCount: Int64 { progress.producedByteCount }

  /// Creates a decompressor.
  ///
  /// - Parameters:
  ///   - format: The format of the input. Defaults to `.automatic`, which detects it from the first two bytes.
  ///   - limits: The limits of the output. Defaults to none.
  /// - Throws: ``ErrorCode/outOfMemory``.
  public init(_ format: Format = .automatic, limits: Limits = .default) throws(GzipError) {
    self.format = format
    progress = DecodingProgress(limits: limits)
    isGzip = format == .gzip
    state =
      switch format {
      case .automatic, .deflate: .detecting([])
      case .gzip: .member(try InflateStream(inflating: .gzip))
      case .raw: .member(try InflateStream(inflating: .raw))
      }
  }

  /// Decompresses bytes from the start of `input`, until they are all consumed or `output` is full.
  ///
  /// If `output` is full and all input is consumed, more output may be available: call this method again with an empty
  /// input.
  ///
  /// - Returns: The number of bytes consumed. If it is less than `input.count`, `output` is full.
  /// - Throws: ``GzipError``. Bytes that were appended before the error stay in `output`.
  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  public func inflate(
    _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(GzipError) -> Int {
    try advance(through: input, into: &output)
  }

  /// Marks the end of the input.
  ///
  /// - Throws: ``ErrorCode/truncated`` if the data is incomplete, or the error of an earlier call.
  public func finish() throws(GzipError) {
    try failure.check()
    do throws(GzipError) {
      switch state {
      case .betweenMembers, .padding, .ended: return
      case .detecting(let start): throw GzipError(.truncated, at: Int64(start.count))
      case .beginning, .member: throw GzipError(.truncated, at: consumedByteCount)
      }
    } catch {
      throw failure.keep(error)
    }
  }

  // MARK: Steps

  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  package func advance(
    _ input: borrowing Span<UInt8>, by offset: inout Int, into output: inout OutputSpan<UInt8>
  ) throws(GzipError) -> Bool {
    switch state {
    case .detecting(var start):
      if input.isEmpty { return false }
      start.append(input[0])
      offset += 1
      state = start.count < 2 ? .detecting(start) : .beginning(try detect(start), start)
      return true
    case .beginning(let stream, let start):
      let step = try inflate(start.span, with: stream, into: &output)
      let rest = Array(start.dropFirst(step.consumed))
      if step.isAtEnd {
        if !rest.isEmpty { throw GzipError(.trailingGarbage, at: consumedByteCount) }
        state = .ended
      } else {
        state = rest.isEmpty ? .member(stream) : .beginning(stream, rest)
      }
      return rest.isEmpty || step.consumed > 0
    case .member(let stream):
      let step = try inflate(input, with: stream, into: &output)
      offset += step.consumed
      if step.isAtEnd {
        state = isGzip ? .betweenMembers(stream) : .ended
        return true
      }
      return step.consumed > 0 || step.produced > 0
    case .betweenMembers(let stream):
      if input.isEmpty { return false }
      switch input[0] {
      case 0: state = .padding
      case Self.gzipMagic[0]:
        stream.reset()
        state = .member(stream)
      default: throw GzipError(.trailingGarbage, at: consumedByteCount)
      }
      return true
    case .padding:
      for position in input.indices {
        if input[position] != 0 { throw GzipError(.trailingGarbage, at: consumedByteCount) }
        progress.consume(1)
      }
      offset += input.count
      return false
    case .ended:
      if !input.isEmpty { throw GzipError(.trailingGarbage, at: consumedByteCount) }
      return false
    }
  }

  private static let gzipMagic: [UInt8] = [0x1F, 0x8B]

  /// Chooses the format from its first two bytes.
  private func detect(_ start: [UInt8]) throws(GzipError) -> InflateStream {
    if format == .automatic, start == Self.gzipMagic {
      isGzip = true
      return try InflateStream(inflating: .gzip)
    }
    // RFC 1950 §2.2: the method is 8, the window is at most 32 KiB, and the two bytes are a multiple of 31.
    let isHeader =
      start[0] & 0xF == 8 && start[0] >> 4 <= 7 && (Int(start[0]) << 8 | Int(start[1])) % 31 == 0
    return try InflateStream(inflating: isHeader ? .zlib : .raw)
  }

  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  private func inflate(
    _ input: borrowing Span<UInt8>, with stream: InflateStream, into output: inout OutputSpan<UInt8>
  ) throws(GzipError) -> InflateStep {
    let step = stream.inflate(input, into: &output, upTo: progress.room)
    progress.consume(step.consumed)
    try progress.produce(step.produced, in: &output)
    if let (code, message) = step.failure { throw GzipError(code, at: consumedByteCount, message) }
    return step
  }
}

extension Inflater {
  /// Decompresses all of `input` and appends the output.
  ///
  /// - Throws: ``GzipError``. Bytes that were appended before the error stay in `output`.
  public func append(_ input: borrowing Span<UInt8>, to output: inout [UInt8]) throws(GzipError) {
    try decode(input, appendingTo: &output)
  }
}

extension Inflater: StreamingDecoder {}
