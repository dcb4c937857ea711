import SluiceBody
import SluiceTestSupport
import Testing

/// A limit on the number of bytes per second, at times that the tests choose.
@Suite(.timeLimit(.minutes(5))) struct TokenBucketTests {
  let start = MonotonicInstant.now

  @Test func `a bucket fills at its rate, up to its burst`() {
    var bucket = TokenBucket(rate: 1000, burstOfAtLeast: 1, and: .milliseconds(100), at: start)
    #expect(bucket.available(at: start) == 100)
    bucket.consume(100, at: start)
    #expect(bucket.available(at: start) == 0)
    #expect(bucket.available(at: start + .milliseconds(30)) == 30)
    #expect(bucket.available(at: start + .milliseconds(30.9)) == 30)
    #expect(bucket.available(at: start + .seconds(1_000_000)) == 100)
  }

  @Test func `a debt is paid before more is available`() {
    var bucket = TokenBucket(rate: 1000, burstOfAtLeast: 1, and: .milliseconds(100), at: start)
    bucket.consume(350, at: start)
    #expect(bucket.available(at: start) == -250)
    #expect(bucket.available(at: start + .milliseconds(250)) == 0)
    #expect(bucket.time(of: 10) == start + .milliseconds(260))
    bucket.consume(-50, at: start)
    #expect(bucket.time(of: 10) == start + .milliseconds(210))
  }

  @Test func `a burst has at least the required bytes at a low rate`() {
    let bucket = TokenBucket(rate: 2, burstOfAtLeast: 1, and: .milliseconds(100), at: start)
    #expect(bucket.available(at: start) == 1)
    #expect(bucket.available(at: start + .seconds(10)) == 1)
  }

  @Test(arguments: [Int64.min, -1, 0])
  func `a rate below 1 counts as 1`(rate: Int64) {
    var bucket = TokenBucket(rate: rate, burstOfAtLeast: 1, and: .zero, at: start)
    bucket.consume(1, at: start)
    #expect(bucket.time(of: 1) == start + .seconds(1))
  }

  @Test func `the highest rate and the largest counts do not trap`() {
    var fast = TokenBucket(rate: .max, burstOfAtLeast: .max, and: .seconds(1 << 32), at: start)
    #expect(fast.available(at: start) == .max)
    fast.consume(.max, at: start)
    var slow = TokenBucket(rate: 1, burstOfAtLeast: 1, and: .zero, at: start)
    slow.consume(.max, at: start)
    #expect(slow.available(at: start) < 0)
    slow.consume(.min, at: start)
  }

  /// Random takes of what is available, compared with the integral of the rate.
  @Test(arguments: [1, 7, 1000, 1_000_003, 12_345_678_901] as [Int64])
  func `bytes never exceed the rate and one burst, and reach it`(rate: Int64) {
    var random = SeededGenerator(seed: UInt64(rate))
    var bucket = TokenBucket(rate: rate, burstOfAtLeast: 2, and: .milliseconds(100), at: start)
    let burst = bucket.available(at: start)
    var total = 0
    var time = Duration.zero
    for _ in 0..<10_000 {
      time += .microseconds(Int64.random(in: 0...20_000, using: &random))
      let available = bucket.available(at: start + time)
      #expect(available >= 0)
      bucket.consume(available, at: start + time)
      total += available
      // Microseconds times bytes per second, exactly.
      let allowed = Int(Int128(time / .microseconds(1)) * Int128(rate) / 1_000_000)
      #expect(total <= allowed + burst + 1)
      #expect(total >= allowed - 1)
    }
    #expect(burst == max(2, Int(rate) / 10))
  }

  @Test func `bytes are available at the time that was announced`() {
    for rate in [3, 10, 977, 1_000_003, 999_999_937] as [Int64] {
      var bucket = TokenBucket(rate: rate, burstOfAtLeast: 1, and: .milliseconds(100), at: start)
      var now = start
      let step = max(1, Int(rate) / 20)
      for _ in 0..<1000 {
        #expect(bucket.available(at: now) >= step)
        bucket.consume(bucket.available(at: now), at: now)
        #expect(bucket.available(at: now) == 0)
        now = bucket.time(of: step)
      }
    }
  }
}
