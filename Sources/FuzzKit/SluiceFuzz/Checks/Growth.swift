/// Whether the work of a parser grows in proportion to its input, measured with one part of an input repeated.
enum Growth {
  /// A part that is repeated between a start and an end.
  struct Pump {
    var start: [UInt8]
    var unit: [UInt8]
    var end: [UInt8]

    /// Returns an input of about `count` bytes.
    ///
    /// - Complexity: O(`count`).
    func input(of count: Int) -> [UInt8] {
      let room = max(unit.count, count - start.count - end.count)
      var units = unit
      while units.count * 2 <= room, !units.isEmpty { units += units }
      return start + units + units.prefix(room - units.count) + end
    }
  }

  /// Parses inputs of 2, 8, and 32 KiB. If four times the bytes take more than eight times the processor time, twice
  /// the bytes must take less than three times the time.
  ///
  /// If they take more than five times the time, 128 KiB are parsed, too, since work that is quadratic is hidden by
  /// linear work while inputs are short.
  ///
  /// The smallest of three times counts. Times of less than 4 ms are not compared.
  ///
  /// - Throws: `BrokenProperty` if the work grows faster than that.
  static func check(_ pump: Pump, parse: ([UInt8]) -> Void) throws(BrokenProperty) {
    func time(of count: Int) -> Int {
      let input = pump.input(of: count)
      var shortest = Int.max
      for _ in 0..<3 {
        let start = ThreadClock.nanoseconds
        parse(input)
        shortest = min(shortest, ThreadClock.nanoseconds - start)
        // A short time is not compared, and a long one is not caused by chance.
        if shortest < minimumTime || shortest > 500_000_000 { break }
      }
      return max(1, shortest)
    }

    // Most parsers are done after these two.
    var (count, before) = (2048, time(of: 2048))
    if before < 1_000_000, time(of: 32_768) < minimumTime { return }
    var limit = 32_768
    while count < limit {
      count *= 4
      let now = time(of: count)
      if now > minimumTime, now / 8 > before {
        let twice = time(of: count * 2)
        if twice / 3 > now {
          throw BrokenProperty(
            "the work is not linear: \(milliseconds(before)) ms for \(count / 4) bytes, \(milliseconds(now)) ms for "
              + "\(count), \(milliseconds(twice)) ms for \(count * 2)")
        }
      }
      if now > minimumTime, now / 5 > before { limit = 131_072 }
      before = now
    }
  }

  private static let minimumTime = 4_000_000
  /// The number of bytes that are parsed at most.
  static let maximumByteCount = 3 * (2048 + 8192 + 2 * 32_768 + 65_536 + 131_072 + 262_144)

  private static func milliseconds(_ nanoseconds: Int) -> String {
    let tenths = (nanoseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}
