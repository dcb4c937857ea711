internal import ArgumentParser

/// The numbers of parts or segments: `7`, or `1-200`.
struct Numbers: ExpressibleByArgument {
  let range: ClosedRange<Int>

  init?(argument: String) {
    let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { text in
      text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ? Int(text) : nil
    }
    guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil, 1 <= first,
      first <= last
    else { return nil }
    range = first...last
  }
}

/// A number of bytes, possibly with a unit: `1000`, `64K`, `64M` or `5G`. Each unit is 1024 times the previous one.
/// Its case does not matter.
package struct ByteSize: ExpressibleByArgument {
  package let byteCount: Int64

  /// The number of bytes as an `Int`. On a processor with 32 bits, larger sizes are its maximum.
  var count: Int { Int(clamping: byteCount) }

  /// The size as a limit: `nil` for 0, which means none.
  var limit: Int64? { byteCount == 0 ? nil : byteCount }

  package init(_ byteCount: Int64) { self.byteCount = byteCount }

  package var defaultValueDescription: String {
    let units: [(String, Int64)] = [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)]
    let unit = units.first { byteCount > 0 && byteCount % $0.1 == 0 }
    return unit.map { "\(byteCount / $0.1)\($0.0)" } ?? "\(byteCount)"
  }

  package init?(argument: String) {
    let units: [String: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = argument.last.flatMap { units[$0.uppercased()] }
    let digits = unit == nil ? argument[...] : argument.dropLast()
    guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let number = Int64(digits)
    else { return nil }
    let (byteCount, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    if overflow { return nil }
    self.byteCount = byteCount
  }
}
