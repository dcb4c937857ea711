import FoundationEssentials
import SluiceCoding
import SluiceTestSupport
import Testing

/// Encoding and decoding with every combination of reversible strategies.
@Suite(.timeLimit(.minutes(5))) struct QueryRoundTripTests {
  private struct Record: Codable, Equatable {
    var bool: Bool
    var integer: Int
    var wide: Int128?
    var double: Double?
    var optionalText: String?
    var someText: String
    var date: Date
    var data: Data
    var url: URL?
    var list: [Int]
    var texts: [String]
    var gaps: [Int?]
    var table: [String: Int]
    var choice: Choice
    var numbered: [Int: String]
    var inner: [String: Inner]
    /// Elements only if the strategy for arrays can distinguish containers.
    var records: [Inner]
    var lists: [[Int]]
  }

  private struct Inner: Codable, Equatable {
    var required: Int
    var anotherText: String?
    var moreTexts: [String]
  }

  private enum Choice: Codable, Equatable {
    case nothing
    case oneNumber(Int)
    case twoTexts(first: String, second: String)
  }

  private struct Generator {
    var random: SeededGenerator
    let arrays: String
    let nils: Query.Nils

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    mutating func flip() -> Bool { below(2) == 0 }

    /// Returns a text that is not empty and has neither a comma nor a word for nil, which not all strategies read back.
    mutating func text() -> String {
      let pieces = [
        "a", "B", "0", " ", "&", "=", "+", "%", "%41", "é", "e\u{301}", "👩‍👩‍👧‍👦", "日", "\n", "\0", "~*-._", "#?/",
        "\"'",
      ]
      return (0...below(5)).map { _ in pieces[below(pieces.count)] }.joined()
    }

    /// Returns a text that has no dots either, because in a key they belong to the strategies.
    mutating func key() -> String { text().replacing(".", with: "") + "k" }

    mutating func maybe<T>(_ value: T) -> T? { flip() ? value : nil }
    mutating func many<T>(_ make: (inout Generator) -> T, from: Int = 0) -> [T] {
      (0..<from + below(4)).map { _ in make(&self) }
    }

    mutating func inner() -> Inner {
      Inner(required: below(1000), anotherText: flip() ? text() : nil, moreTexts: many { $0.text() })
    }

    mutating func record() -> Record {
      let tellsContainersApart = arrays == "indexed" || arrays == "comma"
      let hasNilElements = nils != .drop && !(arrays == "comma" && nils == .bare)
      return Record(
        bool: flip(), integer: Int(truncatingIfNeeded: random.next()),
        wide: maybe(Int128(truncatingIfNeeded: random.next()) * 1_000_000_007),
        double: maybe(Double(below(1_000_000)) / 977), optionalText: flip() ? text() : nil, someText: text(),
        date: Date(timeIntervalSince1970: Double(below(4_000_000_000))),
        data: Data(many { UInt8($0.below(256)) }),
        url: maybe(URL(string: "https://a.example/é?b=c&d=\(below(9))#f")).flatMap { $0 },
        list: many { $0.below(100) }, texts: many { $0.text() },
        gaps: many { hasNilElements && $0.flip() ? nil : $0.below(100) },
        table: Dictionary(many { ($0.key(), $0.below(100)) }, uniquingKeysWith: { $1 }),
        choice: [.nothing, .oneNumber(below(9)), .twoTexts(first: text(), second: text())][below(3)],
        numbered: Dictionary(many { ($0.below(1_000_000) - 500_000, $0.text()) }, uniquingKeysWith: { $1 }),
        inner: Dictionary(many { ($0.key(), $0.inner()) }, uniquingKeysWith: { $1 }),
        records: tellsContainersApart ? many { $0.inner() } : [],
        lists: tellsContainersApart ? many { $0.many({ $0.below(100) }, from: 1) } : [])
    }
  }

  @Test(
    arguments: ["brackets", "indexed", "repeated", "comma"], ["brackets", "dots"])
  func `a random record is decoded as encoded`(arrays: String, nesting: String) throws {
    let arraysByName: [String: Query.Arrays] = [
      "brackets": .brackets, "indexed": .indexed, "repeated": .repeated, "comma": .comma,
    ]
    var encoder = Query.Encoder()
    encoder.arrays = try #require(arraysByName[arrays])
    encoder.nesting = nesting == "dots" ? .dots : .brackets

    var seed: UInt64 = 0
    for nils in [.drop, .bare, .empty, .literal, .custom("N/A")] as [Query.Nils] {
      for dates in [.iso8601, .secondsSince1970, .millisecondsSince1970] as [Query.Dates] {
        for keys in [.useDefaultKeys, .convertToSnakeCase, .convertToKebabCase]
          as [Query.Encoder.KeyEncodingStrategy]
        {
          for escaping in [.rfc3986, .form, .custom("[]$,;")] as [Query.Escaping] {
            let styles: [(Query.Bools, Query.Encoder.OutputFormatting)] = [
              (.literal, []), (.numeric, .sortedKeys),
            ]
            for (bools, formatting) in styles {
              encoder.nils = nils
              encoder.dateEncodingStrategy = dates
              encoder.keyEncodingStrategy = keys
              encoder.escaping = escaping
              encoder.bools = bools
              encoder.outputFormatting = formatting
              var decoder = Query.Decoder(reading: encoder)
              decoder.isStrict = true

              seed += 1
              var generator = Generator(random: SeededGenerator(seed: seed), arrays: arrays, nils: nils)
              let record = generator.record()
              let query = try encoder.string(for: record)
              #expect(try decoder.decode(Record.self, from: query) == record, "\(query)")
              #expect(try decoder.pairs(from: query) == encoder.pairs(for: record), "\(query)")
            }
          }
        }
      }
    }
  }

  @Test func `random pairs are read back as written`() throws {
    var generator = Generator(random: SeededGenerator(seed: 9), arrays: "", nils: .drop)
    for _ in 0..<300 {
      let pairs = Query.Pairs(
        generator.many({ Query.Pair($0.text(), $0.flip() ? $0.text() : nil) }, from: 1))
      for escaping in [.rfc3986, .form, .custom("!$'()*,;:@=+[]")] as [Query.Escaping] {
        var decoder = Query.Decoder()
        decoder.escaping = escaping
        decoder.isStrict = true
        #expect(try decoder.pairs(from: pairs.string(escaping: escaping)) == pairs)
      }
    }
  }
}
