package import FoundationEssentials

/// A date in a header field (RFC 9110 §5.6.7).
package struct HTTPDate: Sendable {
  /// The date.
  package let date: Date

  /// Parses a date.
  ///
  /// The form is `Sun, 06 Nov 1994 08:49:37 GMT` or one of two obsolete ones, `Sunday, 06-Nov-94 08:49:37 GMT` and
  /// `Sun Nov  6 08:49:37 1994`. Years of two digits are those from 1970 to 2069. The name of the day is not compared
  /// with the date, and the number of blanks between two parts is not checked.
  ///
  /// The result is `nil` if the text has another form, if the day does not exist, or for a leap second, which a `Date`
  /// cannot represent.
  package init?(_ text: some StringProtocol) {
    guard let date = Self.date(text) else { return nil }
    self.date = date
  }

  /// Creates the date of a whole second.
  ///
  /// - Parameter seconds: The number of seconds since 1970.
  package init(secondsSince1970 seconds: Int64) {
    date = Date(timeIntervalSince1970: Double(seconds))
  }

  private static func date(_ text: some StringProtocol) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count <= 40 else { return nil }
    let isCurrent = bytes.count > 3 && bytes[3] == UInt8(ascii: ",")
    var words = bytes.split { $0 == UInt8(ascii: " ") }.map { String(decoding: $0, as: UTF8.self) }
    guard let day = words.first else { return nil }
    words.removeFirst()
    switch (isCurrent, words.count) {
    case (true, 5) where days.contains { day == $0.prefix(3) + "," } && words[4] == "GMT":
      return date(words[0], words[1], words[2], words[3])
    case (false, 3) where days.contains { day == $0 + "," } && words[2] == "GMT":
      let parts = words[0].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3, parts[2].utf8.count == 2 else { return nil }
      return date(parts[0], parts[1], (parts[2] < "70" ? "20" : "19") + parts[2], words[1])
    case (false, 4) where days.contains { day == $0.prefix(3) }:
      return date(words[1].utf8.count == 1 ? "0" + words[1] : words[1], words[0], words[3], words[2])
    default: return nil
    }
  }

  /// Returns the date with these parts. Everything that is not checked here is checked by ``InternetDate``.
  private static func date(_ day: String, _ month: String, _ year: String, _ time: String) -> Date? {
    guard let month = months.firstIndex(of: month), day.utf8.count == 2, year.utf8.count == 4,
      time.utf8.count == 8
    else { return nil }
    return InternetDate.date("\(year)-\(month < 9 ? "0" : "")\(month + 1)-\(day)T\(time)Z")
  }

  private static let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}

extension HTTPDate {
  /// The date as text, such as `Sun, 06 Nov 1994 08:49:37 GMT`, or `nil` outside the years 0000 to 9999.
  package var text: String? {
    guard let text = InternetDate.text(date) else { return nil }
    // `1994-11-06T08:49:37Z`
    let parts = text.split { "-TZ".contains($0) }
    guard parts.count == 4, let month = Int(parts[1]) else { return nil }
    // 1970 began on a Thursday.
    let days = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
    let weekday = Self.days[((days + 3) % 7 + 7) % 7].prefix(3)
    return "\(weekday), \(parts[2]) \(Self.months[month - 1]) \(parts[0]) \(parts[3]) GMT"
  }
}
