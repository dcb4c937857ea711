internal import SluiceBody

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
/// at a time; after its first it allocates nothing.
public final class Deflater {
  private let stream: ZlibStream
  /// Without compression zlib makes its blocks as long as its input and the room are, so that there it is given both in pieces
  /// of one size.
  private let isStored: Bool
  /// The start of such a piece.
  private var piece: [UInt8] = []
  /// What was made of those before it.
  private var made = ByteQueue()
  /// The number of bytes taken in.
  public private(set) var consumedByteCount: Int64 = 0
  /// The number of bytes that have come out.
  public private(set) var producedByteCount: Int64 = 0
  private var isFinished = false

  /// - Parameters:
  ///   - format: `.gzip` by default.
  ///   - level: from 0, which stores, and 1, the fastest, to 9, the smallest. 6 by default.
  /// - Throws: ``GzipError/Code/invalidLevel``, ``GzipError/Code/outOfMemory``.
  public init(_ format: DeflateFormat = .gzip, level: Int = 6) throws(GzipError) {
    guard (0...9).contains(level) else { throw GzipError(.invalidLevel, at: 0, "level \(level)") }
    isStored = level == 0
    stream = try ZlibStream(.deflate(level: level), windowBits: format.windowBits)
  }

  /// Compresses from the front of `input`, for as long as `output` has room.
  ///
  /// - Returns: how many bytes of the input were taken. Less than all means that there was no room for more.
  public func deflate(_ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    guard isStored else {
      let step = stream.step(input, into: &output)
      consumedByteCount += Int64(step.consumed)
      producedByteCount += Int64(step.produced)
      return step.consumed
    }
    var consumed = 0
    moveMade(to: &output)
    while made.isEmpty, consumed < input.count {
      let part = input.extracting(consumed...).extracting(first: pieceSize - piece.count)
      piece.append(copying: part)
      consumed += part.count
      if piece.count == pieceSize { store(isLast: false) }
      moveMade(to: &output)
    }
    consumedByteCount += Int64(consumed)
    return consumed
  }

  /// Writes what is still held back, and the end.
  ///
  /// - Returns: whether that was all; else there was no room, and this has to be called again.
  public func finish(into output: inout OutputSpan<UInt8>) -> Bool {
    if isStored {
      if !isFinished { store(isLast: true) }
      isFinished = true
      moveMade(to: &output)
      return made.isEmpty
    }
    if isFinished { return true }
    let step = stream.step([UInt8]().span, into: &output, isLast: true)
    producedByteCount += Int64(step.produced)
    isFinished = step.isAtEnd
    return isFinished
  }

  private func store(isLast: Bool) {
    var offset = 0
    var isDone = false
    while !isDone {
      let blocks = [UInt8](capacity: pieceSize) { output in
        let step = stream.step(piece.span.extracting(offset...), into: &output, isLast: isLast)
        offset += step.consumed
        isDone = isLast ? step.isAtEnd : offset == piece.count
      }
      made.append(blocks.span)
    }
    piece.removeAll(keepingCapacity: true)
  }

  private func moveMade(to output: inout OutputSpan<UInt8>) {
    let before = output.count
    made.moveBytes(to: &output)
    producedByteCount += Int64(output.count - before)
  }
}

extension Deflater {
  /// Compresses all of `input` and appends what comes out.
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
