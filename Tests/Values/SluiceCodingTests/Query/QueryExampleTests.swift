import SluiceCoding
import Testing

/// Typical uses.
@Suite(.timeLimit(.minutes(5))) struct QueryExampleTests {
  struct Search: Codable, Equatable {
    var text: String
    var tags: [String]
    var page: Int?
  }

  @Test func `a type is encoded to a query and decoded from it`() throws {
    var encoder = Query.Encoder()
    encoder.arrays = .repeated
    let search = Search(text: "to & fro", tags: ["a", "b"])
    let query = try encoder.string(for: search)
    #expect(query == "text=to%20%26%20fro&tags=a&tags=b")
    #expect(try Query.Decoder(reading: encoder).decode(Search.self, from: query) == search)
    #expect(try Query.Decoder().decode(Search.self, from: "text=to+%26+fro&tags[]=a&tags[]=b") == search)
  }

  @Test func `pairs for a signature are built and written in order`() {
    var pairs: Query.Pairs = ["tag": "b", "tag": "a", "draft": nil]
    pairs.append(Query.Pair("signature", "x+y="))
    #expect(pairs.string() == "tag=b&tag=a&draft&signature=x%2By%3D")
  }

  @Test func `pairs are replaced, inserted and removed`() {
    var pairs: Query.Pairs = ["a": "1", "b": "2", "c": "3"]
    pairs.replaceSubrange(1..<2, with: [Query.Pair("x", "7"), Query.Pair("y", nil)])
    #expect(pairs.string() == "a=1&x=7&y&c=3")
    pairs.insert(Query.Pair("z", "0"), at: 0)
    pairs.removeAll { $0.name == "x" }
    #expect(pairs.string() == "z=0&a=1&y&c=3")
  }

  /// The calls of `sluice query encode` and `decode`.
  @Test func `an untyped document is encoded, and read as pairs and as a tree`() throws {
    let document: QueryDocument = ["b": [1, nil], "a": ["y": true, "x": "é"]]
    var encoder = Query.Encoder()
    encoder.nils = .literal
    let line = try encoder.string(for: document)
    #expect(line == "b%5B%5D=1&b%5B%5D=null&a%5By%5D=true&a%5Bx%5D=%C3%A9")
    let pairs = try Query.Decoder().pairs(from: line).map { [$0.name, $0.value ?? ""] }
    #expect(pairs == [["b[]", "1"], ["b[]", "null"], ["a[y]", "true"], ["a[x]", "é"]])
    let tree = try Query.Decoder().tree(from: line)
    #expect(
      tree
        == .object([
          .init("b", .array([.text("1"), .text("null")])),
          .init("a", .object([.init("y", .text("true")), .init("x", .text("é"))])),
        ]))
  }
}
