internal import SluiceBody

/// A streaming compressor.
///
/// ```swift
/// let deflater = try Deflater(.gzip)
/// var output: [UInt8] = []
/// for piece in pieces { try deflater.append(piece.span, to: &output) }
/// try deflater.finish(to: &output)
/// ```
///
/// The same input gives the same output however it is divided into pieces: a gzip header holds no time and no name. A
/// deflater is used by one thread at a time. After its first piece it allocates no memory, except at level 0.
public final class Deflater {
  /// The compression level of everything in this module that does not set one: 4.
  ///
  /// A body is compressed while it is sent. This is the highest level that compresses JSON, log lines, CSV and HTML
  /// faster than 100 Mbit/s can send the result. The landing page of this module compares the levels.
  public static let defaultLevel = 4

  private let stream: any DeflateStream
  /// The pieces that the stream gets if its output depended on their sizes; otherwise `nil`.
  private var pieces: FixedPieces?
  /// The number of bytes consumed so far.
  public private(set) var consumedByteCount: Int64 = 0
  /// The number of compressed bytes produced so far.
  public private(set) var producedByteCount: Int64 = 0
  private var isFinishing = false
  private var isFinished = false

  /// Creates a compressor.
  ///
  /// - Parameters:
  ///   - format: The format of the output. Defaults to `.gzip`.
  ///   - level: The compression level: 0 stores, 1 is the fastest, 9 gives the smallest output. Defaults to
  ///     ``defaultLevel``.
  /// - Throws: ``ErrorCode/invalidLevel``, ``ErrorCode/outOfMemory``.
  public init(_ format: DeflateFormat = .gzip, level: Int = Deflater.defaultLevel) throws(GzipError) {
    guard (0...9).contains(level) else { throw GzipError(.invalidLevel, at: 0, "level \(level)") }
    #if ISAL
      if level == 1 {
        stream = try ISALDeflateStream(format)
        pieces = FixedPieces(stream)
        return
      }
    #endif
    stream = try ZlibStream(.deflate(level: level), windowBits: format.windowBits)
    pieces = level == 0 ? FixedPieces(stream) : nil
  }

  /// Returns the library that compresses at a level, and its version, on which the output depends.
  static func library(level: Int) -> String {
    #if ISAL
      if level == 1 { return ISALDeflateStream.version }
    #endif
    return ZlibStream.version
  }

  /// Compresses bytes from the start of `input`, until they are all consumed or `output` is full.
  ///
  /// - Precondition: ``finish(into:)`` has not been called.
  /// - Returns: The number of bytes consumed. If it is less than `input.count`, `output` is full.
  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  public func deflate(_ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    precondition(!isFinishing, "deflate(_:into:) must not be called after finish(into:)")
    let before = output.count
    let consumed =
      if let taken = pieces?.append(input, into: &output) { taken } else {
        stream.compress(input, into: &output, isLast: false).consumed
      }
    consumedByteCount += Int64(consumed)
    producedByteCount += Int64(output.count - before)
    return consumed
  }

  /// Appends the remaining output and the end of the format.
  ///
  /// - Returns: Whether the output is complete. If not, `output` is full: call this method again with more room.
  public func finish(into output: inout OutputSpan<UInt8>) -> Bool {
    isFinishing = true
    if isFinished { return true }
    let before = output.count
    isFinished =
      if let isDone = pieces?.finish(into: &output) { isDone } else {
        stream.compress([UInt8]().span, into: &output, isLast: true).isAtEnd
      }
    producedByteCount += Int64(output.count - before)
    return isFinished
  }
}

extension Deflater {
  /// Compresses all of `input` and appends the output.
  ///
  /// - Precondition: ``finish(to:)`` has not been called.
  public func append(_ input: borrowing Span<UInt8>, to output: inout [UInt8]) {
    var offset = 0
    while offset < input.count {
      output.append(addingCapacity: pieceByteCount) {
        offset += deflate(input.extracting(offset...), into: &$0)
      }
    }
  }

  /// Appends the remaining output and the end of the format.
  public func finish(to output: inout [UInt8]) {
    var isDone = false
    while !isDone { output.append(addingCapacity: pieceByteCount) { isDone = finish(into: &$0) } }
  }
}

extension Deflater: StreamingEncoder {
  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  package func encode(_ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    deflate(input, into: &output)
  }
}

/// The number of bytes by which a buffer grows at a time.
let pieceByteCount = 64 * 1024

/// A stream of deflated data in one direction.
protocol DeflateStream: AnyObject {
  /// Compresses until the input is consumed or the output is full.
  ///
  /// - Parameter isLast: Whether the input ends here.
  /// - Returns: The number of bytes consumed, and whether the output is complete.
  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  func compress(
    _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>, isLast: Bool
  ) -> (consumed: Int, isAtEnd: Bool)
}

/// A stream whose output depends on the sizes of the pieces that it gets: zlib's stored blocks, and ISA-L.
///
/// Here it gets pieces of a fixed size, and the same room for each, so that the output depends on neither.
private struct FixedPieces {
  private let stream: any DeflateStream
  /// The start of a piece.
  private var piece: [UInt8] = []
  /// The output for the pieces before it.
  private var made = ByteQueue()
  private var isFinished = false

  init(_ stream: any DeflateStream) { self.stream = stream }

  /// Compresses bytes from the start of `input`, until they are all consumed or `output` is full.
  ///
  /// - Returns: The number of bytes consumed.
  #if compiler(<6.3)
    @_lifetime(output: copy output)
  #endif
  mutating func append(_ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    var consumed = 0
    made.moveBytes(to: &output)
    while made.isEmpty, consumed < input.count {
      let part = input.extracting(consumed...).extracting(first: pieceByteCount - piece.count)
      piece.append(copying: part)
      consumed += part.count
      if piece.count == pieceByteCount { compress(isLast: false) }
      made.moveBytes(to: &output)
    }
    return consumed
  }

  /// Appends the remaining output and the end.
  ///
  /// - Returns: Whether the output is complete.
  mutating func finish(into output: inout OutputSpan<UInt8>) -> Bool {
    if !isFinished { compress(isLast: true) }
    isFinished = true
    made.moveBytes(to: &output)
    return made.isEmpty
  }

  private mutating func compress(isLast: Bool) {
    var offset = 0
    var isDone = false
    while !isDone {
      let blocks = [UInt8](capacity: pieceByteCount) { output in
        let step = stream.compress(piece.span.extracting(offset...), into: &output, isLast: isLast)
        offset += step.consumed
        isDone = isLast ? step.isAtEnd : offset == piece.count
      }
      made.append(blocks.span)
    }
    piece.removeAll(keepingCapacity: true)
  }
}
