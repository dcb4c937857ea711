import FoundationEssentials
import SluiceJSON
import SluiceTestSupport
import Testing

/// Containers used by hand, in any order.
@Suite(.timeLimit(.minutes(5))) struct JSONContainerTests {
  private enum Keys: CodingKey { case a, b, c, d }

  private struct Writing: Encodable {
    let body: @Sendable (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  private func text(_ body: @escaping @Sendable (any Encoder) throws -> Void) throws -> String {
    try JSON.Encoder().string(for: Writing(body: body))
  }

  @Test func `open containers are filled in turns`() throws {
    let written = try text { encoder in
      var root = encoder.container(keyedBy: Keys.self)
      var object = root.nestedContainer(keyedBy: Keys.self, forKey: .a)
      var list = root.nestedUnkeyedContainer(forKey: .b)
      try object.encode(1, forKey: .a)
      try list.encode(1)
      var inner = list.nestedUnkeyedContainer()
      try object.encode(["x"], forKey: .b)
      try list.encode("2")
      try inner.encode(3)
      try root.encode(true, forKey: .c)
      try inner.encodeNil()
      try list.encode(Writing { try 4.encode(to: $0) })
      #expect(list.count == 4)
      #expect(inner.count == 2)
      #expect(inner.codingPath.map(\.stringValue) == ["b", "Index 1"])
      try object.encode(5, forKey: .c)
    }
    #expect(written == "{\"a\":{\"a\":1,\"b\":[\"x\"],\"c\":5},\"b\":[1,[3,null],\"2\",4],\"c\":true}")
  }

  @Test func `a super encoder writes at the place of its request`() throws {
    let written = try text { encoder in
      var root = encoder.container(keyedBy: Keys.self)
      try root.encode(1, forKey: .a)
      let parent = root.superEncoder()
      let named = root.superEncoder(forKey: .b)
      try root.encode(2, forKey: .c)
      var list = root.nestedUnkeyedContainer(forKey: .d)
      let element = list.superEncoder()
      let unused = list.superEncoder()
      try "e".encode(to: element)
      var late = named.container(keyedBy: Keys.self)
      try late.encode(3, forKey: .a)
      try ["p"].encode(to: parent)
      #expect(unused.codingPath.map(\.stringValue) == ["d", "Index 1"])
    }
    #expect(written == "{\"a\":1,\"super\":[\"p\"],\"b\":{\"a\":3},\"c\":2,\"d\":[\"e\",{}]}")
  }

  @Test func `a container requested again is the same one`() throws {
    let written = try text { encoder in
      var first = encoder.container(keyedBy: Keys.self)
      try first.encode(1, forKey: .a)
      var second = encoder.container(keyedBy: Keys.self)
      try second.encode(2, forKey: .b)
      try first.encode(3, forKey: .c)
    }
    #expect(written == "{\"a\":1,\"b\":2,\"c\":3}")
  }

  @Test func `the last of two values for a key counts`() throws {
    let written = try text { encoder in
      var root = encoder.container(keyedBy: Keys.self)
      try root.encode(1, forKey: .a)
      try root.encode([1], forKey: .b)
      try root.encode([2], forKey: .a)
      try root.encodeNil(forKey: .b)
    }
    #expect(written == "{\"a\":[2],\"b\":null}")
  }

  @Test func `a failed value leaves no output`() throws {
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode([1], forKey: .a)
        var list = container.nestedUnkeyedContainer(forKey: .b)
        try list.encode(Double.nan)
      }
    }
    let written = try text { encoder in
      var root = encoder.container(keyedBy: Keys.self)
      try root.encode(1, forKey: .a)
      #expect(throws: EncodingError.self) { try root.encode(Failing(), forKey: .b) }
      #expect(throws: EncodingError.self) { try root.encode(Double.infinity, forKey: .b) }
      var list = root.nestedUnkeyedContainer(forKey: .c)
      #expect(throws: EncodingError.self) { try list.encode(Failing()) }
      #expect(throws: EncodingError.self) { try list.encode([1, .nan]) }
      try list.encode(2)
      try root.encode(
        Writing { encoder in
          var container = encoder.singleValueContainer()
          #expect(throws: EncodingError.self) { try container.encode(Failing()) }
          try container.encode("instead")
        }, forKey: .d)
    }
    #expect(written == "{\"a\":1,\"c\":[2],\"d\":\"instead\"}")
  }

  @Test func `a second value or no value at all is refused`() throws {
    #expect(throws: EncodingError.self) {
      try text { encoder in
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try container.encode(2)
      }
    }
    #expect(throws: EncodingError.self) {
      try text { encoder in
        var container = encoder.singleValueContainer()
        try container.encode(1)
        var list = encoder.unkeyedContainer()
        try list.encode(1)
      }
    }
    #expect(throws: EncodingError.self) { try text { _ in } }
  }

  @Test func `a value that encodes nothing is an empty object`() throws {
    #expect(try JSON.Encoder().string(for: [Writing { _ in }]) == "[{}]")
    #expect(try JSON.Encoder().string(for: ["a": Writing { _ in }]) == "{\"a\":{}}")
  }

  @Test func `a single value that encodes nothing is an empty object, as in Foundation`() throws {
    let value = Optional(Writing { _ in })
    #expect(try JSON.Encoder().string(for: value) == "{}")
    #expect(try JSONEncoder().encode(value) == Data("{}".utf8))
    #expect(throws: EncodingError.self) {
      try text { encoder in
        var container = encoder.singleValueContainer()
        try container.encode(Writing { _ in })
        try container.encode(1)
      }
    }
  }

  @Test func `an empty object of a value that encodes nothing counts as a level of nesting`() throws {
    let nothing = Writing { _ in }
    let element = Writing { encoder in
      var list = encoder.unkeyedContainer()
      _ = list.superEncoder()
    }
    for (depth, fits) in [(1, false), (2, true)] {
      var encoder = JSON.Encoder()
      encoder.maximumDepth = depth
      #expect((try? encoder.string(for: [nothing])) == (fits ? "[{}]" : nil))
      #expect((try? encoder.string(for: [Optional(nothing)])) == (fits ? "[{}]" : nil))
      #expect((try? encoder.string(for: ["a": nothing])) == (fits ? "{\"a\":{}}" : nil))
      #expect((try? encoder.string(for: element)) == (fits ? "[{}]" : nil))
      #expect((try? encoder.string(for: Optional(nothing))) == "{}")
    }
    var encoder = JSON.Encoder()
    encoder.maximumDepth = 0
    #expect(throws: EncodingError.self) { try encoder.encode(Optional(nothing)) }
  }

  private indirect enum Chain: Codable {
    case end
    case link([Chain])
    init(depth: Int) {
      self = .end
      for _ in 0..<depth { self = .link([self]) }
    }
    init(from decoder: any Decoder) throws {
      let list = try [Chain](from: decoder)
      self = list.isEmpty ? .end : .link(list)
    }
    func encode(to encoder: any Encoder) throws {
      switch self {
      case .end: try [Int]().encode(to: encoder)
      case .link(let list): try list.encode(to: encoder)
      }
    }
  }

  @Test func `nesting of the maximum depth passes, and one level more is an error`() throws {
    let text = try JSON.Encoder().string(for: Chain(depth: 511))
    #expect(text.utf8.count == 1024)
    _ = try JSON.Decoder().decode(Chain.self, from: text)
    #expect(throws: EncodingError.self) { try JSON.Encoder().encode(Chain(depth: 512)) }
    #expect(throws: DecodingError.self) { try JSON.Decoder().decode(Chain.self, from: "[\(text)]") }
  }

  @Test func `nesting too deep for a small stack is an error`() throws {
    let isRefused = SmallStack.run { () -> Bool in
      var decoder = JSON.Decoder()
      decoder.maximumDepth = 100_000
      let text = String(repeating: "[", count: 50_000) + String(repeating: "]", count: 50_000)
      do {
        _ = try decoder.decode(Chain.self, from: text)
        return false
      } catch {
        return error is DecodingError
      }
    }
    #expect(isRefused ?? true)
    let isRefusedToo = SmallStack.run { () -> Bool in
      struct Endless: Encodable {
        func encode(to encoder: any Encoder) throws {
          var container = encoder.unkeyedContainer()
          try container.encode(Endless())
        }
      }
      var encoder = JSON.Encoder()
      encoder.maximumDepth = .max
      do {
        _ = try encoder.encode(Endless())
        return false
      } catch {
        return error is EncodingError
      }
    }
    #expect(isRefusedToo ?? true)
  }

  // MARK: Decoding

  private struct Reading: Decodable {
    init(from decoder: any Decoder) throws {
      let root = try decoder.container(keyedBy: Keys.self)
      #expect(root.allKeys == [.a, .b, .c])
      let object = try root.nestedContainer(keyedBy: Keys.self, forKey: .a)
      var list = try root.nestedUnkeyedContainer(forKey: .b)
      #expect(list.count == 4 && list.currentIndex == 0 && !list.isAtEnd)
      #expect(try object.decode(Int.self, forKey: .b) == 2)
      #expect(try object.decode(Int.self, forKey: .a) == 1)
      #expect(try list.decodeNil() == false)
      #expect(try list.decode(Int.self) == 1)
      #expect(try list.decodeNil() == true)
      #expect(throws: DecodingError.self) { try list.decode(Int.self) }
      #expect(list.currentIndex == 2)
      #expect(try list.nestedContainer(keyedBy: Keys.self).decode(Int128.self, forKey: .a) == 5)
      var inner = try list.nestedUnkeyedContainer()
      #expect(inner.codingPath.map(\.stringValue) == ["b", "Index 3"])
      #expect(try String(from: inner.superDecoder()) == "x")
      #expect(inner.isAtEnd && list.isAtEnd)
      #expect(throws: DecodingError.self) { try inner.decode(Int.self) }
      #expect(throws: DecodingError.self) { try inner.decodeNil() }
      #expect(try root.decodeNil(forKey: .c))
      #expect(try root.decodeIfPresent(Int.self, forKey: .c) == nil)
      #expect(try root.decodeIfPresent([Int].self, forKey: .d) == nil)
      #expect(throws: DecodingError.self) { try root.decodeNil(forKey: .d) }
      #expect(root.contains(.c) && !root.contains(.d))
      #expect(try root.superDecoder(forKey: .d).singleValueContainer().decodeNil())
      #expect(try root.superDecoder().singleValueContainer().decodeNil())
      #expect(try root.superDecoder(forKey: .a).codingPath.map(\.stringValue) == ["a"])
      #expect(decoder.userInfo.values.first as? Int == 7)
    }
  }

  @Test func `containers are read in any order`() throws {
    var decoder = JSON.Decoder()
    decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "k"))] = 7
    _ = try decoder.decode(
      Reading.self, from: "{\"a\":{\"a\":1,\"b\":2},\"b\":[1,null,{\"a\":5},[\"x\"]],\"c\":null}")
  }

  /// Members in every order, twice, missing, with escapes, and with others between them.
  @Test func `members are found at any place, and the first of a name counts`() throws {
    struct Four: Decodable, Equatable {
      var a: Int?
      var b: Int?
      var c: Int?
      var d: Int?
    }
    for padding in [0, 1, 40] {
      let others = (0..<padding).map { "\"x\($0)\":[{}]" }
      for seed in 0..<256 {
        var members: [String] = []
        var expected = Four()
        for place in 0..<4 {
          let name = ["a", "b", "c", "d"][seed >> (place * 2) & 3]
          let written = place == 2 ? "\\u006\(["a": 1, "b": 2, "c": 3, "d": 4][name] ?? 0)" : name
          members.append("\"\(written)\":\(place)")
          switch name {
          case "a": expected.a = expected.a ?? place
          case "b": expected.b = expected.b ?? place
          case "c": expected.c = expected.c ?? place
          default: expected.d = expected.d ?? place
          }
          if place == 1 { members += others }
        }
        #expect(try JSON.Decoder().decode(Four.self, from: "{\(members.joined(separator: ","))}") == expected)
      }
    }
  }

  @Test func `a kept decoder remains usable after decode returns`() throws {
    struct Keeper: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    let keeper = try JSON.Decoder().decode(Keeper.self, from: "{\"a\":[1,2,3]}")
    #expect(try [String: [Int]](from: keeper.decoder) == ["a": [1, 2, 3]])
  }
}
