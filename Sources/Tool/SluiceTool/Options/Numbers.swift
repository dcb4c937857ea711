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
