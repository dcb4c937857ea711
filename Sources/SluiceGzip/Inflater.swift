internal import CZlib
internal import SluiceBody

/// Decompresses, piece by piece, and never more than it may.
///
/// ```swift
/// let inflater = try Inflater(.gzip, limits: .init(byteCount: 100 << 20, ratio: 200))
/// var output: [UInt8] = []
/// for piece in pieces { try inflater.append(piece.span, to: &output) }
/// try inflater.finish()
/// ```
///
/// gzip's members may follow one another, and zeros may follow the last; checksums and lengths are verified. Anything
/// else behind the end is an error. Errors are final. One thread uses it at a time; after its first it allocates nothing.
public final class Inflater {
  /// What is read.
  public enum Format: Sendable, Hashable, CaseIterable {
    /// Any of the others, by the first two bytes.
    case automatic
    /// RFC 1952: `Content-Encoding: gzip`.
    case gzip
    /// `Content-Encoding: deflate`: zlib (RFC 1950), or what begins with no header of that, raw deflated data, which some
    /// servers send by that name and browsers take.
    case deflate
    /// RFC 1951 alone.
    case raw
  }

  /// How much may come out. The exact limit passes, one byte more fails, and it is told as soon as it does.
  public struct Limits: Sendable, Hashable {
    /// The most bytes in all; a negative number counts as 0. No limit by default.
    public var byteCount: Int64?
    /// The most bytes for each one that went in, at any moment behind the first 64 KiB that came out. No limit by
    /// default. Deflate reaches 1,032 at most, with zeros; text rarely has more than 20.
    public var ratio: Double?

    public init(byteCount: Int64? = nil, ratio: Double? = nil) {
      self.byteCount = byteCount
      self.ratio = ratio
    }
  }

  private enum State {
    /// The first bytes, until they are enough to tell the format.
    case detecting([UInt8])
    /// Those bytes, until they are taken in.
    case beginning(ZlibStream, [UInt8])
    case member(ZlibStream)
    /// Behind a gzip member.
    case betweenMembers(ZlibStream)
    /// Within the zeros behind the last gzip member.
    case padding
    /// Behind the end of what has only one.
    case ended
    case failed(GzipError)
  }

  private let format: Format
  private let limits: Limits
  private var state: State
  private var isGzip: Bool
  /// The number of bytes taken in.
  public private(set) var consumedByteCount: Int64 = 0
  /// The number of bytes that have come out.
  public private(set) var producedByteCount: Int64 = 0

  /// - Parameters:
  ///   - format: by the first two bytes by default.
  ///   - limits: none by default.
  /// - Throws: ``GzipError/Code/outOfMemory``.
  public init(_ format: Format = .automatic, limits: Limits = Limits()) throws(GzipError) {
    self.format = format
    self.limits = limits
    isGzip = format == .gzip
    state =
      switch format {
      case .automatic, .deflate: .detecting([])
      case .gzip: .member(try ZlibStream(.inflate, windowBits: DeflateFormat.gzip.windowBits))
      case .raw: .member(try ZlibStream(.inflate, windowBits: DeflateFormat.raw.windowBits))
      }
  }

  /// Decompresses from the front of `input`, for as long as `output` has room.
  ///
  /// Where the output is full when all input is taken, there may be more to come: call again, with an empty input.
  ///
  /// - Returns: how many bytes of the input were taken. Less than all means that there was no room for more.
  /// - Throws: ``GzipError``. What has come out until then is as it was before compression.
  public func inflate(
    _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(GzipError) -> Int {
    do throws(GzipError) {
      var offset = 0
      while try advance(input.extracting(offset...), by: &offset, into: &output) {}
      return offset
    } catch {
      state = .failed(error)
      throw error
    }
  }

  /// Says that there is no more input.
  ///
  /// - Throws: ``GzipError/Code/truncated`` where there should be more.
  public func finish() throws(GzipError) {
    switch state {
    case .betweenMembers, .padding, .ended: return
    case .failed(let error): throw error
    case .detecting(let start): throw GzipError(.truncated, at: Int64(start.count))
    case .beginning, .member: throw GzipError(.truncated, at: consumedByteCount)
    }
  }

  // MARK: How

  /// One step. False where there is nothing more to do with this input and this room.
  private func advance(
    _ input: borrowing Span<UInt8>, by offset: inout Int, into output: inout OutputSpan<UInt8>
  ) throws(GzipError) -> Bool {
    switch state {
    case .failed(let error): throw error
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
        consumedByteCount += 1
      }
      offset += input.count
      return false
    case .ended:
      if !input.isEmpty { throw GzipError(.trailingGarbage, at: consumedByteCount) }
      return false
    }
  }

  private static let gzipMagic: [UInt8] = [0x1F, 0x8B]

  /// Chooses the format by its first two bytes.
  private func detect(_ start: [UInt8]) throws(GzipError) -> ZlibStream {
    if format == .automatic, start == Self.gzipMagic {
      isGzip = true
      return try ZlibStream(.inflate, windowBits: DeflateFormat.gzip.windowBits)
    }
    // RFC 1950 §2.2: the method is 8, the window is 32 KiB at most, and the two bytes are a multiple of 31.
    let isHeader =
      start[0] & 0xF == 8 && start[0] >> 4 <= 7 && (Int(start[0]) << 8 | Int(start[1])) % 31 == 0
    return try ZlibStream(.inflate, windowBits: (isHeader ? DeflateFormat.zlib : .raw).windowBits)
  }

  private func inflate(
    _ input: borrowing Span<UInt8>, with stream: ZlibStream, into output: inout OutputSpan<UInt8>
  ) throws(GzipError) -> ZlibStream.Step {
    // One byte beyond the limit tells that it is passed.
    let limit = limits.byteCount.map { max($0, 0) }
    let room = limit.map { min($0, .max - 1) - producedByteCount + 1 }
    let step = stream.step(input, into: &output, limit: room.map { Int(clamping: $0) } ?? .max)
    consumedByteCount += Int64(step.consumed)
    producedByteCount += Int64(step.produced)
    var tooLarge: GzipError?
    if let limit, producedByteCount > limit {
      // The byte that told is not handed out.
      output.removeLast(1)
      producedByteCount -= 1
      tooLarge = GzipError(.outputTooLarge, at: consumedByteCount, "more than \(limit) bytes come out")
    }
    // The limits come before what is wrong behind them. Of both the ratio comes first, which pieces of output that are small
    // would show first.
    if let ratio = limits.ratio, producedByteCount > 64 * 1024,
      Double(producedByteCount) > ratio * Double(consumedByteCount)
    {
      throw GzipError(.ratioTooLarge, at: consumedByteCount, "more than \(ratio) bytes come out for each")
    }
    if let tooLarge { throw tooLarge }
    switch step.code {
    case Z_OK, Z_STREAM_END, Z_BUF_ERROR: break
    case Z_MEM_ERROR: throw GzipError(.outOfMemory, at: consumedByteCount)
    default: throw Self.error(saying: stream.message, at: consumedByteCount)
    }
    return step
  }

  private static func error(saying message: String?, at offset: Int64) -> GzipError {
    let code: GzipError.Code =
      switch message {
      case "incorrect header check", "unknown compression method", "unknown header flags set",
        "invalid window size", "header crc mismatch":
        .invalidHeader
      case "incorrect data check": .checksumMismatch
      case "incorrect length check": .lengthMismatch
      // A dictionary that both sides know (RFC 1950 §2.2, FDICT), which this is not told.
      case nil: .invalidHeader
      default: .corrupt
      }
    return GzipError(code, at: offset, message ?? "a preset dictionary is needed")
  }
}

extension Inflater {
  /// Decompresses all of `input` and appends what comes out.
  public func append(_ input: borrowing Span<UInt8>, to output: inout [UInt8]) throws(GzipError) {
    var offset = 0
    var mayGoOn = true
    while mayGoOn {
      try output.append(addingCapacity: pieceSize) { (piece: inout OutputSpan<UInt8>) throws(GzipError) in
        offset += try inflate(input.extracting(offset...), into: &piece)
        mayGoOn = offset < input.count || piece.isFull
      }
    }
  }
}
