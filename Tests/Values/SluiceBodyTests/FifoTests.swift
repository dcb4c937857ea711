import Testing

@testable import SluiceBody

/// A queue, first in, first out.
@Suite(.timeLimit(.minutes(5))) struct FifoTests {
  @Test func `elements are returned in their order`() {
    var fifo = Fifo<Int>()
    var (next, expected, isInOrder) = (0, 0, true)
    for round in 0..<200 {
      for _ in 0..<round % 7 {
        fifo.append(next)
        next += 1
      }
      for _ in 0..<round % 5 {
        guard let number = fifo.popFirst() else { break }
        isInOrder = isInOrder && number == expected
        expected += 1
      }
      isInOrder = isInOrder && fifo.count == next - expected
    }
    #expect(isInOrder)
    fifo.removeAll { $0 % 2 == 0 }
    var left: [Int] = []
    while let number = fifo.popFirst() { left.append(number) }
    #expect(left == (expected..<next).filter { $0 % 2 != 0 })
  }

  @Test func `no element of a long queue is moved more than once`() {
    var fifo = Fifo<Int>()
    for number in 0..<20_000 { fifo.append(number) }
    var (taken, moved) = (0, 0)
    while true {
      let before = fifo.storage.count
      guard let number = fifo.popFirst() else { break }
      #expect(number == taken)
      taken += 1
      // The storage shrinks only when the rest is moved to its beginning.
      if fifo.storage.count < before { moved += fifo.storage.count }
    }
    #expect(taken == 20_000 && moved <= 20_000, "\(moved)")
  }
}
