extension Growth.Pump {
  private static let maximumByteCount = 1024

  /// The places where a part of an input may start and end.
  private enum Grain: CaseIterable {
    case bytes, words, lines
  }

  /// Chooses a part of an input: some bytes, words, or lines. What follows it is kept or dropped.
  ///
  /// Half of the parts end where the input goes on as the part starts, such as at the next delimiter of a multipart
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

  /// The call that checks the pump, as code.
  var call: String {
    var arguments = [SwiftLiteral.of(unit)]
    if !start.isEmpty { arguments.append("after: \(SwiftLiteral.of(start))") }
    if !end.isEmpty { arguments.append("before: \(SwiftLiteral.of(end))") }
    return "check.checkGrowth(of: \(arguments.joined(separator: ", ")))"
  }
}
