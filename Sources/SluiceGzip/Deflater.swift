/// Compresses, piece by piece.
///
/// ```swift
/// let deflater = try Deflater(.gzip)
/// var output: [UInt8] = []
/// for piece in pieces { try deflater.append(piece.span, to: &output) }
/// try deflater.finish(to: &output)
/// ```
///
/// The same bytes give the same output however they are cut: a gzip header says no time and no name. One thread uses it
/// at a time; after its first piece it allocates nothing, but at level 0.
public final class Deflater {
  private let stream: ZlibStream
  /// Level 0 has a way of its own.
  private var stored: StoredBlocks?
  /// The number of bytes taken in.
  public private(set) var consumedByteCount: Int64 = 0
  /// The number of bytes that have come out.
  public private(set) var producedByteCount: Int64 = 0
  private var isFinishing = false
  private var isFinished = false

  /// - Parameters:
  ///   - format: `.gzip` by default.
  ///   - level: from 0, which stores, and 1, the fastest, to 9, the smallest. 6 by default.
  /// - Throws: ``GzipError/Code/invalidLevel``, ``GzipError/Code/outOfMemory``.
  public init(_ format: DeflateFormat = .gzip, level: Int = 6) throws(GzipError) {
    guard (0...9).contains(level) else { throw GzipError(.invalidLevel, at: 0, "level \(level)") }
    stream = try ZlibStream(.deflate(level: level), windowBits: format.windowBits)
    stored = level == 0 ? StoredBlocks(stream) : nil
  }

  /// Compresses from the front of `input`, for as long as `output` has room.
  ///
  /// - Precondition: ``finish(into:)`` has not been called.
  /// - Returns: how many bytes of the input were taken. Less than all means that there was no room for more.
  public func deflate(_ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    precondition(!isFinishing, "a Deflater takes nothing more behind its end")
    let before = output.count
    let consumed =
      if let taken = stored?.append(input, into: &output) { taken } else {
        stream.step(input, into: &output).consumed
      }
    consumedByteCount += Int64(consumed)
    producedByteCount += Int64(output.count - before)
    return consumed
  }

  /// Writes what is still held back, and the end.
  ///
  /// - Returns: whether that was all; else there was no room, and this has to be called again.
  public func finish(into output: inout OutputSpan<UInt8>) -> Bool {
    isFinishing = true
    if isFinished { return true }
    let before = output.count
    isFinished =
      if let isDone = stored?.finish(into: &output) { isDone } else {
        stream.step([UInt8]().span, into: &output, isLast: true).isAtEnd
      }
    producedByteCount += Int64(output.count - before)
    return isFinished
  }
}

extension Deflater {
  /// Compresses all of `input` and appends what comes out.
  ///
  /// - Precondition: ``finish(to:)`` has not been called.
  public func append(_ input: borrowing Span<UInt8>, to output: inout [UInt8]) {
    var offset = 0
    while offset < input.count {
      output.append(addingCapacity: pieceSize) {
        offset += deflate(input.extracting(offset...), into: &$0)
      }
    }
  }

  /// Appends what is still held back, and the end.
  public func finish(to output: inout [UInt8]) {
    var isDone = false
    while !isDone { output.append(addingCapacity: pieceSize) { isDone = finish(into: &$0) } }
  }
}

/// How much room is made at a time.
let pieceSize = 64 * 1024
