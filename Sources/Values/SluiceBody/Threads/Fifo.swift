/// A queue, first in, first out, in one array.
///
/// ```
///  storage  [nil, nil, c, d, e]     a and b have been taken
///  head     2 ─────────┘            at the next one, c, the taken half is dropped: [d, e]
/// ```
@usableFromInline
package struct Fifo<Element> {
  @usableFromInline var storage: [Element?] = []
  @usableFromInline var head = 0

  /// Creates an empty queue.
  @inlinable
  package init() {}

  @inlinable package var count: Int { storage.count - head }
  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable
  package mutating func append(_ element: Element) { storage.append(element) }

  /// Removes and returns the first element, or `nil` if the queue is empty.
  ///
  /// - Complexity: Amortized O(1).
  @inlinable
  package mutating func popFirst() -> Element? {
    guard head < storage.count else { return nil }
    defer {
      head += 1
      // Taken elements are dropped once they are the larger half, so each element is moved at most once.
      if head > storage.count / 2 {
        storage.removeSubrange(..<head)
        head = 0
      }
    }
    return storage[head].take()
  }

  /// Removes the elements that a condition selects.
  @inlinable
  package mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    storage = storage[head...].filter { $0.map(isUnwanted) == false }
    head = 0
  }
}
