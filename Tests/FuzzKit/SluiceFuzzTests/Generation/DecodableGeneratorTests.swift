import FoundationEssentials
import SluiceFuzz
import Testing

@Suite(.timeLimit(.minutes(1))) struct DecodableGeneratorTests {
  private struct Refusal: Error {}

  private struct Plain: Decodable {
    let id: Int
    let small: UInt8
    let big: UInt64
    let price: Double
    let ratio: Float
    let name: String
    let isOn: Bool
    let note: String?
    let list: [Int?]
    let set: Set<String>
  }

  private struct Nested: Decodable {
    struct Inner: Decodable {
      let plain: [Plain]
      let byName: [String: Plain]
      let byNumber: [Int: String]
    }
    let inner: Inner
    let other: Inner?
  }

  private enum Color: String, Decodable, Hashable { case red, green, blue = "BLUE" }
  private enum Level: Int, Decodable, CaseIterable { case low = -7, high = 1000 }
  private enum Shape: Decodable {
    case circle(radius: Double)
    case square(Int, color: Color)
    case none
  }
  private enum Single: Decodable { case only(Int) }
  private struct Enumerations: Decodable {
    let color: Color
    let level: Level
    let shape: Shape
    let shapes: [Shape]
    let single: Single
    let byColor: [Color: Int]
  }

  private enum Named: String, Decodable, CodingKeyRepresentable { case first, second = "2nd" }
  private struct Dictionaries: Decodable {
    let named: [Named: Int]
    let nested: [String: [String: [Int]]]
  }

  private final class Node: Decodable {
    let value: Int
    let next: Node?
    let children: [Node]
  }
  private indirect enum Tree: Decodable {
    case branch(Tree, Tree)
    case leaf(Int)
  }

  private struct Dates: Decodable {
    let date: Date
    let data: Data
    let url: URL
    let link: URL?
    let uuid: UUID
    let amount: Decimal
    let dates: [Date]
  }

  /// Members that `init(from:)` checks.
  private struct Checked: Decodable {
    struct Month: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try container.decode(Int.self)
        guard (1...12).contains(number) else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "no month")
        }
      }
    }
    struct Mail: Decodable {
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard text.contains("@") else { throw Refusal() }
      }
    }
    private enum Key: CodingKey { case start, end, version }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let (start, end) = (
        try container.decode(Int.self, forKey: .start), try container.decode(Int.self, forKey: .end)
      )
      guard start < end else {
        throw DecodingError.dataCorruptedError(
          forKey: .end, in: container, debugDescription: "ends too early")
      }
      let version = try container.decode(String.self, forKey: .version)
      guard version.split(separator: ".").count == 3 else {
        throw DecodingError.dataCorruptedError(
          forKey: .version, in: container, debugDescription: "no version")
      }
    }
  }
  private struct ChecksAll: Decodable {
    let checked: Checked
    let months: [Checked.Month]
    let mail: Checked.Mail
  }

  /// A type that reads the same decoder several times, or tries types in turn.
  private struct Discriminated: Decodable {
    private enum Key: CodingKey { case type, payload }
    private enum Kind: String, Decodable { case a, b }
    private struct A: Decodable { let a: Int }
    private struct B: Decodable { let b: [String] }
    enum Anything: Decodable {
      case number(Double), text(String), list([Anything]), object([String: Anything]), bool(Bool), null

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let bool = try? container.decode(Bool.self) {
          self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else if let text = try? container.decode(String.self) {
          self = .text(text)
        } else if let list = try? container.decode([Anything].self) {
          self = .list(list)
        } else {
          self = .object(try container.decode([String: Anything].self))
        }
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      switch try container.decode(Kind.self, forKey: .type) {
      case .a: _ = try A(from: decoder)
      case .b: _ = try B(from: decoder)
      }
      _ = try container.decodeIfPresent(Anything.self, forKey: .payload)
      _ = try container.decodeIfPresent(Anything.self, forKey: .payload)
    }
  }

  private class Base: Decodable { let base: Int }
  private final class Derived: Base {
    private enum Key: CodingKey { case own, pair }
    let own: String

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      own = try container.decode(String.self, forKey: .own)
      var pair = try container.nestedUnkeyedContainer(forKey: .pair)
      _ = try pair.decode(Int.self)
      _ = try pair.decode(Int.self)
      try super.init(from: container.superDecoder())
    }
  }

  private struct Impossible: Decodable {
    let id: Int
    init(from decoder: any Decoder) throws {
      enum Key: CodingKey { case id }
      id = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .id)
      throw Refusal()
    }
  }

  @Test func `plain types decode`() { check(Plain.self) }
  @Test func `nested types decode`() { check(Nested.self) }
  @Test func `enumerations with raw and associated values decode`() { check(Enumerations.self) }
  @Test func `dictionaries decode`() { check(Dictionaries.self) }
  @Test func `recursive classes decode`() { check(Node.self) }
  @Test func `recursive enumerations decode`() { check(Tree.self) }
  @Test func `types with strategies decode`() { check(Dates.self) }
  @Test func `types that check their members decode`() { check(ChecksAll.self) }
  @Test func `types that read a decoder several times decode`() { check(Discriminated.self) }
  @Test func `subclasses decode`() { check(Derived.self) }
  @Test func `scalars and collections decode`() {
    check(Int.self)
    check([URL?].self)
    check([String: Date].self)
    check(String?.self)
  }

  @Test func `all cases and both states of optional members occur`() throws {
    var shapes: Set<String> = []
    var notes: Set<Bool> = []
    for seed in 0..<300 {
      var input = Self.input(seed)
      if let json = DecodableGenerator(Shape.self).json(from: &input) {
        shapes.insert(
          "\(try JSONDecoder().decode(Shape.self, from: Data(json)))".prefix { $0 != "(" }.description)
      }
      if let json = DecodableGenerator(Plain.self).json(from: &input) {
        notes.insert(try JSONDecoder().decode(Plain.self, from: Data(json)).note == nil)
      }
    }
    #expect(shapes == ["circle", "square", "none"])
    #expect(notes == [true, false])
  }

  @Test func `values that are tried in turn have all kinds`() throws {
    var kinds: Set<String> = []
    for seed in 0..<2000 {
      var input = Self.input(seed)
      guard let json = DecodableGenerator(Discriminated.Anything.self).json(from: &input) else { continue }
      let value = try JSONDecoder().decode(Discriminated.Anything.self, from: Data(json))
      kinds.insert("\(value)".prefix { $0 != "(" }.description)
    }
    #expect(kinds == ["number", "text", "list", "object", "bool", "null"])
  }

  @Test func `a type that refuses everything gives no document, or the last one on request`() {
    var input = FuzzInput([1, 2, 3])
    #expect(DecodableGenerator(Impossible.self).json(from: &input) == nil)
    let last = DecodableGenerator(Impossible.self).jsonOrLastAttempt(from: &input)
    #expect(String(decoding: last, as: UTF8.self).hasPrefix(#"{"id":"#))
  }

  @Test func `an empty input gives a document, and the same input the same one`() {
    var (first, second) = (FuzzInput([]), FuzzInput([]))
    #expect(DecodableGenerator(Nested.self).json(from: &first) != nil)
    #expect(
      DecodableGenerator(Tree.self).json(from: &first) == DecodableGenerator(Tree.self).json(from: &second))
  }

  /// Checks that Foundation decodes at least 95 % of the documents, and that they differ.
  private func check<T: Decodable>(
    _ type: T.Type, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let generator = DecodableGenerator(type)
    var decoded = 0
    var documents: Set<[UInt8]> = []
    var failure = ""
    let count = 300
    for seed in 0..<count {
      var input = Self.input(seed)
      guard let json = generator.json(from: &input) else {
        failure = "no document"
        continue
      }
      documents.insert(json)
      do {
        _ = try JSONDecoder().decode(type, from: Data(json))
        decoded += 1
      } catch {
        failure = "\(String(decoding: json.prefix(500), as: UTF8.self)): \(error)"
      }
    }
    #expect(decoded >= count * 95 / 100, "\(decoded) of \(count): \(failure)", sourceLocation: sourceLocation)
    #expect(documents.count > 5, sourceLocation: sourceLocation)
  }

  private static func input(_ seed: Int) -> FuzzInput {
    var generator = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 0...200, using: &generator)
    return FuzzInput((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}
