package import FoundationEssentials

/// Dates in header fields (RFC 9110 §5.6.7).
package enum HTTPDate {
  /// The date that `Sun, 06 Nov 1994 08:49:37 GMT` names. Nil for any other text, the two obsolete forms among them, where
  /// there is no such day, and for a leap second, which a `Date` cannot name. The day's name is not compared with the date.
  package static func date(_ text: some StringProtocol) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count == 29, days.contains(where: { bytes.starts(with: $0.utf8) }),
      bytes[3...4].elementsEqual(", ".utf8), bytes[7] == blank, bytes[11] == blank, bytes[16] == blank,
      bytes[25...].elementsEqual(" GMT".utf8),
      let month = months.firstIndex(where: { bytes[8...10].elementsEqual($0.utf8) })
    else { return nil }
    // What is left to be checked, the other syntax knows.
    let words = [bytes[12...15], bytes[5...6], bytes[17...24]].map { String(decoding: $0, as: UTF8.self) }
    return InternetDate.date("\(words[0])-\(month < 9 ? "0" : "")\(month + 1)-\(words[1])T\(words[2])Z")
  }

  private static let blank = UInt8(ascii: " ")
  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
