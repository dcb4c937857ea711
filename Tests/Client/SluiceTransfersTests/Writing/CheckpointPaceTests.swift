import SluiceBody
import Testing

@testable import SluiceTransfers

/// When the checkpoint of something that changes often is written, by a clock of the test.
@Suite(.timeLimit(.minutes(5))) struct CheckpointPaceTests {
  private let start = MonotonicInstant.now

  private func time(_ milliseconds: Int) -> MonotonicInstant { start + .milliseconds(milliseconds) }

  @Test func `a write begins after the interval, and only one at a time`() {
    var pace = CheckpointPace(every: .milliseconds(250), from: start)
    var begun: [Int] = []
    for now in [0, 100, 249, 250, 251, 1000, 1_000_000] where pace.begin(at: time(now)) { begun.append(now) }
    #expect(begun == [250])
    pace.end(since: time(250), at: time(260))
    for now in [260, 509, 510] where pace.begin(at: time(now)) { begun.append(now) }
    #expect(begun == [250, 510])
  }

  @Test(arguments: [0, 1, 10, 100, 1000], [0, 250])
  func `writing takes a fifth of the time at most, and waits for the interval`(duration: Int, interval: Int) {
    var pace = CheckpointPace(every: .milliseconds(interval), from: start)
    var (now, writing, count) = (interval, 0, 0)
    let end = 100_000
    while now < end {
      if pace.begin(at: time(now)) {
        pace.end(since: time(now), at: time(now + duration))
        now += duration
        writing += duration
        count += 1
      }
      now += 1
    }
    #expect(5 * writing <= end + 5 * duration)
    #expect(count <= end / max(1, interval) + 1)
    // Nor does it wait longer than it must.
    let period = duration + max(interval, 4 * duration)
    #expect(count >= (end - interval) / (period + 1))
  }

  @Test func `a pause is four times as long as the write, and at least the interval`() {
    #expect(CheckpointPace.pause(after: .zero) == .zero)
    #expect(CheckpointPace.pause(after: .milliseconds(3)) == .milliseconds(12))
    #expect(CheckpointPace.pause(after: .milliseconds(3), atLeast: .milliseconds(250)) == .milliseconds(250))
    #expect(CheckpointPace.pause(after: .seconds(1), atLeast: .milliseconds(250)) == .seconds(4))
  }
}
