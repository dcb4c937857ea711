import SluiceCoding
import Testing

/// Values that an encoder refuses.
@Suite(.timeLimit(.minutes(5))) struct QueryEncoderErrorTests {
  private func path(_ body: () throws -> Void) -> [String]? {
    do {
      try body()
      return nil
    } catch EncodingError.invalidValue(_, let context) {
      return context.codingPath.map(\.stringValue)
    } catch {
      return ["\(error)"]
    }
  }

  @Test(
    arguments: [
      [1], [], "a", 1, nil, true,
    ] as [QueryDocument])
  func `a root without keys is refused`(document: QueryDocument) {
    #expect(path { _ = try Query.Encoder().string(for: document) } == [])
  }

  @Test func `any root with keys is accepted`() throws {
    #expect(try Query.Encoder().string(for: [1: 2]) == "1=2")
    #expect(try Query.Encoder().string(for: Optional(["a": 1])) == "a=1")
    #expect(try Query.Encoder().string(for: [String: Int]()) == "")
    #expect(path { _ = try Query.Encoder().string(for: [String: Int]?.none) } == [])
  }

  @Test func `the maximum depth passes, and one level more is an error with its path`() throws {
    var encoder = Query.Encoder()
    encoder.maximumDepth = 3
    #expect(try encoder.pairs(for: ["a": ["b": ["c": 1]]] as QueryDocument) == ["a[b][c]": "1"])
    #expect(try encoder.pairs(for: ["a": [[1]]] as QueryDocument) == ["a[][]": "1"])
    #expect(
      path { _ = try encoder.string(for: ["a": ["b": ["c": ["d": 1]]]] as QueryDocument) } == ["a", "b", "c"])
    #expect(
      path { _ = try encoder.string(for: ["a": [["b", ["d"]]]] as QueryDocument) } == [
        "a", "Index 0", "Index 1",
      ])
    #expect(
      path { _ = try encoder.string(for: ["a": ["b": ["c": [nil]]]] as QueryDocument) } == ["a", "b", "c"])
    encoder.maximumDepth = 0
    #expect(path { _ = try encoder.string(for: ["a": 1]) } == [])
  }

  @Test func `arrays and dictionaries of texts and numbers are levels, too`() throws {
    var encoder = Query.Encoder()
    encoder.maximumDepth = 1
    #expect(path { _ = try encoder.string(for: ["a": ["b"]]) } == ["a"])
    #expect(path { _ = try encoder.string(for: ["a": [1]]) } == ["a"])
    #expect(path { _ = try encoder.string(for: ["a": ["b": "c"]]) } == ["a"])
    #expect(path { _ = try encoder.string(for: ["a": ["b": 1]]) } == ["a"])
    #expect(try encoder.string(for: ["a": [String]()]) == "")
    #expect(try encoder.string(for: ["a": [String: Int]()]) == "")
  }

  @Test func `the name of a case without a payload is a level, too`() throws {
    enum Shape: Codable { case dot }
    var encoder = Query.Encoder()
    encoder.maximumDepth = 2
    let text = try encoder.string(for: ["a": Shape.dot])
    #expect(text == "a%5Bdot%5D=")
    #expect(try Query.Decoder(reading: encoder).decode([String: Shape].self, from: text) == ["a": .dot])
    encoder.maximumDepth = 1
    #expect(path { _ = try encoder.string(for: ["a": Shape.dot]) } == ["a"])
  }

  @Test func `the maximum depth applies to nested containers too`() throws {
    struct Spiral: Encodable {
      let depth: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for _ in 1..<depth {
          container = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "a"))
        }
        try container.encode(1, forKey: AnyKey(stringValue: "b"))
      }
    }
    var encoder = Query.Encoder()
    encoder.maximumDepth = 10
    #expect(try encoder.pairs(for: Spiral(depth: 10)).count == 1)
    #expect(path { _ = try encoder.string(for: Spiral(depth: 11)) }?.count == 10)
    encoder.maximumDepth = .max
    #expect(try encoder.pairs(for: Spiral(depth: 10_000)).first?.name.utf8.count == 1 + 9_999 * 3)
  }

  @Test func `an error thrown by a value is rethrown`() {
    struct Refusal: Error, Equatable {}
    struct Refusing: Encodable {
      func encode(to encoder: any Encoder) throws { throw Refusal() }
    }
    #expect(throws: Refusal()) { try Query.Encoder().string(for: ["a": Refusing()]) }
  }
}
