import SluiceFuzz

/// A target whose bug is guarded by three comparisons, so that a fuzzer without instrumentation does not find it by
/// chance.
///
/// An instrumented build finds the bug in seconds. A build that does not find it is blind and is rejected.
enum Canary {
  static let name = "canary"
  static let target = FuzzTarget(name) { input in
    if isCat(input.rest()) { throw PlantedBug() }
  }

  private struct PlantedBug: Error {}

  // An optimizer merges the three comparisons into one, which shows a fuzzer no progress until all of it is right.
  @_optimize(none)
  private static func isCat(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 3 else { return false }
    guard bytes[0] == UInt8(ascii: "c") else { return false }
    guard bytes[1] == UInt8(ascii: "a") else { return false }
    guard bytes[2] == UInt8(ascii: "t") else { return false }
    return true
  }
}
