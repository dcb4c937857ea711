import FoundationEssentials
import SluiceJSON
import SluiceTestSupport
import Testing

/// Documents without a type.
@Suite(.timeLimit(.minutes(5))) struct JSONValueTests {
  private static let text = """
    {"b":{"x":[1,2.50,"a\\/b\\n"],"y":null},"a":[true,false,{}],"b":1,"":-0,"é":"\\u00e9"}
    """

  @Test func `members keep their order, and numbers their text`() throws {
    let value = try JSON.Value(parsing: Self.text)
    #expect(
      value.description
        == "{\"b\":{\"x\":[1,2.50,\"a/b\\n\"],\"y\":null},\"a\":[true,false,{}],\"b\":1,\"\":-0,\"é\":\"é\"}")
    #expect(value.members?.map(\.key) == ["b", "a", "b", "", "é"])
    #expect(value["b"]?["x"]?[1]?.number?.text == "2.50")
    #expect(value["b"]?["x"]?[1]?.double == 2.5)
    #expect(value["b"]?["x"]?[0]?.int == 1)
    #expect(value["b"]?["x"]?[2]?.string == "a/b\n")
    #expect(value["b"]?["x"]?[3] == nil)
    #expect(value["b"]?["x"]?[-1] == nil)
    #expect(value["b"]?["y"]?.isNull == true)
    #expect(value["a"]?[0]?.bool == true)
    #expect(value["a"]?.count == 3 && value.count == 5 && value["a"]?[0]?.count == 0)
    #expect(value["é"]?.string == "é")
    #expect(value["e\u{301}"] == nil)
    #expect(value["c"] == nil && value["a"]?["b"] == nil && value[0] == nil)
    #expect(value.string == nil && value.int == nil && !value.isNull && value["a"]?.members == nil)
  }

  @Test func `elements and members are assigned through optional chains`() throws {
    for isParsed in [false, true] {
      var value: JSON.Value = ["a": ["b": 0], "list": [["n": 1], "x", nil], "text": "t"]
      if isParsed { value = try JSON.Value(parsing: value.description) }
      value["a"]?["b"] = 1
      value["a"]?["c"] = [2]
      value["missing"]?["b"] = 1
      value["list"]?[0]?["n"] = 2
      value["list"]?[1] = .null
      value["list"]?[2] = nil
      value["list"]?[2] = "end"
      for index in [-1, 4, .max, .min] { value["list"]?[index] = "out of bounds" }
      value["list"]?[3] = nil
      value["text"]?[0] = "not an array"
      value["a"]?["c"]?[0] = 3
      let expected = #"{"a":{"b":1,"c":[3]},"list":[{"n":2},null,"end"],"text":"t"}"#
      #expect(value.description == expected)
    }
  }

  @Test func `values are made from values of the program`() throws {
    let (text, integer, double, bool) = ("a\"b", 42, 1.5, true)
    let value: JSON.Value = [
      "text": JSON.Value(text), "part": JSON.Value(text.dropFirst()), "integer": JSON.Value(integer),
      "byte": JSON.Value(UInt8(255)), "double": try #require(JSON.Value(double)), "bool": JSON.Value(bool),
    ]
    #expect(
      value.description
        == #"{"text":"a\"b","part":"\"b","integer":42,"byte":255,"double":1.5,"bool":true}"#)
    #expect(JSON.Value(Double.nan) == nil && JSON.Value(-Double.infinity) == nil)
    // Literals are what they were.
    let literals: [JSON.Value] = [JSON.Value("a"), JSON.Value(1), JSON.Value(1.5), JSON.Value(false)]
    #expect(literals == ["a", 1, 1.5, false])
  }

  @Test func `a value of any type becomes a JSON value, and back`() throws {
    struct User: Codable, Equatable {
      var firstName: String
      var tags: [String]
    }
    struct Repeating: Encodable {
      enum CodingKeys: CodingKey { case tags }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(1, forKey: .tags)
        try container.encode(2, forKey: .tags)
      }
    }
    let user = User(firstName: "Ann", tags: ["a/b"])
    var value: JSON.Value = [:]
    value["user"] = try JSON.Value(encoding: user)
    #expect(value.description == #"{"user":{"firstName":"Ann","tags":["a/b"]}}"#)
    #expect(try JSON.Decoder().decode(User.self, from: value["user"] ?? .null) == user)

    var encoder = JSON.Encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let sorted = try JSON.Value(encoding: user, encoder: encoder)
    #expect(sorted.members?.map(\.key) == ["first_name", "tags"])
    #expect(try JSON.Value(encoding: Repeating()).description == #"{"tags":2}"#)
    #expect(throws: EncodingError.self) { try JSON.Value(encoding: Double.nan) }
  }

  @Test func `values are built from literals, changed and written`() {
    var value: JSON.Value = ["z": 1, "a": [nil, true, 1.5, "x/y"], "m": ["k": -7]]
    #expect(value.description == "{\"z\":1,\"a\":[null,true,1.5,\"x/y\"],\"m\":{\"k\":-7}}")
    value["z"] = nil
    value["n"] = "new"
    value["m"]?["k"] = ["deep"]
    #expect(value.description == "{\"a\":[null,true,1.5,\"x/y\"],\"m\":{\"k\":[\"deep\"]},\"n\":\"new\"}")
    #expect(String(decoding: value.bytes(), as: UTF8.self).contains("x\\/y"))
    #expect(
      String(
        decoding: value.bytes(formatting: [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]),
        as: UTF8.self)
          == """
          {
            "a" : [
              null,
              true,
              1.5,
              "x/y"
            ],
            "m" : {
              "k" : [
                "deep"
              ]
            },
            "n" : "new"
          }
          """)
    var bytes = Array("x=".utf8)
    value.write(into: &bytes)
    #expect(bytes.starts(with: Array("x={".utf8)))
  }

  @Test func `values are equal if they are written the same`() throws {
    let pairs: [(String, String, Bool)] = [
      ("[1, 2]", "[1,2]", true), ("\"\\u0041\"", "\"A\"", true), ("1", "1.0", false), ("1e2", "1E2", false),
      ("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", false), ("null", "[]", false),
      ("\"é\"", "\"e\u{301}\"", false),
    ]
    for (left, right, isEqual) in pairs {
      let (left, right) = (try JSON.Value(parsing: left), try JSON.Value(parsing: right))
      #expect((left == right) == isEqual)
      #expect((Set([left, right]).count == 1) == isEqual)
      #expect((left.content == right.content) == isEqual)
      #expect((Set([left.content, right.content]).count == 1) == isEqual)
    }
    #expect(try JSON.Value(parsing: "{\"a\":[1,\"x\"]}") == ["a": [1, "x"]])
  }

  @Test func `contents are equal if their values are, whether parsed or built`() throws {
    let contents: [(JSON.Value.Content, String)] = [
      (.null, "null"), (.bool(true), "true"), (.number(JSON.Number(1)), "1"), (.string("é/"), #""\u00e9\/""#),
      (.string("e\u{301}/"), #""e\u0301/""#), (.array([1, "a"]), #"[1, "a"]"#), (.array([]), "[ ]"),
      (.object([]), "{ }"), (.object([.init("é", 1)]), #"{"é": 1}"#),
      (.object([.init("e\u{301}", 1)]), #"{"e\u0301": 1}"#),
      (.object([.init("a", 1), .init("a", 2)]), #"{"a": 1, "a": 2}"#),
    ]
    for (index, (content, text)) in contents.enumerated() {
      let parsed = try JSON.Value(parsing: text).content
      #expect(content == parsed && content.hashValue == parsed.hashValue)
      #expect(contents.firstIndex { $0.0 == content } == index)
    }
    #expect(Set(contents.map(\.0)).count == contents.count)
  }

  @Test func `null members are removed at any depth`() throws {
    let value = try JSON.Value(parsing: "{\"a\":null,\"b\":[null,{\"c\":null,\"d\":{\"e\":null}}],\"f\":1.0}")
    #expect(value.removingNulls().description == "{\"b\":[null,{\"d\":{}}],\"f\":1.0}")
    #expect((["a": nil] as JSON.Value).removingNulls().description == "{}")
    let built: JSON.Value = ["a": nil, "b": [nil, ["c": nil, "d": value, "e": 1]], "f": nil, "g": "/"]
    #expect(
      built.removingNulls().description
        == "{\"b\":[null,{\"d\":\(value.removingNulls()),\"e\":1}],\"g\":\"/\"}")
    #expect(JSON.Value.null.removingNulls().isNull)
  }

  @Test func `arrays of values are written as their elements are, whether parsed or built`() throws {
    let texts = [
      "null", "true", "false", "0", "-1.50", "123456789012345", "12345678901234.50", "1e400",
      #""""#, #""short""#, #""fifteen letters""#, #""sixteen letters.""#, #""/é\u0001""#,
      #""a longer text with \"quotes\" and \n""#,
      "[]", "{}", #"[1,[null,{"a":[]}],"b"]"#, #"{"a":{"b":["/"],"c":0},"d":"e"}"#,
    ]
    let text = "[\(texts.joined(separator: ","))]"
    let parsed = try JSON.Decoder().decode([JSON.Value].self, from: Array(text.utf8))
    #expect(parsed.count == texts.count)
    var encoder = JSON.Encoder()
    for values in [parsed, parsed.map(Self.rebuilt), try JSON.Value(parsing: text).array ?? []] {
      encoder.outputFormatting = .withoutEscapingSlashes
      #expect(try encoder.string(for: values) == text)
      #expect(try encoder.string(for: ["x": values]) == #"{"x":\#(text)}"#)
      #expect(try encoder.string(for: [values, []]) == "[\(text),[]]")
      encoder.outputFormatting = []
      #expect(try encoder.string(for: values) == text.replacing("/", with: "\\/"))
    }
    encoder.maximumDepth = 0
    #expect(throws: EncodingError.self) { try encoder.encode(parsed) }
    encoder.maximumDepth = 1
    #expect(try encoder.encode(parsed).count == text.utf8.count + 2)
  }

  @Test(arguments: ["null", "1", #""a""#, #"{"0":1}"#])
  func `an array of values is not read from another value`(text: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSON.Decoder().decode([String: [JSON.Value]].self, from: #"{"key":\#(text)}"#)
    }
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      #expect(context.codingPath.map(\.stringValue) == ["key"])
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test func `numbers are exact`() throws {
    let huge = "123456789012345678901234567890.5"
    let number = try #require(JSON.Number(huge))
    #expect(number.integer(as: Int.self) == nil)
    #expect(number.double == 1.2345678901234568e29)
    #expect(number.decimal == Decimal(string: huge))
    #expect(JSON.Number("170141183460469231731687303715884105727")?.integer() == Int128.max)
    #expect(JSON.Number("170141183460469231731687303715884105728")?.integer(as: Int128.self) == nil)
    #expect(JSON.Number("340282366920938463463374607431768211455")?.integer() == UInt128.max)
    #expect(JSON.Number("-170141183460469231731687303715884105728")?.integer() == Int128.min)
    #expect(JSON.Number("1e38")?.integer(as: Int128.self) != nil)
    #expect(JSON.Number("1e1000000000000000000000")?.integer(as: Int.self) == nil)
    #expect(JSON.Number("0e99999999999999999999")?.integer(as: Int.self) == 0)
    #expect(JSON.Number("1e-99999999999999999999")?.double == nil)
    #expect(JSON.Number("12300e-2")?.integer(as: Int.self) == 123)
    #expect(JSON.Number("0." + String(repeating: "0", count: 40) + "1e41")?.integer(as: Int.self) == 1)
    #expect(
      JSON.Number("1" + String(repeating: "0", count: 400) + "e-400")?.integer(as: UInt8.self) == 1)
    for text in ["", " 1", "1 ", "01", "x", "1.", "\"1\"", "[1]", "--1"] {
      #expect(JSON.Number(text) == nil)
    }
    #expect(JSON.Number(Double.nan) == nil)
    #expect(JSON.Number(2.0)?.text == "2")
    #expect(JSON.Number(UInt64.max).text == "18446744073709551615")
    #expect(JSON.Number(Decimal.nan) == nil)
  }

  @Test func `a number is a decimal exactly if one represents it`() throws {
    let zeros = String(repeating: "0", count: 200)
    for (text, value) in [
      ("0e999", 0), ("-0.00e-999", 0), ("0e99999999999999999999", 0), ("0.\(zeros)25e202", 25),
      ("7\(zeros)e-200", 7), ("1e128", Decimal(string: "10e127")), ("0.1e129", Decimal(string: "10e127")),
      ("-12E+127", Decimal(string: "-12e127")), ("10e-129", Decimal(string: "1e-128")),
    ] as [(String, Decimal?)] {
      #expect(JSON.Number(text)?.decimal == value, "\(text)")
      #expect(try JSON.Decoder().decode(Decimal.self, from: text) == value, "\(text)")
    }
    let largest = "340282366920938463463374607431768211455"
    #expect(JSON.Number("\(largest)e127")?.decimal == Decimal(string: "\(largest)e127"))
    for text in [
      "\(largest)e128", "\(largest)0e127", "340282366920938463463374607431768211456", "1e166", "1e-129",
      "1.5e-128", "1e99999999999999999999", "1e-99999999999999999999", "1e9223372036854775807",
      "0.1e-9223372036854775808", "1\(zeros)1",
    ] {
      #expect(try #require(JSON.Number(text)).decimal == nil, "\(text)")
      #expect(throws: DecodingError.self, "\(text)") { try JSON.Decoder().decode(Decimal.self, from: text) }
    }
  }

  @Test func `a decoder may round a number to the nearest decimal`() throws {
    var decoder = JSON.Decoder()
    decoder.decimalDecodingStrategy = .rounded
    let largest = "340282366920938463463374607431768211455"
    let zeros = String(repeating: "0", count: 200)
    let ones = String(repeating: "1", count: 36) + "0"
    let rounded = [
      ("0.1", "0.1"), ("1e128", "10e127"), ("-\(largest)e127", "-\(largest)e127"),
      // One more than the largest integer, and halves: those go to the even neighbour.
      ("340282366920938463463374607431768211456", "34028236692093846346337460743176821146e1"),
      ("\(largest).4", largest), ("\(largest).5", "34028236692093846346337460743176821146e1"),
      ("0.\(largest)", "0.\(largest)"),
      ("3.14159265358979323846264338327950288419716", "3.14159265358979323846264338327950288420"),
      ("1.0\(ones)5", "1.0\(ones)"), ("1.0\(ones)6", "1.0\(ones.dropLast())1"),
      ("1.0\(ones)51", "1.0\(ones.dropLast())1"),
      ("100000000000000000000000000000000000000.5", "100000000000000000000000000000000000000"),
      ("100000000000000000000000000000000000001.5", "100000000000000000000000000000000000002"),
      ("100000000000000000000000000000000000000.5\(zeros)1", "100000000000000000000000000000000000001"),
      ("1\(zeros)1e-200", "10"), ("-1\(zeros)1e-200", "-10"),
      // Below the smallest power of ten.
      ("1.5e-128", "2e-128"), ("2.5e-128", "2e-128"), ("6e-129", "1e-128"), ("5e-129", "0"), ("4e-129", "0"),
      ("1e-200", "0"), ("1e-99999999999999999999", "0"), ("0.1e-9223372036854775808", "0"),
      ("5e-9223372036854775807", "0"),
    ]
    for (text, value) in rounded {
      #expect(try decoder.decode(Decimal.self, from: text) == Decimal(string: value), "\(text)")
      let nested = try decoder.decode([[Decimal]].self, from: "[[\(text)]]")
      #expect(nested.first?.first == Decimal(string: value), "\(text)")
    }
    for text in [
      "\(largest)e128", "\(largest)5e127", "1e166", "1e99999999999999999999", "1e9223372036854775807",
      "1\(zeros)1", "1.\(zeros)1e9223372036854775807", "\"1\"", "null",
    ] {
      #expect(throws: DecodingError.self, "\(text)") { try decoder.decode(Decimal.self, from: text) }
    }
    // The strategy ends with its decoder.
    #expect(throws: DecodingError.self) { try JSON.Decoder().decode(Decimal.self, from: "\(largest).4") }
    #expect(try decoder.decode(JSON.Value.self, from: "\(largest).4").number?.text == "\(largest).4")
  }

  @Test func `members are equal if their keys have the same bytes and their values are equal`() {
    let composed = JSON.Value.Member("\u{E9}", 1)
    let decomposed = JSON.Value.Member("e\u{301}", 1)
    #expect(composed != decomposed)
    #expect(composed == JSON.Value.Member("\u{E9}", 1))
    #expect(composed != JSON.Value.Member("\u{E9}", 2))
    #expect(Set([composed, decomposed, composed]).count == 2)
  }

  @Test func `other encoders and decoders accept values`() throws {
    let text = "{\"z\":[1,-1,1.5,18446744073709551615,null,true,\"x\"],\"a\":{\"n\":0.1},\"m\":{}}"
    let value = try JSON.Value(parsing: text)
    #expect(try JSON.Encoder().string(for: value) == text)
    #expect(try JSON.Encoder().string(for: ["v": [value]]) == "{\"v\":[\(text)]}")
    #expect(try JSON.Decoder().decode([String: JSON.Value].self, from: "{\"v\":\(text)}")["v"] == value)
    // Foundation's coders do not keep the order of members.
    let data = try JSONEncoder().encode(value)
    let sorted = { (value: JSON.Value) in value.bytes(formatting: .sortedKeys) }
    #expect(sorted(try JSON.Value(parsing: data)) == sorted(value))
    #expect(sorted(try JSONDecoder().decode(JSON.Value.self, from: Data(text.utf8))) == sorted(value))
    struct Answer: Decodable, Equatable { var n: Double }
    #expect(try JSON.Decoder().decode(Answer.self, from: #require(value["a"])) == Answer(n: 0.1))
    #expect(try JSON.Decoder().decode(Answer.self, from: ["n": 2]) == Answer(n: 2))
  }

  @Test func `random documents are read back as written`() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<2000 {
      let text = RandomJSON.document(depth: 4, using: &generator)
      let value = try JSON.Value(parsing: text)
      let again = try JSON.Value(parsing: value.bytes())
      #expect(again == value)
      let pretty = try JSON.Value(
        parsing: value.bytes(formatting: [.prettyPrinted, .withoutEscapingSlashes]))
      #expect(pretty == value)
      #expect(Self.rebuilt(value) == value)
      #expect(Self.rebuilt(value).bytes(formatting: .sortedKeys) == value.bytes(formatting: .sortedKeys))
      #expect(
        Self.rebuilt(value).bytes(formatting: .prettyPrinted) == value.bytes(formatting: .prettyPrinted))
    }
  }

  @Test func `pretty-printed text is written in pieces`() throws {
    struct Stop: Error {}
    let (starts, ends) = (String(repeating: "[", count: 100), String(repeating: "]", count: 100))
    let text = starts + String(repeating: "1,{\"b\":2,\"a\":[]},", count: 2000) + "0" + ends
    let value = try JSON.Value(parsing: text)
    for formatting in [.prettyPrinted, [.prettyPrinted, .sortedKeys], []] as [JSON.OutputFormatting] {
      var pieces: [[UInt8]] = []
      try value.write(formatting: formatting) { pieces.append($0) }
      #expect(pieces.flatMap { $0 } == value.bytes(formatting: formatting))
      let isPretty = formatting.contains(.prettyPrinted)
      #expect(isPretty ? pieces.count > 20 && pieces.allSatisfy { $0.count < 70_000 } : pieces.count == 1)
      var count = 0
      #expect(throws: Stop.self) {
        try value.write(formatting: formatting) { _ in
          count += 1
          throw Stop()
        }
      }
      #expect(count == 1)
    }
    var built: [UInt8] = []
    try Self.rebuilt(value).write(formatting: .prettyPrinted) { built += $0 }
    #expect(built == value.bytes(formatting: .prettyPrinted))
  }

  @Test(arguments: [
    ("340282366920938463463374607431768211455", true), ("12345678901234567890123", true),
    ("0.1234567890123456789012345678901234567891", true), ("1e40", true),
    ("340282366920938463463374607431768211456", false), ("-1000000000000000000000000000000000000001", false),
  ]) func `for another encoder, an integer is exact or an error`(number: String, isEncoded: Bool) throws {
    let value = try JSON.Value(parsing: "[\(number)]")
    #expect(((try? JSONEncoder().encode(value)) != nil) == isEncoded)
    #expect(try String(decoding: JSON.Encoder().encode(value), as: UTF8.self) == "[\(number)]")
  }

  /// Returns an equal value that does not refer to a document.
  private static func rebuilt(_ value: JSON.Value) -> JSON.Value {
    switch value.content {
    case .array(let elements): JSON.Value(.array(elements.map(rebuilt)))
    case .object(let members): JSON.Value(.object(members.map { .init($0.key, rebuilt($0.value)) }))
    case let scalar: JSON.Value(scalar)
    }
  }

  @Test(
    arguments: [
      ("the key a twice", #"{"a":1,"b":{"c":0},"a":2}"#, .duplicateKey),
      ("an inner key twice", #"{"a":[{"b":1,"b":1}]}"#, .duplicateKey),
      ("4 levels", "[[],[[[]]]]", .tooDeep), ("4 levels at the end", #"{"a":[],"b":[{"c":{}}]}"#, .tooDeep),
      ("3 levels", #"{"a":[[],{},[1]],"b":{"a":{}}}"#, nil), ("no level", "1", nil),
    ] as [(String, String, ErrorCode?)])
  func `the limits of a decoder hold for values as for text`(
    _: String, text: String, code: ErrorCode?
  ) throws {
    var decoder = JSON.Decoder()
    (decoder.maximumDepth, decoder.duplicateKeys) = (3, .refuse)
    let refusal = { (decode: () throws -> Skipping) throws -> ErrorCode? in
      do {
        _ = try decode()
        return nil
      } catch DecodingError.dataCorrupted(let context) {
        return try #require(context.underlyingError as? JSON.SyntaxError).code
      }
    }
    let parsed = try JSON.Value(parsing: text)
    var edited: JSON.Value = ["part": 1]
    edited["part"] = parsed
    let part = try #require(try JSON.Value(parsing: "[0,\(text),[[[[{}]]]]]")[1])
    #expect(try refusal { try decoder.decode(Skipping.self, from: text) } == code)
    for value in [parsed, part, try #require(edited["part"]), Self.rebuilt(parsed), parsed.removingNulls()] {
      #expect(try refusal { try decoder.decode(Skipping.self, from: value) } == code)
      var series = JSON.SeriesDecoder(decoder)
      #expect(try refusal { try series.decode(Skipping.self, from: value) } == code)
    }
    #expect(try refusal { try JSON.Decoder().decode(Skipping.self, from: parsed) } == nil)
  }

  /// A type that reads nothing.
  private struct Skipping: Decodable {
    init(from decoder: any Decoder) {}
  }

  @Test func `a value of 5,000 levels is written`() {
    var value: JSON.Value = 1
    for _ in 0..<5000 { value = [value] }
    #expect(value.bytes().count == 10_001)
    #expect(value.removingNulls().bytes().count == 10_001)
  }
}
