import Foundation

/// Prints a figure with its bar, and returns whether the bar is met.
func report(_ name: String, _ figure: String, bar: String, isMet: Bool) -> Bool {
  print(isMet ? "  ok  " : "  OVER", "\(name): \(figure), bar \(bar)")
  return isMet
}

func median(_ values: [Double]) -> Double {
  values.isEmpty ? 0 : values.sorted()[values.count / 2]
}

func rounded(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }
