internal import SluiceBody

/// The output of level 0, in stored blocks.
///
/// zlib sizes these blocks by the input and the room that it happens to have. Here it gets both in pieces of a fixed
/// size, so that the output depends on neither.
struct StoredBlocks {
  private let stream: ZlibStream
  /// The start of a piece.
  private var piece: [UInt8] = []
  /// The output for the pieces before it.
  private var made = ByteQueue()
  private var isFinished = false

  init(_ stream: ZlibStream) { self.stream = stream }

  /// Stores bytes from the start of `input`, until they are all consumed or `output` is full.
  ///
  /// - Returns: The number of bytes consumed.
  mutating func append(_ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    var consumed = 0
    made.moveBytes(to: &output)
    while made.isEmpty, consumed < input.count {
      let part = input.extracting(consumed...).extracting(first: pieceByteCount - piece.count)
      piece.append(copying: part)
      consumed += part.count
      if piece.count == pieceByteCount { store(isLast: false) }
      made.moveBytes(to: &output)
    }
    return consumed
  }

  /// Appends the remaining output and the end.
  ///
  /// - Returns: Whether the output is complete.
  mutating func finish(into output: inout OutputSpan<UInt8>) -> Bool {
    if !isFinished { store(isLast: true) }
    isFinished = true
    made.moveBytes(to: &output)
    return made.isEmpty
  }

  private mutating func store(isLast: Bool) {
    var offset = 0
    var isDone = false
    while !isDone {
      let blocks = [UInt8](capacity: pieceByteCount) { output in
        let step = stream.step(piece.span.extracting(offset...), into: &output, isLast: isLast)
        offset += step.consumed
        isDone = isLast ? step.isAtEnd : offset == piece.count
      }
      made.append(blocks.span)
    }
    piece.removeAll(keepingCapacity: true)
  }
}
