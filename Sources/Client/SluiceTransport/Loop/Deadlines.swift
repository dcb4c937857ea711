internal import SluiceBody

/// A priority queue of deadlines, the earliest first: a binary heap.
struct DeadlineQueue {
  private struct Entry {
    let time: MonotonicInstant
    let id: Int
  }

  private var heap: [Entry] = []

  var count: Int { heap.count }
  /// The earliest time, or `nil` if the queue is empty.
  var next: MonotonicInstant? { heap.first?.time }

  /// Inserts a deadline.
  ///
  /// - Complexity: O(log *n*).
  mutating func insert(_ id: Int, at time: MonotonicInstant) {
    heap.append(Entry(time: time, id: id))
    var index = heap.count - 1
    while index > 0, heap[index].time < heap[(index - 1) / 2].time {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes the earliest deadline if it has passed, and returns its number.
  ///
  /// - Complexity: O(log *n*).
  mutating func popDue(at now: MonotonicInstant) -> Int? {
    guard let first = heap.first, first.time <= now else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while let child = earlierChild(of: index), heap[child].time < heap[index].time {
      heap.swapAt(index, child)
      index = child
    }
    return first.id
  }

  private func earlierChild(of index: Int) -> Int? {
    let (left, right) = (2 * index + 1, 2 * index + 2)
    guard left < heap.count else { return nil }
    return right < heap.count && heap[right].time < heap[left].time ? right : left
  }

  /// Removes all deadlines that do not match.
  ///
  /// - Complexity: O(*n* log *n*).
  mutating func keep(where isWanted: (Int) -> Bool) {
    heap = heap.filter { isWanted($0.id) }.sorted { $0.time < $1.time }
  }
}

/// Limits how often the reader of a body is woken: once every millisecond at most. The pipe wakes it earlier if it has
/// enough bytes.
///
/// Fast bodies arrive in small pieces, and waking a thread for each would take longer than receiving it.
struct FlushClock {
  /// Whether bytes have been written to the pipe since its last flush.
  private(set) var isDue = false
  private var next: MonotonicInstant?

  /// Notes that bytes have been written.
  ///
  /// - Returns: Whether they are the first since the last flush.
  mutating func didWrite() -> Bool {
    defer { isDue = true }
    return !isDue
  }

  /// Notes that the pipe is flushed, if it may be.
  ///
  /// - Returns: The time from which on it may be, or `nil` if it is flushed now.
  mutating func flush(at now: MonotonicInstant) -> MonotonicInstant? {
    if let next, now < next { return next }
    isDue = false
    next = now + .milliseconds(1)
    return nil
  }
}
