import FoundationEssentials

/// The seed of tests that take other random steps in each run: the value of the environment variable `SLUICE_SEED`, or
/// a random number. A test has it as an argument, which is printed if the test fails.
package let seedOfThisRun: UInt64 =
  ProcessInfo.processInfo.environment["SLUICE_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...(.max))

/// A generator of random numbers that depend only on a seed (SplitMix64), so that a failing test can be repeated.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Returns `count` random bytes that are the same in every run, at most 4 MiB.
package func sampleBytes(_ count: Int) -> [UInt8] {
  Array(sample[..<count])
}

private let sample: [UInt8] = {
  var generator = SeededGenerator(seed: 0)
  return generator.bytes(4 << 20)
}()
