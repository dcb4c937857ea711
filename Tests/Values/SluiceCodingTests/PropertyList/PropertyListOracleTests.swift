import FoundationEssentials
import SluiceCoding
import SluiceTestSupport
import Testing

/// Generated property lists, read back and sent through Python's and Foundation's implementations.
@Suite(.timeLimit(.minutes(5))) struct PropertyListOracleTests {
  @Test(arguments: PropertyList.Format.allCases)
  func `generated property lists are read back as written`(format: PropertyList.Format) throws {
    for seed in 0..<80 as Range<UInt64> {
      var generator = PropertyListGenerator(seed: seed)
      let value = generator.root()
      let bytes = try PropertyList.write(value, format)
      #expect(try PropertyList.read(bytes) == value, "seed \(seed)")
    }
  }

  /// Python's XML has no UIDs.
  @Test(
    .enabled(if: ScriptOracle.python3.isInstalled),
    arguments: [(.xml, .binary), (.binary, .xml), (.binary, .binary)]
      as [(PropertyList.Format, PropertyList.Format)])
  func `Python reads and writes the same values`(input: PropertyList.Format, output: PropertyList.Format)
    throws
  {
    let values = (0..<40 as Range<UInt64>).map { seed -> Plist in
      var generator = PropertyListGenerator(seed: 1000 + seed, hasUIDs: input == output)
      return output == .xml ? generator.root().withoutCarriageReturns : generator.root()
    }
    let documents = try values.map { Data(try PropertyList.write($0, input)) }
    let answers: [String] = try ScriptOracle.python3.run(
      """
      import base64, json, plistlib
      def convert(text):
          value = plistlib.loads(base64.b64decode(text))
          document = plistlib.dumps(value, fmt=plistlib.FMT_\("\(output)".uppercased()), sort_keys=False)
          return base64.b64encode(document).decode()
      print(json.dumps([convert(text) for text in input]))
      """, input: documents)
    #expect(answers.count == values.count)
    for (value, answer) in zip(values, answers) {
      let bytes = Array(try #require(Data(base64Encoded: answer)))
      #expect(try PropertyList.read(bytes).canonical == value.canonical)
    }
  }

  @Test(arguments: PropertyList.Format.allCases)
  func `Foundation reads and writes the same values`(format: PropertyList.Format) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format == .xml ? .xml : .binary
    for seed in 2000..<2040 as Range<UInt64> {
      var generator = PropertyListGenerator(seed: seed, hasUIDs: false)
      let value = generator.root().withoutCarriageReturns.asFoundationSeesIt
      let ours = try PropertyList.write(value, format, sortsKeys: true)
      #expect(try PropertyListDecoder().decode(Plist.self, from: Data(ours)).canonical == value.canonical)
      let theirs = Array(try encoder.encode(value))
      #expect(try PropertyList.read(theirs).canonical == value.canonical)
      if format == .xml {
        #expect(String(decoding: theirs, as: UTF8.self) == String(decoding: ours, as: UTF8.self))
      }
    }
  }

  fileprivate static let integers = Int128(Int64.min)...Int128(UInt64.max)

  // MARK: Damage

  private static func sample(_ format: PropertyList.Format) throws -> [UInt8] {
    let value: Plist = [
      "text": ["a&b", "é😀", "a&b"], "numbers": [1, -1, 300, 18_446_744_073_709_551_615, 0.5],
      "date": .date(Date(timeIntervalSinceReferenceDate: 1)), "data": .data(Data([1, 2, 3])), "uid": .uid(1),
      "empty": [[], [:], true, false], "long": .string(String(repeating: "x", count: 20)),
    ]
    return try PropertyList.write(value, format)
  }

  private enum Outcome { case value, refused, other }

  private static func outcome(_ bytes: [UInt8]) -> Outcome {
    do {
      _ = try PropertyList.read(bytes)
      return .value
    } catch DecodingError.dataCorrupted(let context) where context.underlyingError is PropertyList.Error {
      return .refused
    } catch {
      return .other
    }
  }

  @Test(arguments: PropertyList.Format.allCases)
  func `a document cut at any byte is refused`(format: PropertyList.Format) throws {
    let sample = try Self.sample(format)
    // The last line feed may be missing.
    let whole = format == .xml ? sample.count - 1 : sample.count
    for count in 0..<whole {
      #expect(Self.outcome(Array(sample[..<count])) == .refused, "\(count)")
    }
  }

  @Test(arguments: PropertyList.Format.allCases)
  func `a document with a changed bit is refused or read, and never traps`(format: PropertyList.Format) throws
  {
    let sample = try Self.sample(format)
    var refused = 0
    for position in sample.indices {
      for bit in 0..<8 {
        var bytes = sample
        bytes[position] ^= 1 << bit
        let outcome = Self.outcome(bytes)
        #expect(outcome != .other, "\(position), bit \(bit)")
        if outcome == .refused { refused += 1 }
      }
    }
    #expect(refused > sample.count * 2)
  }

  @Test func `a randomly damaged document is refused or read, and never traps`() throws {
    var random = SeededGenerator(seed: 3)
    for format in PropertyList.Format.allCases {
      let sample = try Self.sample(format)
      for _ in 0..<1000 {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let position = Int.random(in: bytes.indices, using: &random)
          bytes[position] =
            [UInt8.random(in: 0...255, using: &random), 0, 0xFF, bytes[position] &+ 1].randomElement(
              using: &random) ?? 0
        }
        #expect(Self.outcome(bytes) != .other)
      }
    }
  }
}

extension Plist {
  /// The value with another character for each carriage return, because other writers do not escape it and XML
  /// then reads it as a line feed.
  fileprivate var withoutCarriageReturns: Plist {
    func replaced(_ text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\r" ? "\u{2016}" : $0 }))
    }
    return switch self {
    case .string(let text): .string(replaced(text))
    case .array(let elements): .array(elements.map(\.withoutCarriageReturns))
    case .dictionary(let members):
      .dictionary(members.map { Member(replaced($0.key), $0.value.withoutCarriageReturns) })
    default: self
    }
  }

  /// The value as Foundation reads it: Foundation compares texts by canonical equivalence, reads dates before 1582
  /// as Julian ones, and reads a whole number as an integer if a value tries an integer first.
  fileprivate var asFoundationSeesIt: Plist {
    func composed(_ text: String) -> String { String(text.unicodeScalars.filter { $0 != "\u{301}" }) }
    switch self {
    case .string(let text): return .string(composed(text))
    case .real(let real):
      guard let integer = Int128(exactly: real), PropertyListOracleTests.integers.contains(integer) else {
        return self
      }
      return .integer(integer)
    case .date(let date): return .date(max(date, Date(timeIntervalSince1970: -12_000_000_000)))
    case .array(let elements): return .array(elements.map(\.asFoundationSeesIt))
    case .dictionary(let members):
      let members = members.map { (composed($0.key), $0.value.asFoundationSeesIt) }
      return .dictionary(Dictionary(members, uniquingKeysWith: { $1 }).map { Member($0.key, $0.value) })
    default: return self
    }
  }
}
