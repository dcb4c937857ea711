import SluiceSupport
import SluiceTestSupport
import Testing

@testable import SluiceJSON

/// Objects whose members have another order than the type that reads them, compared with its `Decodable` conformance.
@Suite(.timeLimit(.minutes(5))) struct JSONMemberOrderTests {
  /// Reads many members, and objects within it between two of them.
  struct Wide: Codable, Equatable, JSONReadable {
    static let keys: [StaticString] = [
      "a", "bc", "def", "ghij", "klmno", "pqrstu", "vwxyzab", "cdefghij", "klmnopqrs", "key 10", "key 11",
      "key 12", "key 13", "key 14", "key 15", "key 16", "key 17", "key 18",
      "a long key whose middle is 1 and whose end is the same",
      "a long key whose middle is 2 and whose end is the same",
      "a long key whose middle is 3 and whose end is the same", "seventeen bytes 1", "seventeen bytes 2",
      "exactly thirty-two bytes, 1 of 2", "exactly thirty-two bytes, 2 of 2",
    ]
    var values: [Int?] = []
    var inner: [Wide]? = []

    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      for (number, key) in Self.keys.enumerated() {
        if number == 6 { inner = try cursor.readIfPresent("inner") }
        values.append(try cursor.readIfPresent(key))
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyCodingKey.self)
      for (number, key) in Self.keys.enumerated() {
        if number == 6 {
          inner = try container.decodeIfPresent([Wide].self, forKey: AnyCodingKey(stringValue: "inner"))
        }
        values.append(try container.decodeIfPresent(Int.self, forKey: AnyCodingKey(stringValue: "\(key)")))
      }
    }
  }

  /// Returns an object with most of the members in another order, some of them twice, and some unknown ones.
  private static func document(depth: Int, using random: inout SeededGenerator) -> String {
    var members = Wide.keys.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }.enumerated().map {
      #""\#($0.element)":\#($0.offset)"#
    }
    if depth > 0 {
      let elements = (0..<3).map { _ in document(depth: depth - 1, using: &random) }
      members.append(#""inner":[\#(elements.joined(separator: ","))]"#)
    }
    if Bool.random(using: &random) {
      members.shuffle(using: &random)
    } else {
      members.swapAt(0, Int.random(in: 0..<members.count, using: &random))
      members.append(members.remove(at: members.count / 2))
    }
    let others = [0, 1, 10, 40].randomElement(using: &random) ?? 0
    for number in 0..<others {
      let place = Int.random(in: 0...members.count, using: &random)
      let key =
        number % 5 > 0 ? "unknown \(number)" : Wide.keys.randomElement(using: &random)?.description ?? ""
      members.insert(#""\#(key)":\#(-number)"#, at: place)
    }
    return "{\(members.joined(separator: ","))}"
  }

  @Test func `members are found in any order`() throws {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<300 {
      let document = Self.document(depth: 2, using: &random)
      let direct = try JSON.Decoder().decode(Wide.self, from: document)
      #expect(try direct == JSON.Decoder().throughCodable.decode(Wide.self, from: document))
    }
  }

  struct Table: Codable, Equatable, JSONReadable {
    var table: [String: Int8]

    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      table = try cursor.read("table")
    }
  }

  @Test(arguments: [
    #"{"a":1,"a":"x"}"#, #"{"a":"x","a":1}"#, #"{"b":1,"a":2,"a":300,"b":null,"c":3}"#, #"{"a":1,"b":300}"#,
    "{}",
  ])
  func `the first member of each name is read into a dictionary`(object: String) {
    let document = #"{"table":\#(object)}"#
    let direct = try? JSON.Decoder().decode(Table.self, from: document)
    #expect(direct == (try? JSON.Decoder().throughCodable.decode(Table.self, from: document)))
  }

  /// Reads some members by their keys after others in the order of the document.
  struct Tail: Codable, JSONReadable {
    var first: String?
    var id: Int
    var missing: Int?

    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      first = cursor.nextKey()
      missing = try cursor.readIfPresent("missing")
      id = try cursor.read("id")
    }
  }

  @Test(arguments: [
    #"{"x":0,"id":1}"#, #"{"id":1,"x":0}"#, #"{"id":1,"id":2}"#, #"{"x":0,"y":0,"id":1,"id":2}"#,
  ])
  func `a key is found after members that were read in order`(document: String) throws {
    let tail = try JSON.Decoder().decode(Tail.self, from: document)
    #expect(tail.id == 1 && tail.missing == nil && (tail.first == "x" || tail.first == "id"))
  }

  struct Holder: Codable, Equatable, JSONReadable {
    var value: JSON.Value

    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      value = try cursor.read("value")
    }
  }

  @Test func `a value of any type is that of the document, also after the next one`() throws {
    var random = SeededGenerator(seed: 7)
    let decoder = JSON.Decoder()
    var values: [(String, JSON.Value)] = []
    for _ in 0..<500 {
      let text = RandomJSON.document(depth: 2, using: &random)
      let document = #"{"value":\#(text)}"#
      values.append((text, try decoder.decode(Holder.self, from: document).value))
      values.append((text, try decoder.throughCodable.decode(Holder.self, from: document).value))
    }
    for (text, value) in values {
      let parsed = try JSON.Value(parsing: text)
      #expect(value == parsed && value.description == parsed.description)
    }
  }
}
