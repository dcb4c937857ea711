import FoundationEssentials
import SluiceJSON
import SluiceSupport
import SluiceTestSupport
import Testing

/// Keys, and values of standard types, for which the encoder has its own paths.
@Suite(.timeLimit(.minutes(5))) struct JSONWritingTests {
  /// An object with its members in the given order.
  private struct Members: Encodable {
    let members: [(String, Int)]
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      for (name, value) in members { try container.encode(value, forKey: AnyCodingKey(stringValue: name)) }
    }
  }

  private func text(_ lists: [[(String, Int)]]) throws -> String {
    try JSON.Encoder().string(for: lists.map(Members.init))
  }

  // MARK: Keys

  @Test func `keys may come in another order in each object`() throws {
    let expected = #"[{"a":1,"b":2,"c":3},{"c":1,"a":2},{"d":1,"b":2,"c":3},{}]"#
    #expect(
      try text([[("a", 1), ("b", 2), ("c", 3)], [("c", 1), ("a", 2)], [("d", 1), ("b", 2), ("c", 3)], []])
        == expected)
  }

  /// More keys than are cached, and one of them again.
  @Test(arguments: [10, 63, 64, 65, 100, 200])
  func `a repeated key is found among many`(count: Int) throws {
    let members = (0..<count).map { ("key\($0)", $0) }
    let plain = "{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
    #expect(try text([members, members]) == "[\(plain),\(plain)]")
    for repeated in [0, count / 2, count - 1] {
      let changed = plain.replacing("\"key\(repeated)\":\(repeated)", with: "\"key\(repeated)\":-1")
      #expect(try text([members + [("key\(repeated)", -1)]]) == "[\(changed)]")
      #expect(try text([members, members + [("key\(repeated)", -1)]]) == "[\(plain),\(changed)]")
    }
  }

  @Test func `short, long, empty and escaped keys are written`() throws {
    let long = String(repeating: "long/", count: 40)
    let names = [
      "", "/", "a\"b", "\n", "é", "e\u{301}", "日本語", long, "12345678", "123456789012345", "1234567890123456",
    ]
    let expected = names.map { "\"\($0)\":1" }.joined(separator: ",")
      .replacing("/", with: "\\/").replacing("a\"b", with: "a\\\"b").replacing("\n", with: "\\n")
    // Two objects: in the second one the keys are cached.
    #expect(try text([names.map { ($0, 1) }, names.map { ($0, 1) }]) == "[{\(expected)},{\(expected)}]")
    #expect(
      try text([[(long, 1), ("a", 2), (long, 3)]]) == "[{\"\(long.replacing("/", with: "\\/"))\":3,\"a\":2}]")
  }

  @Test func `a subclass that shares its superclass's container replaces members`() throws {
    class Animal: Encodable {
      let id = 1
      let name = "x"
    }
    final class Dog: Animal {
      enum CodingKeys: CodingKey { case id, breed }
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("y", forKey: .breed)
        try container.encode(2, forKey: .id)
      }
    }
    #expect(
      try JSON.Encoder().string(for: [Dog(), Dog()])
        == #"[{"id":2,"name":"x","breed":"y"},{"id":2,"name":"x","breed":"y"}]"#)
  }

  @Test func `keys that are converted to the same text are the same key`() throws {
    var encoder = JSON.Encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let members = Members(members: [("pageSize", 1), ("b", 2), ("page_size", 3)])
    #expect(try encoder.string(for: [members, members]) == #"[{"page_size":3,"b":2},{"page_size":3,"b":2}]"#)
  }

  @Test func `values of many nested types are written and read`() throws {
    struct Wrapped<Value: Codable>: Codable { var value: Value }
    /// Checks the value, and then a wrapped one for each level. Each level has a type of its own.
    func check<Value: Codable>(_ value: Value, _ text: String, levels: Int) throws {
      #expect(try JSON.Encoder().string(for: [value, value]) == "[\(text),\(text)]")
      let decoded = try JSON.Decoder().decode([Value].self, from: "[\(text),\(text)]")
      #expect(try JSON.Encoder().string(for: decoded) == "[\(text),\(text)]")
      guard levels > 0 else { return }
      try check(Wrapped(value: value), "{\"value\":\(text)}", levels: levels - 1)
    }
    try check([1], "[1]", levels: 40)
  }

  // MARK: Values of standard types

  @Test func `arrays and dictionaries of standard types are written`() throws {
    struct Lists: Encodable {
      var empty: [Int] = []
      var ints = [[1, -2], []]
      var doubles = [[[0.5], []], []]
      var deep = [[[[1.5]]]]
      var deeper: [[[[[String]]]]] = [[[[["a"], []]]], []]
      var tables = [[["k": [1, 2]]], []]
      var optionals: [[[Bool?]]] = [[[true, nil], []], []]
      var strings = ["a", "/"]
      var bytes: [UInt8] = [0, 255]
      var text = ["k/": "v"]
      var table = ["k": 1]
      var fractions = ["k": 2.5]
      var none: [String: Int] = [:]
    }
    #expect(
      try JSON.Encoder().string(for: Lists())
        == #"{"empty":[],"ints":[[1,-2],[]],"doubles":[[[0.5],[]],[]],"deep":[[[[1.5]]]],"#
        + #""deeper":[[[[["a"],[]]]],[]],"tables":[[{"k":[1,2]}],[]],"#
        + #""optionals":[[[true,null],[]],[]],"strings":["a","\/"],"#
        + #""bytes":[0,255],"text":{"k\/":"v"},"table":{"k":1},"fractions":{"k":2.5},"none":{}}"#)
  }

  @Test func `arrays of any number of levels are written, also those of optionals`() throws {
    func check<Value: Encodable>(_ value: Value, _ text: String, levels: Int) throws {
      #expect(try JSON.Encoder().string(for: value) == text)
      guard levels > 0 else { return }
      try check([value, value], "[\(text),\(text)]", levels: levels - 1)
    }
    try check(7, "7", levels: 10)
    try check(2.5, "2.5", levels: 10)
    try check("a/", #""a\/""#, levels: 10)
    try check(true as Bool?, "true", levels: 10)
    try check(nil as Int16?, "null", levels: 10)
    try check(["long enough to be elsewhere", nil], #"["long enough to be elsewhere",null]"#, levels: 10)
    try check([[1.5, nil], [], [-2]] as [[Double?]], "[[1.5,null],[],[-2]]", levels: 8)
    try check([[1], nil] as [[Int]?], "[[1],null]", levels: 8)
    try check([] as [[[Int?]]], "[]", levels: 8)
  }

  @Test func `a value that cannot be written is an error with its path`() {
    struct Holder<Value: Encodable>: Encodable { var values: Value }
    func path(_ value: some Encodable) -> [String]? {
      guard
        case .invalidValue(_, let context)? = #expect(
          throws: EncodingError.self,
          performing: {
            try JSON.Encoder().encode(value)
          })
      else { return nil }
      return context.codingPath.map(\.stringValue)
    }
    #expect(path(Double.nan) == [])
    #expect(path([1, Double.nan]) == ["Index 1"])
    #expect(path([[1], [2, Float.infinity]].map { $0.map(Double.init) }) == ["Index 1", "Index 1"])
    #expect(path(["k": Double.nan]) == ["k"])
    #expect(path(Holder(values: Double.nan)) == ["values"])
    #expect(path(Holder(values: [[[1, .nan]]])) == ["values", "Index 0", "Index 0", "Index 1"])
    #expect(path([[[[[1, 2], [3, Float.nan]]]]]) == [0, 0, 0, 1, 1].map { "Index \($0)" })
    #expect(path([[1, nil], [nil, Double.nan]] as [[Double?]]) == ["Index 1", "Index 1"])
    #expect(path(Double.nan as Double?) == [])
    #expect(path(["k": [Float.nan as Float?]]) == ["k", "Index 0"])
    #expect(path([["a\"b": 1, "k": Double.nan]]) == ["Index 0", "k"])
    #expect(path(["k": [[1], [Double.nan]]]) == ["k", "Index 1", "Index 0"])
    #expect(path(Holder(values: ["k": Double.nan])) == ["values", "k"])
    #expect(path([Holder(values: Float.nan)]) == ["Index 0", "values"])
    #expect(path(Holder(values: Decimal.nan)) == ["values"])
    #expect(path(Holder(values: Date(timeIntervalSinceReferenceDate: .nan))) == ["values"])
  }

  @Test func `arrays and dictionaries count as levels of nesting`() throws {
    struct Holder: Encodable {
      var lists: [[Int]]?
      var table: [String: Int]?
    }
    var encoder = JSON.Encoder()
    encoder.maximumDepth = 2
    #expect(try encoder.string(for: Holder(lists: [], table: ["a": 1])) == #"{"lists":[],"table":{"a":1}}"#)
    #expect(throws: EncodingError.self) { try encoder.encode(Holder(lists: [[]])) }
    #expect(throws: EncodingError.self) { try encoder.encode([Holder(table: [:])]) }
    #expect(throws: EncodingError.self) { try encoder.encode([[["a": 1]]]) }
    encoder.maximumDepth = 0
    #expect(throws: EncodingError.self) { try encoder.encode([1]) }
    #expect(try encoder.string(for: 1) == "1")
  }

  @Test func `a container that is nested too deeply has its path in the error`() throws {
    struct Inner: Encodable { var a = 1 }
    struct Nesting: Encodable {
      enum Key: CodingKey { case list, table, first }
      var isList: Bool
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if isList {
          var list = container.nestedUnkeyedContainer(forKey: .list)
          var table = list.nestedContainer(keyedBy: Key.self)
          try table.encode(1, forKey: .first)
        } else {
          var table = container.nestedContainer(keyedBy: Key.self, forKey: .table)
          var list = table.nestedUnkeyedContainer(forKey: .first)
          try list.encode(1)
        }
      }
    }
    var encoder = JSON.Encoder()
    encoder.maximumDepth = 2
    func path(_ value: some Encodable) -> String {
      do {
        return try encoder.string(for: value)
      } catch EncodingError.invalidValue(_, let context) {
        return context.codingPath.map(\.stringValue).joined(separator: ".") + ": " + context.debugDescription
      } catch {
        return "\(error)"
      }
    }
    let reason = "More than 2 levels of nesting."
    #expect(path(["a": [Inner()]]) == "a.Index 0: \(reason)")
    #expect(path([["a": Inner()]]) == "Index 0.a: \(reason)")
    #expect(path(Nesting(isList: true)) == "list.Index 0: \(reason)")
    #expect(path(Nesting(isList: false)) == "table.first: \(reason)")
  }

  @Test func `a superclass may be encoded as a scalar at the maximum depth`() throws {
    struct Keyed: Encodable {
      enum Key: CodingKey { case a }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try 1.encode(to: container.superEncoder())
      }
    }
    struct Unkeyed: Encodable {
      var isNested: Bool
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        let other = container.superEncoder()
        if isNested { try [1].encode(to: other) } else { try 1.encode(to: other) }
      }
    }
    var encoder = JSON.Encoder()
    encoder.maximumDepth = 1
    #expect(try encoder.string(for: Keyed()) == #"{"super":1}"#)
    #expect(try encoder.string(for: Unkeyed(isNested: false)) == "[1]")
    #expect(throws: EncodingError.self) { try encoder.encode(Unkeyed(isNested: true)) }
  }

  @Test func `a value with repeated keys is written as it is`() throws {
    struct Holder: Encodable { var value: JSON.Value }
    let text = #"{"a":1,"b":{"a":2,"a":3},"a":4}"#
    let value = try JSON.Value(parsing: text)
    #expect(try JSON.Encoder().string(for: value) == text)
    #expect(try JSON.Encoder().string(for: [value]) == "[\(text)]")
    #expect(try JSON.Encoder().string(for: ["k": value]) == #"{"k":\#(text)}"#)
    #expect(try JSON.Encoder().string(for: Holder(value: value)) == #"{"value":\#(text)}"#)
  }

  // MARK: Strings

  /// Special characters at every place of a block.
  @Test func `special characters in a string are escaped at any place`() throws {
    let characters: [(String, String)] = [
      ("\"", #"\""#), ("\\", #"\\"#), ("/", #"\/"#), ("\u{8}", #"\b"#), ("\t", #"\t"#), ("\n", #"\n"#),
      ("\u{C}", #"\f"#), ("\r", #"\r"#), ("\0", #"\u0000"#), ("\u{B}", #"\u000b"#), ("\u{1F}", #"\u001f"#),
      (" ", " "),
      ("\u{7F}", "\u{7F}"), ("é", "é"), ("日", "日"), ("😀", "😀"), ("\"\n/\\", #"\"\n\/\\"#),
    ]
    for length in 0..<36 {
      for (character, escaped) in characters {
        for position in 0...length {
          let (before, after) = (
            String(repeating: "a", count: position), String(repeating: "b", count: length - position)
          )
          let text = try JSON.Encoder().string(for: before + character + after)
          try #require(text == "\"\(before)\(escaped)\(after)\"")
          try #require(try JSON.Decoder().decode(String.self, from: text) == before + character + after)
        }
      }
    }
  }

  // MARK: Numbers

  @Test func `a double is written as its description without a trailing .0`() throws {
    func check(_ value: Double) throws {
      let description = value.description
      let expected = description.hasSuffix(".0") ? String(description.dropLast(2)) : description
      try #require(try JSON.Encoder().string(for: value) == expected)
      try #require(try JSON.Encoder().string(for: -value) == (value == 0 ? "-0" : "-" + expected))
    }
    for value in [
      0, 0.1, 0.3, 1 / 3, 4.35, 1e-4, 9.999e-5, 1e-5, 123.456e-7, 9_007_199_254_740_991,
      9_007_199_254_740_992,
      9_007_199_254_740_994, 1e15, 1e16, 1e21, 1e22, 1e23, 9.5e-3, .leastNonzeroMagnitude,
      Double.leastNormalMagnitude.nextDown,
      .leastNormalMagnitude, .greatestFiniteMagnitude, .ulpOfOne, .pi,
    ] { try check(value) }
    for exponent in -1074...1023 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      for value in [power.nextDown, power, power.nextUp] where value > 0 { try check(value) }
    }
    for exponent in -323...308 {
      guard let power = Double("1e\(exponent)") else { continue }
      for value in [power.nextDown, power, power.nextUp, power * 3] where value.isFinite { try check(value) }
    }
    var generator = SeededGenerator(seed: 23)
    for _ in 0..<10_000 { try check(Double(Int.random(in: 0..<100_000_000, using: &generator)) / 1000) }
  }

  @Test func `integers of every length are written`() throws {
    var generator = SeededGenerator(seed: 24)
    var power: UInt64 = 1
    for _ in 0..<20 {
      for value in [power - 1, power, power + 1, UInt64.random(in: 0...power, using: &generator)] {
        #expect(try JSON.Encoder().string(for: value) == value.description)
        let negative = -Int64(truncatingIfNeeded: value >> 1)
        #expect(try JSON.Encoder().string(for: negative) == negative.description)
      }
      power &*= 10
    }
  }
}
