internal import SluiceBody

/// A first-in, first-out queue of bytes in one array, which keeps its capacity.
///
/// ```
/// storage  | read | read | 'a'  | 'b'  | 'c'  |
///          0             head                 storage.count         count = 3
/// ```
struct ByteQueue {
  private var storage: [UInt8] = []
  private var head = 0

  init() {}

  var count: Int { storage.count - head }
  var isEmpty: Bool { count == 0 }

  /// Appends a copy of `bytes`.
  ///
  /// - Complexity: Amortized O(*n*) for *n* bytes.
  mutating func append(_ bytes: borrowing Span<UInt8>) {
    // Bytes that were read are dropped once they are the larger half, so fewer bytes are moved than dropped.
    if head > storage.count / 2 {
      storage.removeSubrange(..<head)
      head = 0
    }
    storage.append(copying: bytes)
  }

  /// Moves bytes from the front of the queue to `output`, as many as fit.
  mutating func moveBytes(to output: inout OutputSpan<UInt8>) {
    let end = head + min(count, output.freeCapacity)
    output.append(copying: storage.span.extracting(head..<end))
    head = end
    if head == storage.count {
      storage.removeAll(keepingCapacity: true)
      head = 0
    }
  }
}
