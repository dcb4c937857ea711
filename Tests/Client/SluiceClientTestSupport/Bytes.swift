/// Returns bytes that repeat only after a prime number, so that a displacement shows, with another start for each seed.
package func patternedBytes(_ count: Int, seed: Int = 0) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count)
  var start = seed * 257 % pattern.count
  while bytes.count < count {
    bytes += pattern[start..<min(pattern.count, start + count - bytes.count)]
    start = 0
  }
  return bytes
}

/// Pseudorandom bytes, whose number is prime.
private let pattern: [UInt8] = {
  var state: UInt32 = 1
  return (0..<65_521).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(truncatingIfNeeded: state >> 24)
  }
}()
