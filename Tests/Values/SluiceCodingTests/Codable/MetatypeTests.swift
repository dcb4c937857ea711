import SluiceCoding
import SluiceTestSupport
import Testing

/// Classes that are decoded as the metatype of a superclass, from property lists and queries.
@Suite(.timeLimit(.minutes(5))) struct MetatypeTests {
  private class Base: Decodable {
    enum Keys: CodingKey { case id }
    let id: Int
    required init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .id)
    }
  }

  private final class Sub: Base {}

  private struct Single: Decodable {
    let value: Base
    init(from decoder: any Decoder) throws {
      let type: Base.Type = Sub.self
      value = try decoder.singleValueContainer().decode(type)
    }
  }

  /// Decodes with all methods that take a type.
  private struct Everywhere: Decodable {
    enum Keys: CodingKey { case member, optional, list, single }
    let values: [Base]

    init(from decoder: any Decoder) throws {
      let type: Base.Type = Sub.self
      let container = try decoder.container(keyedBy: Keys.self)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      values = [
        try container.decode(type, forKey: .member),
        try #require(try container.decodeIfPresent(type, forKey: .optional)),
        try list.decode(type), try #require(try list.decodeIfPresent(type)),
        try container.decode(Single.self, forKey: .single).value,
      ]
    }
  }

  private func check(_ values: [Base]) {
    #expect(values.map(\.id) == [1, 2, 3, 4, 5])
    // The standard library's `KeyedDecodingContainer` does not pass the type on.
    #expect(values.map { $0 is Sub } == [false, false, true, true, true])
  }

  @Test func `a class in a property list is decoded as the type that is passed`() throws {
    let document: PropertyList.Value = [
      "id": 6, "member": ["id": 1], "optional": ["id": 2], "list": [["id": 3], ["id": 4]],
      "single": ["id": 5],
    ]
    let bytes = try PropertyList.Encoder().encode(document)
    let type: Base.Type = Sub.self
    #expect(try PropertyList.Decoder().decode(type, from: bytes) is Sub)
    check(try PropertyList.Decoder().decode(Everywhere.self, from: bytes).values)
  }

  @Test func `a class in a query is decoded as the type that is passed`() throws {
    let query = "id=6&member[id]=1&optional[id]=2&list[0][id]=3&list[1][id]=4&single[id]=5"
    let type: Base.Type = Sub.self
    #expect(try Query.Decoder().decode(type, from: query) is Sub)
    check(try Query.Decoder().decode(Everywhere.self, from: query).values)
  }
}
