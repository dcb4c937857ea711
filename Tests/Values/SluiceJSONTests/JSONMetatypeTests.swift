import SluiceJSON
import Testing

/// Classes that are decoded as the metatype of a superclass.
@Suite(.timeLimit(.minutes(5))) struct JSONMetatypeTests {
  private class Base: Decodable {
    enum Keys: CodingKey { case id }
    let id: Int
    init(id: Int) { self.id = id }
    required init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .id)
    }
  }

  private final class Sub: Base {}

  /// A subclass that reads itself.
  private final class Reading: Base, JSONReadable {
    required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      super.init(id: try cursor.read("id"))
    }
  }

  /// Decodes a type with all methods of containers that take one.
  private struct Everywhere {
    enum Keys: CodingKey { case member, optional, missing, list, single }
    let values: [Base]

    init(from decoder: any Decoder, configuration type: Base.Type) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      let single = try container.superDecoder(forKey: .single).singleValueContainer()
      values = [
        try container.decode(type, forKey: .member),
        try #require(try container.decodeIfPresent(type, forKey: .optional)),
        try list.decode(type), try #require(try list.decodeIfPresent(type)), try single.decode(type),
      ]
      #expect(try container.decodeIfPresent(type, forKey: .missing) == nil)
      #expect(try list.decodeIfPresent(type) == nil)
      #expect(try list.decode(Int.self) == 6 && list.isAtEnd)
      #expect(try list.decodeIfPresent(type) == nil)
    }
  }

  private struct All: Decodable {
    static let types: [Base.Type] = [Base.self, Sub.self, Reading.self]
    let values: [[Base]]

    init(from decoder: any Decoder) throws {
      values = try Self.types.map { try Everywhere(from: decoder, configuration: $0).values }
    }
  }

  private static let document = """
    {"member":{"id":1},"optional":{"id":2},"list":[{"id":3},{"id":4},null,6],"single":{"id":5},"missing":null}
    """

  @Test func `a class is decoded as the type that is passed`() throws {
    for type in All.types {
      let text = #"{"id":1}"#
      #expect(try Swift.type(of: JSON.Decoder().decode(type, from: text)) == type)
      #expect(try Swift.type(of: JSON.Decoder().decode(type, from: JSON.Value(parsing: text))) == type)
    }
    let values = try JSON.Decoder().decode(All.self, from: Self.document).values
    for (type, values) in zip(All.types, values) {
      #expect(values.map(\.id) == [1, 2, 3, 4, 5])
      // The standard library's `KeyedDecodingContainer` does not pass the type on.
      #expect(values.prefix(2).allSatisfy { Swift.type(of: $0) == Base.self }, "\(type)")
      #expect(values.dropFirst(2).allSatisfy { Swift.type(of: $0) == type }, "\(type)")
    }
  }

  private struct ReadingAll: JSONReadable {
    let values: [Base]
    init(from decoder: any Decoder) throws { values = [] }
    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      values = try All.types.flatMap { type in
        [
          try cursor.read("member", as: type), try #require(try cursor.readIfPresent("optional", as: type)),
        ]
      }
    }
  }

  @Test func `a cursor reads a class as the type that is passed`() throws {
    let values = try JSON.Decoder().decode(ReadingAll.self, from: Self.document).values
    #expect(values.map(\.id) == [1, 2, 1, 2, 1, 2])
    for (index, value) in values.enumerated() { #expect(Swift.type(of: value) == All.types[index / 2]) }
  }
}
