internal import Glibc
internal import SluiceBody

/// The moving average of a rate, in which older times weigh exponentially less.
///
/// Each interval has one rate `r`. With the window of 3 s, an interval of `t` seconds changes the sums by its weight
/// `w = 1 - exp(-t / 3)`:
///
/// ```
///  sum     ◄── sum × (1 - w) + r × w          The weights of all intervals, and of the time before the first one,
///  weight  ◄── weight × (1 - w) + w           add up to 1, so `sum / weight` is an average from the start.
/// ```
struct SmoothedRate {
  /// The time in seconds after which the weight of an interval has decreased to 1/e.
  private static let window = 3.0
  /// The weight of 100 ms. A shorter time shows how fast buffers are filled, and not how fast bytes are transferred.
  private static let minimumWeight = -expm1(-0.1 / window)

  private var sum = 0.0
  private var weight = 0.0
  /// The start of the current interval, or `nil` if the next count begins one.
  private var start: (count: Int64, time: MonotonicInstant)?

  /// The average in bytes per second, or `nil` until 100 ms have been measured.
  var bytesPerSecond: Double? { weight >= Self.minimumWeight ? sum / weight : nil }

  /// Adds the number of bytes that have been transferred at a time.
  mutating func update(_ count: Int64, at time: MonotonicInstant) {
    guard let start else { return self.start = (count, time) }
    let interval = (time - start.time).components
    let seconds = Double(interval.seconds) + Double(interval.attoseconds) * 1e-18
    guard seconds > 0 else { return }
    self.start = (count, time)
    let share = -expm1(-seconds / Self.window)
    sum += share * (Double(count - start.count) / seconds - sum)
    weight += share * (1 - weight)
  }

  /// Leaves out the time until the next count.
  mutating func interrupt() { start = nil }
}
