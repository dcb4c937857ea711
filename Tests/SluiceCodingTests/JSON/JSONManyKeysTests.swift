import SluiceCoding
import Testing

/// Objects with more keys than an encoder keeps the texts of.
@Suite struct JSONManyKeysTests {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// An object with an array and a repeated key behind it, in an object like that.
  private struct Value: Encodable {
    func encode(to encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: Key.self)
      for index in 0..<80 { try outer.encode(index, forKey: Key(stringValue: "outer\(index)")) }
      var inner = outer.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "inner"))
      for index in 0..<20 { try inner.encode(index, forKey: Key(stringValue: "inner\(index)")) }
      var list = inner.nestedUnkeyedContainer(forKey: Key(stringValue: "list"))
      try list.encode(1)
      try inner.encode(2, forKey: Key(stringValue: "behind"))
      try inner.encode(["a": [3]], forKey: Key(stringValue: "inner19"))
      try outer.encode(4, forKey: Key(stringValue: "outer79"))
    }
  }

  @Test func keysBehindAnArrayAreStillKnown() throws {
    let value = try JSON.Value(parsing: JSON.Encoder().encode(Value()), duplicateKeys: .refuse)
    let inner = try #require(value["inner"])
    #expect(inner["list"] == [1] && inner["behind"] == 2 && inner["inner19"] == ["a": [3]])
    #expect(inner["inner0"] == 0 && value["outer79"] == 4 && value["outer0"] == 0)
  }
}
