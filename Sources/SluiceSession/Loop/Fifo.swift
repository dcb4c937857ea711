/// First in, first out, in one array.
struct Fifo<Element> {
  private var storage: [Element?] = []
  private var head = 0

  var count: Int { storage.count - head }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: Element) { storage.append(element) }

  mutating func popFirst() -> Element? {
    guard head < storage.count else { return nil }
    defer {
      head += 1
      // What was taken is dropped once it is the larger half: each element is moved at most once.
      if head > storage.count / 2 {
        storage.removeSubrange(..<head)
        head = 0
      }
    }
    return storage[head].take()
  }

  mutating func removeAll(where isUnwanted: (Element) -> Bool) {
    storage = storage[head...].filter { $0.map(isUnwanted) == false }
    head = 0
  }
}
