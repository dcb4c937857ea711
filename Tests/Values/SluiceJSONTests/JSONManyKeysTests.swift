import SluiceJSON
import SluiceSupport
import Testing

/// Objects with more keys than an encoder caches the texts of.
@Suite(.timeLimit(.minutes(5))) struct JSONManyKeysTests {
  /// An object that contains an object, each with a repeated key after a container.
  private struct Value: Encodable {
    func encode(to encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: AnyCodingKey.self)
      for index in 0..<80 { try outer.encode(index, forKey: AnyCodingKey(stringValue: "outer\(index)")) }
      var inner = outer.nestedContainer(
        keyedBy: AnyCodingKey.self, forKey: AnyCodingKey(stringValue: "inner"))
      for index in 0..<20 { try inner.encode(index, forKey: AnyCodingKey(stringValue: "inner\(index)")) }
      var list = inner.nestedUnkeyedContainer(forKey: AnyCodingKey(stringValue: "list"))
      try list.encode(1)
      try inner.encode(2, forKey: AnyCodingKey(stringValue: "behind"))
      try inner.encode(["a": [3]], forKey: AnyCodingKey(stringValue: "inner19"))
      try outer.encode(4, forKey: AnyCodingKey(stringValue: "outer79"))
    }
  }

  @Test func `a repeated key is found after a nested container`() throws {
    let value = try JSON.Value(parsing: JSON.Encoder().encode(Value()), duplicateKeys: .refuse)
    let inner = try #require(value["inner"])
    #expect(inner["list"] == [1] && inner["behind"] == 2 && inner["inner19"] == ["a": [3]])
    #expect(inner["inner0"] == 0 && value["outer79"] == 4 && value["outer0"] == 0)
  }
}
