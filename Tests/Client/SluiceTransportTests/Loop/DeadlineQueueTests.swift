import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// Deadlines in order of time.
@Suite(.timeLimit(.minutes(5))) struct DeadlineQueueTests {
  private let start = MonotonicInstant.now

  @Test func `due entries come in order of time`() {
    var random = SeededGenerator(seed: 3)
    var queue = DeadlineQueue()
    let times = (0..<300).map { _ in Int.random(in: 0..<500, using: &random) }
    for (id, time) in times.enumerated() { queue.insert(id, at: start + .seconds(time)) }
    #expect(queue.next == start + .seconds(times.min() ?? 0))
    var popped: [Int] = []
    for now in stride(from: -1, through: 500, by: 50) {
      while let id = queue.popDue(at: start + .seconds(now)) {
        popped.append(times[id])
      }
      #expect(popped.count == times.count { $0 <= now })
    }
    #expect(popped == times.sorted())
    #expect(queue.next == nil)
  }

  @Test func `entries that are not kept are removed`() {
    var queue = DeadlineQueue()
    for id in 0..<100 { queue.insert(id, at: start + .seconds(100 - id)) }
    queue.keep { $0 % 10 == 0 }
    #expect(queue.count == 10)
    var popped: [Int] = []
    while let id = queue.popDue(at: start + .seconds(1000)) { popped.append(id) }
    #expect(popped == [90, 80, 70, 60, 50, 40, 30, 20, 10, 0])
  }
}
