extension Int64 {
  /// Returns the sum of two byte counts, or `nil` if it has more than 63 bits.
  package static func sum(_ count: Int64, _ other: Int64) -> Int64? {
    let (sum, overflow) = count.addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  /// Returns the sum of byte counts, which may be the claims of a peer, or `nil` if it has more than 63 bits.
  package static func sum(of counts: some Sequence<Int64>) -> Int64? {
    var sum: Int64 = 0
    for count in counts {
      let (next, overflow) = sum.addingReportingOverflow(count)
      if overflow { return nil }
      sum = next
    }
    return sum
  }
}
