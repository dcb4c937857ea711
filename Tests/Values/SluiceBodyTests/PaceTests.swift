import Testing

@testable import SluiceBody

/// The times at which a throttled body may be read.
@Suite(.timeLimit(.minutes(5))) struct PaceTests {
  let start = MonotonicInstant.now

  @Test func `a delay follows the last byte of each packet`() {
    var pace = Pace(packetByteCount: 4, delay: .milliseconds(100), at: start)
    #expect(pace.allowance(at: start) == 4)
    pace.didRead(3, at: start)
    #expect(pace.allowance(at: start) == 1)
    pace.didRead(1, at: start + .milliseconds(5))
    #expect(pace.next == start + .milliseconds(105))
    #expect(pace.allowance(at: start + .milliseconds(104)) == 0)
    #expect(pace.allowance(at: start + .milliseconds(105)) == 4)
    // Time that passes unused does not make packets larger.
    #expect(pace.allowance(at: start + .seconds(105)) == 4)
  }

  @Test func `a rate allows steps of 50 ms, and two after a break`() {
    var pace = Pace(maximumRate: 2000, at: start)
    #expect(pace.allowance(at: start) == 100, "no burst at the beginning")
    pace.didRead(60, at: start)
    #expect(pace.allowance(at: start) == 0, "less than a step is not worth a read")
    #expect(pace.next == start + .milliseconds(30))
    #expect(pace.allowance(at: pace.next) == 100)
    #expect(pace.allowance(at: start + .seconds(100)) == 200)
  }

  @Test(arguments: [1, 3, 19] as [Int64])
  func `the lowest rates allow single bytes`(rate: Int64) {
    var pace = Pace(maximumRate: rate, at: start)
    #expect(pace.allowance(at: start) == 1)
    pace.didRead(1, at: start)
    #expect(pace.allowance(at: start) == 0)
    #expect(pace.allowance(at: pace.next) == 1)
    #expect(pace.allowance(at: start + .seconds(100)) == 2, "a late read loses nothing")
    let step = pace.next - start
    #expect(abs(step / .seconds(1) - 1 / Double(rate)) < 1e-9)
  }

  @Test func `meaningless limits count as the lowest`() {
    #expect(Pace(maximumRate: -5, at: start).allowance(at: start) == 1)
    var pace = Pace(packetByteCount: 0, delay: .seconds(-1), at: start)
    #expect(pace.allowance(at: start) == 1)
    pace.didRead(1, at: start)
    #expect(pace.next == start)
    var endless = Pace(packetByteCount: .max, delay: .seconds(Int64.max), at: start)
    #expect(endless.allowance(at: start) == .max)
    endless.didRead(.max, at: start)
    #expect(endless.allowance(at: start + .seconds(1_000_000_000)) == 0)
  }
}
