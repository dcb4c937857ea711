import SluiceFuzzing

/// A target with a bug planted behind three comparisons, which no fuzzer finds by chance. One whose build is instrumented
/// finds it in seconds; a build that does not find it is blind, and is refused.
enum Canary {
  static let name = "canary"
  static let target = FuzzTarget(name) { bytes in
    if isCat(bytes) { throw PlantedBug() }
  }

  private struct PlantedBug: Error {}

  // An optimiser makes one comparison of the three, which tells a fuzzer nothing until all of it is right.
  @_optimize(none)
  private static func isCat(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 3 else { return false }
    guard bytes[0] == UInt8(ascii: "c") else { return false }
    guard bytes[1] == UInt8(ascii: "a") else { return false }
    guard bytes[2] == UInt8(ascii: "t") else { return false }
    return true
  }
}
