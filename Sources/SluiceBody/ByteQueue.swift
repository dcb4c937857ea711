/// A first-in, first-out queue of bytes in one array, which keeps its capacity.
package struct ByteQueue {
  private var storage: [UInt8] = []
  private var head = 0

  package init() {}

  package var count: Int { storage.count - head }
  package var isEmpty: Bool { count == 0 }

  package mutating func append(_ bytes: borrowing Span<UInt8>) {
    // What was read is dropped once it is the larger half: each byte is moved at most once more.
    if head > storage.count / 2 {
      storage.removeSubrange(..<head)
      head = 0
    }
    storage.append(copying: bytes)
  }

  /// Moves as many bytes as fit to `output`.
  package mutating func moveBytes(to output: inout OutputSpan<UInt8>) {
    let end = head + min(count, output.freeCapacity)
    output.append(copying: storage.span.extracting(head..<end))
    head = end
    if head == storage.count {
      storage.removeAll(keepingCapacity: true)
      head = 0
    }
  }
}
