internal import SluiceBody

/// The turns of exchanges that share a rate in one direction.
///
/// An exchange that requests many bytes gets them slice by slice, and moves to the end of the queue after each slice,
/// so all exchanges that wait get the same rate. It has its turn when all of its bytes have been taken from the bucket.
/// With slices of 1000 bytes:
///
/// ```
/// take(2500, for: 1), take(800, for: 2)    queue 1: 2500, 2: 800
/// serve, with 1000 bytes available         queue 2: 800, 1: 1500
/// serve, with 1000 bytes available         queue 1: 1500           2 has its turn
/// ```
struct RateQueue {
  /// The number of bytes of a slice: those of 10 ms, but at least 1 KiB if the rate allows that in a second.
  let sliceByteCount: Int
  private var bucket: TokenBucket
  private var order = Fifo<Int>()
  /// The exchange that is served next, or `nil` if it is the first in `order`.
  private var first: Int?
  /// The number of bytes that each waiting exchange still needs.
  private var needs: [Int: Int] = [:]

  init(rate: Int64, at now: MonotonicInstant) {
    sliceByteCount = Int(clamping: max(rate / 100, min(rate, 1024), 1))
    bucket = TokenBucket(
      rate: rate, burstOfAtLeast: sliceByteCount, and: .milliseconds(100), at: now)
    // A session begins without a burst.
    bucket.consume(bucket.available(at: now) - sliceByteCount, at: now)
  }

  /// Takes bytes, or makes an exchange wait that is not waiting yet.
  ///
  /// - Returns: Whether the exchange has its turn at once.
  mutating func take(_ count: Int, for id: Int, at now: MonotonicInstant) -> Bool {
    if needs.isEmpty, bucket.available(at: now) >= count {
      bucket.consume(count, at: now)
      return true
    }
    needs[id] = count
    order.append(id)
    return false
  }

  /// Corrects the number of bytes that were taken, which may be wrong in both directions.
  mutating func correct(by count: Int, at now: MonotonicInstant) { bucket.consume(count, at: now) }

  /// Removes an exchange if it waits.
  mutating func remove(_ id: Int) { needs[id] = nil }

  /// The time at which ``serve(at:)`` should be called, or `nil` if no exchange waits.
  var next: MonotonicInstant? {
    needs.isEmpty ? nil : bucket.time(of: first.flatMap { needs[$0] }.map { min($0, sliceByteCount) } ?? 1)
  }

  /// Returns the exchanges that have their turns now.
  ///
  /// - Complexity: O(*n*) for *n* slices.
  mutating func serve(at now: MonotonicInstant) -> [Int] {
    var served: [Int] = []
    while let id = first ?? order.popFirst() {
      first = nil
      guard let need = needs[id] else { continue }
      let slice = min(need, sliceByteCount)
      guard bucket.available(at: now) >= slice else {
        first = id
        break
      }
      bucket.consume(slice, at: now)
      if need > slice {
        needs[id] = need - slice
        order.append(id)
      } else {
        needs[id] = nil
        served.append(id)
      }
    }
    return served
  }
}
