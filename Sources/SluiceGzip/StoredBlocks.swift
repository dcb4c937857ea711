internal import SluiceBody

/// What is only stored (level 0). There zlib makes its blocks as long as its input and the room are; it is given both in
/// pieces of one size, so that the output is the same however what comes is cut, and whatever room there is.
struct StoredBlocks {
  private let stream: ZlibStream
  /// The start of a piece.
  private var piece: [UInt8] = []
  /// What was made of those before it.
  private var made = ByteQueue()
  private var isFinished = false

  init(_ stream: ZlibStream) { self.stream = stream }

  /// - Returns: how many bytes of the input were taken.
  mutating func append(_ input: borrowing Span<UInt8>, into output: inout OutputSpan<UInt8>) -> Int {
    var consumed = 0
    made.moveBytes(to: &output)
    while made.isEmpty, consumed < input.count {
      let part = input.extracting(consumed...).extracting(first: pieceSize - piece.count)
      piece.append(copying: part)
      consumed += part.count
      if piece.count == pieceSize { store(isLast: false) }
      made.moveBytes(to: &output)
    }
    return consumed
  }

  /// - Returns: whether that was all.
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
      let blocks = [UInt8](capacity: pieceSize) { output in
        let step = stream.step(piece.span.extracting(offset...), into: &output, isLast: isLast)
        offset += step.consumed
        isDone = isLast ? step.isAtEnd : offset == piece.count
      }
      made.append(blocks.span)
    }
    piece.removeAll(keepingCapacity: true)
  }
}
