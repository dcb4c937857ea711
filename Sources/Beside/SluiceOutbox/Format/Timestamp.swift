package import FoundationEssentials

/// A time of the system's clock, in whole milliseconds since 1970.
package struct Timestamp: Hashable, Comparable, Codable, Sendable {
  /// The number, from 0 to 2⁵³ − 1, which is in the year 287396.
  let number: Int64

  private static let range: ClosedRange<Int64> = 0...(1 << 53 - 1)

  /// Creates a time, or the closest possible one if the number is out of range.
  package init(_ number: Int64) {
    self.number = min(max(number, Self.range.lowerBound), Self.range.upperBound)
  }

  /// The current time.
  static var now: Timestamp { Timestamp(Date()) }

  init(_ date: Date) {
    let number = date.timeIntervalSince1970 * 1000
    self.init(number.isFinite && abs(number) < 0x1p60 ? Int64(number) : 0)
  }

  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int64.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.number < right.number }

  /// Returns the time after a duration, or the last possible time if it is earlier.
  static func + (time: Timestamp, duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    let milliseconds = min(max(seconds, -(1 << 43)), 1 << 43) * 1000 + attoseconds / 1_000_000_000_000_000
    return Timestamp(time.number + milliseconds)
  }

  /// Returns the duration from an earlier time, which is negative for a later one.
  static func - (end: Timestamp, start: Timestamp) -> Duration {
    .milliseconds(end.number - start.number)
  }

  package var date: Date { Date(timeIntervalSince1970: Double(number) / 1000) }
}
