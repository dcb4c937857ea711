import FoundationEssentials
import SluiceJSON
import SluiceSupport
import SluiceTestSupport
import Testing

/// Large and hostile documents, for which quadratic work would take minutes.
@Suite(.timeLimit(.minutes(2))) struct JSONScaleTests {
  private static let wide = "{" + (0..<50_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}"

  @Test func `an object of 50,000 members is read in any order`() throws {
    struct Reversed: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyCodingKey.self)
        for number in (0..<50_000).reversed() {
          #expect(try container.decode(Int.self, forKey: AnyCodingKey(stringValue: "key\(number)")) == number)
          #expect(!container.contains(AnyCodingKey(stringValue: "missing\(number)")))
        }
      }
    }
    _ = try JSON.Decoder().decode(Reversed.self, from: Self.wide)
    let table = try JSON.Decoder().decode([String: Int].self, from: Self.wide)
    #expect(table.count == 50_000 && table["key49999"] == 49_999)
    #expect(try JSON.Decoder().decode([String: Int].self, from: JSON.Encoder().encode(table)) == table)
  }

  @Test func `an object of 50,000 members is written with a repeated key`() throws {
    struct Wide: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        for number in 0..<50_000 {
          try container.encode(number, forKey: AnyCodingKey(stringValue: "key\(number)"))
        }
        try container.encode("last", forKey: AnyCodingKey(stringValue: "key0"))
      }
    }
    let text = try JSON.Encoder().string(for: Wide())
    #expect(text.hasPrefix("{\"key0\":\"last\",\"key1\":1,"))
    #expect(text.hasSuffix(",\"key49999\":49999}"))
  }

  @Test func `a duplicate is found among 50,000 keys`() throws {
    _ = try JSON.Value(parsing: Self.wide, duplicateKeys: .refuse)
    let text = Self.wide.dropLast() + ",\"key7\":1}"
    #expect(throws: JSON.SyntaxError.self) { try JSON.Value(parsing: String(text), duplicateKeys: .refuse) }
    #expect(try JSON.Decoder().decode([String: Int].self, from: String(text))["key7"] == 7)
  }

  /// A type that tries one form after the other gets an error, with a path, for every element.
  @Test func `errors of 20,000 elements take linear time`() throws {
    enum Either: Decodable {
      case number(Int)
      case text(String)
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
          self = .number(try container.decode(Int.self))
        } catch DecodingError.typeMismatch(_, let context) {
          #expect(context.codingPath.count == 1)
          self = .text(try container.decode(String.self))
        }
      }
    }
    let text = "[" + repeatElement("\"x\"", count: 20_000).joined(separator: ",") + "]"
    #expect(try JSON.Decoder().decode([Either].self, from: text).count == 20_000)
  }

  @Test func `a long string is read and written`() throws {
    let text = String(repeating: "abcdefgh\"é/\n", count: 400_000)
    let bytes = try JSON.Encoder().encode([text])
    #expect(
      try JSON.Decoder().decode([String].self, from: bytes).map { Array($0.utf8) } == [Array(text.utf8)])
    // Longer than a word of the tape can represent.
    let plain = String(repeating: "0123456789abcdef", count: 1_200_000)
    let value = try JSON.Value(parsing: "[\"\(plain)\",1]")
    #expect(value[0]?.string?.utf8.count == plain.utf8.count)
    #expect(value[1]?.int == 1)
  }

  @Test func `long runs of combining marks take linear time`() throws {
    let marks = String(repeating: "\u{301}\u{327}", count: 100_000)
    struct One: Decodable { var a: Int }
    #expect(try JSON.Decoder().decode(One.self, from: "{\"\(marks)\":0,\"\(marks)a\":1,\"a\":2}").a == 2)
    let value = try JSON.Value(parsing: "{\"\(marks)\":0,\"a\":2}")
    #expect(value["a"]?.int == 2)
    #expect(value.bytes(formatting: .sortedKeys).count == value.bytes().count)
  }

  @Test func `100,000 open brackets are an error`() {
    for bracket in ["[", "{\"a\":", "[{\"a\":"] {
      let text = String(repeating: bracket, count: 100_000)
      #expect(throws: DecodingError.self) { try JSON.Decoder().decode(JSON.Value.self, from: text) }
      #expect(throws: JSON.SyntaxError.self) { try JSON.Value(parsing: text, maximumDepth: .max) }
    }
  }

  /// Random bytes, and documents with random changes.
  @Test func `random changes never trap, and an accepted document can be written`() throws {
    struct Record: Codable {
      var a: Int?
      var b: [String]?
      var c: [String: Double]?
      var key: [Record]?
    }
    var generator = SeededGenerator(seed: 30)
    for _ in 0..<3000 {
      var bytes = Array(RandomJSON.document(depth: 4, using: &generator).utf8)
      for _ in 0..<Int.random(in: 0...4, using: &generator) where !bytes.isEmpty {
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[position] = UInt8.random(in: 0...255, using: &generator)
      }
      if let value = try? JSON.Value(parsing: bytes) {
        #expect(try JSON.Value(parsing: value.bytes()) == value)
      }
      _ = try? JSON.Decoder().decode(Record.self, from: bytes)
      _ = try? JSON.Decoder().decode([String: JSON.Value].self, from: bytes)
      _ = try? JSON.Value(parsing: generator.bytes(20))
    }
  }
}
