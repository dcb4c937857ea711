internal import SluiceBody

/// A stream of deflated data in one direction.
protocol DeflateStream: AnyObject {
  /// Compresses until the input is consumed or the output is full.
  ///
  /// - Parameter isLast: Whether the input ends here.
  /// - Returns: The number of bytes consumed, and whether the output is complete.
  func compress(
    _ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>, isLast: Bool
  ) -> (consumed: Int, isAtEnd: Bool)
}

/// A stream whose output depends on the sizes of the pieces that it gets: zlib's stored blocks, and ISA-L.
///
/// Here it gets pieces of a fixed size, and the same room for each, so that the output depends on neither.
struct FixedPieces {
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
