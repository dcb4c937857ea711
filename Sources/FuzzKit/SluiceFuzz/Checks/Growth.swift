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
            "the work is not linear: \(WorkTime(before)) for \(count / 4) bytes, \(WorkTime(now)) for "
              + "\(count), \(WorkTime(twice)) for \(count * 2)")
        }
      }
      if now > minimumTime, now / 5 > before { limit = 131_072 }
      before = now
    }
  }

  private static let minimumTime = 4_000_000
  /// The number of bytes that are parsed at most.
  static let maximumByteCount = 3 * (2048 + 8192 + 2 * 32_768 + 65_536 + 131_072 + 262_144)
}

extension Growth.Pump {
  private static let maximumByteCount = 1024

  /// The places where a part of an input may start and end.
  private enum Grain: CaseIterable {
    case bytes, words, lines
  }

  /// Chooses a part of an input: some bytes, words, or lines. What follows it is kept or dropped.
  ///
  /// Half of the parts end where the input continues as the part starts, such as at the next delimiter of a multipart
  /// body or the next comma of an array, so that a parser accepts many of them in a row.
  ///
  /// The result is `nil` if the input is empty or longer than 1024 bytes.
  init?(of bytes: [UInt8], using generator: inout some RandomNumberGenerator) {
    guard 1...Self.maximumByteCount ~= bytes.count,
      let grain = Grain.allCases.randomElement(using: &generator)
    else {
      return nil
    }
    let places = Self.places(in: bytes, grain)
    let first = Int.random(in: 0..<places.count - 1, using: &generator)
    let next = Bool.random(using: &generator) ? Self.nextLikeness(of: places[first], in: bytes, places) : nil
    let last = next ?? Int.random(in: first + 1...min(first + 4, places.count - 1), using: &generator)
    let keepsEnd = Bool.random(using: &generator)
    self.init(
      start: Array(bytes[..<places[first]]), unit: Array(bytes[places[first]..<places[last]]),
      end: keepsEnd ? Array(bytes[places[last]...]) : [])
  }

  /// Returns the index of the next place that has the same two bytes after it, or `nil` if no place has.
  private static func nextLikeness(of start: Int, in bytes: [UInt8], _ places: [Int]) -> Int? {
    let pattern = bytes[start...].prefix(2)
    return places.firstIndex { $0 > start && bytes[$0...].starts(with: pattern) }
  }

  /// Returns the places between the grains, with those before the first byte and after the last one.
  private static func places(in bytes: [UInt8], _ grain: Grain) -> [Int] {
    var places = [0]
    for index in bytes.indices.dropFirst() {
      let isPlace =
        switch grain {
        case .bytes: true
        case .words: !isLetter(bytes[index]) || !isLetter(bytes[index - 1])
        case .lines: bytes[index - 1] == UInt8(ascii: "\n")
        }
      if isPlace { places.append(index) }
    }
    return places + [bytes.count]
  }

  /// Whether a byte is an ASCII letter or digit, or not ASCII.
  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
      true
    default: false
    }
  }

  /// Chooses a part of an input for one of `interval` inputs. The same input always has the same result.
  init?(of bytes: [UInt8], oneIn interval: UInt64) {
    let seed = FNV1a.hash(of: bytes.prefix(Self.maximumByteCount))
    guard seed >> 32 % interval == 0 else { return nil }
    var generator = SeededGenerator(seed: seed)
    self.init(of: bytes, using: &generator)
  }
}
