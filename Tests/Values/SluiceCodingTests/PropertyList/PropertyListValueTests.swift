import FoundationEssentials
import SluiceCoding
import SluiceTestSupport
import Testing

/// Property lists without a type.
@Suite(.timeLimit(.minutes(5))) struct PropertyListValueTests {
  @Test func `members and elements are found by exact key and index`() {
    let value: Plist = ["a": [1, ["é": true]], "e\u{301}": 2]
    #expect(value["a"]?[1]?["é"] == true)
    #expect(value["é"] == nil)
    #expect(value["e\u{301}"] == 2)
    #expect(value["b"] == nil)
    #expect(value["a"]?[2] == nil)
    #expect(value["a"]?[-1] == nil)
    #expect(value[0] == nil)
    #expect(value["a"]?["a"] == nil)
    #expect(Plist.dictionary([.init("a", 1), .init("a", 2)])["a"] == 2)
    #expect(["a": 1, "b": 2, "a": 3] as Plist == .dictionary([.init("a", 3), .init("b", 2)]))
  }

  @Test func `other encoders write a value`() throws {
    let value: Plist = [
      "text": "a", "integer": -1, "large": 18_446_744_073_709_551_615, "real": 1.5, "bool": true,
      "list": [1, [], [:]], "uid": .uid(7), "data": .data(Data([1, 2])),
      "date": .date(Date(timeIntervalSinceReferenceDate: 1)),
    ]
    let json = JSONEncoder()
    json.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try json.encode(value), as: UTF8.self) == """
        {"bool":true,"data":"AQI=","date":1,"integer":-1,"large":18446744073709551615,\
        "list":[1,[],{}],"real":1.5,"text":"a","uid":{"CF$UID":7}}
        """)
    let tree = try Query.Encoder().pairs(for: ["b": 1, "a": 2] as Plist)
    #expect(tree.map(\.name) == ["b", "a"])
  }

  @Test func `other decoders read a value`() throws {
    let json = #"{"a":[1,1.5,true,"b",18446744073709551615,{}],"b":{"c":[]}}"#
    let value = try JSONDecoder().decode(Plist.self, from: Data(json.utf8))
    #expect(
      value.canonical
        == (["a": [1, 1.5, true, "b", 18_446_744_073_709_551_615, [:]], "b": ["c": []]] as Plist).canonical)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Plist.self, from: Data("[null]".utf8)) }
    #expect(try JSONDecoder().decode(Plist.self, from: Data("3".utf8)) == 3)
  }

  @Test(arguments: PropertyList.Format.allCases)
  func `a value that is part of a type keeps its kind and order`(format: PropertyList.Format) throws {
    struct Envelope: Codable, Equatable {
      var content: Plist
      var wrapped: Wrapped
      var optional: Plist?
    }
    struct Wrapped: Codable, Equatable {
      var content: Plist
      init(_ content: Plist) { self.content = content }
      init(from decoder: any Decoder) throws { content = try Plist(from: decoder) }
      func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
    }
    let value: Plist = ["b": .uid(1), "a": .date(.distantPast), "c": [.data(Data([1])), 1.0]]
    let envelope = Envelope(content: value, wrapped: Wrapped(value))
    let bytes = try PropertyList.write(envelope, format)
    #expect(try PropertyList.Decoder().decode(Envelope.self, from: bytes) == envelope)
  }

  @Test func `a UID is decoded as a dictionary`() throws {
    let bytes = try PropertyList.write([.uid(7)] as Plist, .binary)
    #expect(try PropertyList.Decoder().decode([[String: Int]].self, from: bytes) == [["CF$UID": 7]])
    #expect(throws: DecodingError.self) { try PropertyList.Decoder().decode([Int].self, from: bytes) }
  }

  @Test func `a value is described as a literal`() {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let values: [(Plist, String)] = [
      ("a\"\n\\é", #""a\"\n\\é""#), (-1, "-1"), (18_446_744_073_709_551_615, "18446744073709551615"),
      (1.0, "1.0"),
      (.real(-.infinity), "-inf"), (true, "true"), (.uid(7), "uid(7)"),
      (.data(Data([0, 0x0F, 0xBD])), "<000fbd>"),
      (.data(Data()), "<>"), (.date(date), "2001-01-01T00:00:00Z"), (.date(date + 0.5), "date(0.5)"),
      (.date(date + 1e12), "date(1000000000000.0)"), (.date(date - .nan), "date(nan)"),
      ([], "[]"), ([:], "[:]"), ([[], [[:]]], "[[], [[:]]]"),
      (["b": [1, ["c": 2], 3], "a\"": [:], "": "x"], #"["b": [1, ["c": 2], 3], "a\"": [:], "": "x"]"#),
    ]
    for (value, description) in values { #expect(value.description == description) }
  }

  @Test func `describing a deep value does not use the stack`() {
    let depth = 10_000
    let isRight = SmallStack.run {
      var value: Plist = 1
      for _ in 0..<depth { value = [value] }
      let text = value.description
      // Values are freed recursively, so this one is taken apart first.
      while case .array(let elements) = value { value = elements.first ?? 1 }
      return text == String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    }
    #expect(isRight == true)
  }
}
