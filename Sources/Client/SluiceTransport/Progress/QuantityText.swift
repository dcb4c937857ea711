/// Numbers with units, as people read them.
package enum QuantityText {
  /// Returns a number of bytes with a unit, such as `3.9 GiB`.
  package static func bytes(_ bytes: Int64) -> String {
    var value = Double(bytes)
    var unit = "B"
    // Compares the rounded value, so that 1023.96 KiB becomes 1.0 MiB instead of 1024.0 KiB.
    for larger in ["KiB", "MiB", "GiB", "TiB"] where (value * 10).rounded() >= 10_240 {
      value /= 1024
      unit = larger
    }
    return unit == "B" ? "\(bytes) B" : "\(decimal(value, places: 1)) \(unit)"
  }

  /// Returns a duration, rounded up to seconds, such as `1:05` or `2:00:00`.
  package static func seconds(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 359_999).rounded(.up))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return whole < 3600
      ? "\(whole / 60):\(two(whole % 60))" : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }

  /// Returns a non-negative number with a fixed number of decimal places, at least one.
  package static func decimal(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((value * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
  }
}
