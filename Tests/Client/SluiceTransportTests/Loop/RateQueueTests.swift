import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// The turns of exchanges that share a rate, at times that the tests choose.
@Suite(.timeLimit(.minutes(5))) struct RateQueueTests {
  let start = MonotonicInstant.now

  @Test func `bytes that the rate allows are taken at once`() {
    let queue = Turns(rate: 100_000, at: start)
    #expect(queue.sliceByteCount == 1024)
    #expect(queue.take(1000, for: 1, at: start))
    #expect(queue.take(24, for: 2, at: start))
    #expect(queue.next == nil)
    #expect(!queue.take(1, for: 3, at: start))
    #expect(queue.next == start + .microseconds(10))
    #expect(queue.serve(at: start) == [])
    #expect(queue.serve(at: start + .microseconds(10)) == [3])
    #expect(queue.next == nil)
  }

  @Test func `later exchanges do not overtake earlier ones`() {
    let queue = Turns(rate: 100_000, at: start)
    #expect(queue.take(1024, for: 1, at: start))
    #expect(!queue.take(1024, for: 2, at: start))
    // Enough for the second one, but the first one waits.
    #expect(!queue.take(1, for: 3, at: start + .milliseconds(5)))
    #expect(queue.serve(at: start + .milliseconds(5)) == [])
    #expect(queue.serve(at: start + .milliseconds(20)) == [2, 3])
  }

  @Test func `large requests are served slice by slice, and do not hold up small ones`() {
    let queue = Turns(rate: 100_000, at: start)
    #expect(queue.take(1024, for: 0, at: start))
    #expect(!queue.take(10 * 1024, for: 1, at: start))
    #expect(!queue.take(1000, for: 2, at: start))
    var turns: [Int] = []
    var times: [Duration] = []
    var now = start
    while let next = queue.next {
      now = max(now, next)
      for id in queue.serve(at: now) {
        turns.append(id)
        times.append(now - start)
      }
    }
    #expect(turns == [2, 1])
    // A slice of the first, and the second: 2024 bytes.
    #expect(times.first.map { $0 < .milliseconds(21) } == true)
    #expect(times.last.map { $0 >= .milliseconds(112) } == true, "11,240 bytes")
  }

  @Test func `an exchange that has ended is skipped`() {
    let queue = Turns(rate: 100_000, at: start)
    #expect(queue.take(1024, for: 0, at: start))
    for id in 1...3 { #expect(!queue.take(1000, for: id, at: start)) }
    #expect(queue.serve(at: start) == [])
    queue.remove(1)
    queue.remove(3)
    #expect(queue.next.map { $0 <= start + .milliseconds(10) } == true)
    #expect(queue.serve(at: start + .seconds(1)) == [2])
    #expect(queue.next == nil)
  }

  @Test func `bytes that were not used can be taken by others`() {
    let queue = Turns(rate: 100_000, at: start)
    #expect(queue.take(1024, for: 0, at: start))
    queue.correct(by: -1000, at: start)
    #expect(queue.take(1000, for: 1, at: start))
    queue.correct(by: 5000, at: start)
    #expect(!queue.take(1, for: 2, at: start + .milliseconds(49)))
    #expect(queue.serve(at: start + .milliseconds(51)) == [2])
  }

  /// Exchanges that request again as soon as they have had their turn, with requests of different sizes.
  @Test(arguments: [10, 5000, 1_000_000, 200_000_000] as [Int64])
  func `all exchanges get the same share, and together the rate`(rate: Int64) {
    let queue = Turns(rate: rate, at: start)
    var random = SeededGenerator(seed: 1)
    var moved = [Int](repeating: 0, count: 5)
    var requested = [Int](repeating: 0, count: 5)
    let largest = [1, 1, 3, 30, 100].map { max(1, $0 * queue.sliceByteCount / 10) }
    func request(_ id: Int, at now: MonotonicInstant) -> Bool {
      requested[id] = Int.random(in: max(1, largest[id] / 2)...largest[id], using: &random)
      return queue.take(requested[id], for: id, at: now)
    }
    for id in 0..<5 where request(id, at: start) { moved[id] += requested[id] }
    for id in 0..<5 where moved[id] > 0 { _ = request(id, at: start) }
    var now = start
    var turns = 0
    while turns < 20_000, let next = queue.next {
      // The loop wakes late.
      now = max(now, next) + .microseconds(Int64.random(in: 0...1000, using: &random))
      for id in queue.serve(at: now) {
        turns += 1
        moved[id] += requested[id]
        if request(id, at: now) { Issue.record("a turn without waiting, while others wait") }
      }
    }
    let seconds = (now - start) / .seconds(1)
    let total = Double(moved.reduce(0, +))
    #expect(total <= Double(rate) * (seconds + 0.2) + 10 * Double(queue.sliceByteCount))
    #expect(total >= Double(rate) * (seconds - 0.2) * 0.95 - 20 * Double(queue.sliceByteCount))
    // Each gets at most one slice per round. The last slice of a request is smaller.
    #expect(moved[4] <= moved[3] * 3 / 2 + 20 * queue.sliceByteCount)
    #expect(moved[3] <= moved[4] * 3 / 2 + 20 * queue.sliceByteCount)
  }

  /// A queue whose calls can be expected.
  private final class Turns {
    private var queue: RateQueue
    init(rate: Int64, at now: MonotonicInstant) { queue = RateQueue(rate: rate, at: now) }
    var sliceByteCount: Int { queue.sliceByteCount }
    var next: MonotonicInstant? { queue.next }
    func take(_ count: Int, for id: Int, at now: MonotonicInstant) -> Bool {
      queue.take(count, for: id, at: now)
    }
    func correct(by count: Int, at now: MonotonicInstant) { queue.correct(by: count, at: now) }
    func remove(_ id: Int) { queue.remove(id) }
    func serve(at now: MonotonicInstant) -> [Int] { queue.serve(at: now) }
  }
}
