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
package struct ByteSize: ExpressibleByArgument {
  package let byteCount: Int64

  package init?(argument: String) {
    let units: [Character: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = argument.last.flatMap { units[$0] }
    let digits = unit == nil ? argument[...] : argument.dropLast()
    guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let number = Int64(digits)
    else { return nil }
    let (byteCount, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    if overflow { return nil }
    self.byteCount = byteCount
  }
}
