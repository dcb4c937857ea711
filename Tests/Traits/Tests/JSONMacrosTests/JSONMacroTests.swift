import Foundation
import SluiceJSON
import Testing

/// Types with macros, compared with synthesized `Codable` conformances.
@Suite(.timeLimit(.minutes(5))) struct JSONMacroTests {
  /// A decoder with which no type reads itself.
  private static let codableDecoder = {
    var decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    return decoder
  }()

  /// An encoder with which no type writes itself.
  private static let codableEncoder = {
    var encoder = JSON.Encoder()
    encoder.keyEncodingStrategy = .custom { $0[$0.count - 1] }
    return encoder
  }()

  /// The value as JSON, or the error.
  private static func outcome<T: Codable>(
    _ type: T.Type, _ document: String, _ decoder: JSON.Decoder, _ encoder: JSON.Encoder
  ) -> String {
    func text(_ name: String, _ context: DecodingError.Context) -> String {
      "\(name) \(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
        .replacingOccurrences(of: "Macro.", with: "Plain.")
    }
    do {
      return try encoder.string(for: decoder.decode(type, from: document))
    } catch let error as DecodingError {
      switch error {
      case .typeMismatch(_, let context): return text("mismatch", context)
      case .valueNotFound(_, let context): return text("no value", context)
      case .keyNotFound(let key, let context):
        return "no key \(key.stringValue) \(context.codingPath.map(\.stringValue))"
      case .dataCorrupted(let context): return text("corrupted", context)
      @unknown default: return "other"
      }
    } catch {
      return "\(error)"
    }
  }

  private static func expectSame<M: Codable, P: Codable>(
    _ type: M.Type, _ plain: P.Type, _ document: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = outcome(plain, document, JSON.Decoder(), JSON.Encoder())
    #expect(
      outcome(type, document, JSON.Decoder(), JSON.Encoder()) == expected, "\(document)",
      sourceLocation: sourceLocation)
    #expect(
      outcome(type, document, codableDecoder, codableEncoder) == expected, "through Codable: \(document)",
      sourceLocation: sourceLocation)
  }

  private static let shapes = [
    #"{"dot":{}}"#, #"{"circle":{"radius":1.5}}"#,
    #"{"both":{"_0":1,"label":"l","third":true,"_3":[{"dot":{}}]}}"#,
    #"{"both":{"_0":1,"_2":true,"_3":[]}}"#, #"{"both":{"_0":1,"label":null,"_2":false,"_3":[{"dot":{}}]}}"#,
    #"{"default":{"in":1}}"#, #"{"nested":{"_0":{"nested":{"_0":{"dot":{}}}}}}"#, #"{"circle":{}}"#, "{}",
    "null",
    #"{"dot":{},"circle":{"radius":1}}"#, #"{"nested":{"_0":{"x":{}}}}"#, #"{"dot":1}"#, "[]",
  ]

  @Test(arguments: shapes)
  func `an enumeration with associated values has its synthesized form`(document: String) {
    Self.expectSame(Macro.Shape.self, Plain.Shape.self, document)
    Self.expectSame([Macro.Shape?].self, [Plain.Shape?].self, "[\(document)]")
  }

  @Test(arguments: [#""hearts""#, #""♠""#, #""clubs""#, "1", "null"])
  func `an enumeration with raw values has its synthesized form`(document: String) {
    Self.expectSame([Macro.Suit].self, [Plain.Suit].self, "[\(document)]")
    Self.expectSame([Macro.Level].self, [Plain.Level].self, "[\(document)]")
  }

  private static let members: [(key: String, values: [String])] = [
    ("id", ["7", "1.5", "\"x\"", "9223372036854775808"]), ("name", [#""n\n""#, "1"]),
    ("ratio", ["0.1", "null", "[]"]),
    ("flags", ["[true]", "[1]", "null"]), ("created", ["1.5", "\"x\""]),
    ("home", [#""https://a.example""#, #""""#]),
    ("blob", [#""AQI=""#, #""?""#]), ("price", ["1.23", "\"1\""]),
    ("table", [#"{"k":[1]}"#, #"{"k":[null]}"#]),
    ("spelled", ["1", "null", "true"]), ("default", ["2", "2.5"]),
    ("a", ["1", "null"]),
    ("b", ["2", "{}"]), ("c", ["5", "null"]), ("d", [#""d""#, "null", "1"]), ("negative", ["-2", "null"]),
    ("kind", [#""account""#]), ("observed", ["1", "null"]), ("suit", [#""♠""#, #""x""#]), ("shape", shapes),
    ("shapes", ["[\(shapes[0]),\(shapes[1])]", "[\(shapes[7])]"]),
    ("plain", [#""hearts""#, "1"]), ("page", [#"{"elements":[1],"next":2}"#, #"{"elements":[null]}"#]),
    ("empty", ["{}", "[]"]),
  ]

  private static func document(replacing key: String? = nil, by value: String? = nil, child: String? = nil)
    -> String
  {
    var members = members.compactMap { member -> String? in
      let text = member.key == key ? value : member.values[0]
      return text.map { #""\#(member.key)":\#($0)"# }
    }
    if let child { members.append(#""children":[\#(child)]"#) }
    return "{\(members.joined(separator: ","))}"
  }

  @Test func `a structure reads and writes as its synthesized twin`() {
    Self.expectSame(Macro.Account.self, Plain.Account.self, Self.document(child: Self.document()))
    for member in Self.members where member.key != "kind" {
      let missing = Self.document(replacing: member.key)
      Self.expectSame(Macro.Account.self, Plain.Account.self, missing)
      Self.expectSame(Macro.Account.self, Plain.Account.self, Self.document(child: missing))
      for value in member.values.dropFirst() {
        let changed = Self.document(replacing: member.key, by: value)
        Self.expectSame(Macro.Account.self, Plain.Account.self, changed)
        Self.expectSame(
          [String: [Macro.Account]].self, [String: [Plain.Account]].self, #"{"k":[\#(changed)]}"#)
      }
    }
    for other in ["null", "[]", "1", "{}"] { Self.expectSame(Macro.Account.self, Plain.Account.self, other) }
  }

  @Test(arguments: [#""known""#, #""x""#, #""first""#, #""2nd""#, #""""#, "1", "256", "null", "{}"])
  func `a type with a raw value is read and written as that`(document: String) {
    Self.expectSame([Macro.Identifier].self, [Plain.Identifier].self, "[\(document)]")
    Self.expectSame([Macro.Options].self, [Plain.Options].self, "[\(document)]")
    Self.expectSame([Macro.Open].self, [Plain.Open].self, "[\(document)]")
    Self.expectSame([Macro.Qualified].self, [Plain.Qualified].self, "[\(document)]")
    Self.expectSame([Macro.Wide].self, [Plain.Wide].self, "[\(document)]")
  }

  @Test(arguments: [#"{"a":1,"b":2,"c":4}"#, #"{"a":1,"c":4}"#, #"{"c":null}"#, #"{"a":null,"c":4}"#, "{}"])
  func `the order of members is that of a type's own coding keys`(document: String) {
    Self.expectSame(Macro.Ordered.self, Plain.Ordered.self, document)
    Self.expectSame(Macro.Parenthesized.self, Plain.Parenthesized.self, document)
  }

  @Test func `the coding keys of a case are found by its name`() {
    for document in [#"{"élan":{"value":1}}"#, #"{"élan":{"_0":1}}"#] {
      Self.expectSame(Macro.Accented.self, Plain.Accented.self, document)
    }
  }

  @Test func `stored properties are read and written, whatever the compiler's initializer takes`() throws {
    let value = try JSON.Decoder().decode(Accessed.self, from: #"{"stored":2}"#)
    #expect(value.doubled == 4)
    #expect(try JSON.Encoder().string(for: value) == #"{"stored":2}"#)
    let labels = #"{"both":{"in":1,"self":2,"inout":3}}"#
    #expect(try JSON.Encoder().string(for: JSON.Decoder().decode(Labels.self, from: labels)) == labels)
  }

  @Test func `properties may have any names`() throws {
    let document = #"{"inout":1,"let":2,"self":3,"repeat":4,"1st":5,"two words":6,"plain":7}"#
    let value = try JSON.Decoder().decode(Macro.Quoted.self, from: Array(document.utf8))
    #expect(value.`inout` == 1 && value.`1st` == 5 && value.`two words` == 6 && value.plain == 7)
    #expect(try String(decoding: JSON.Encoder().encode(value), as: UTF8.self) == document)
  }

  @Test func `the types read and write themselves`() {
    for type in [Macro.Account.self, Macro.Shape.self, Macro.Suit.self, Macro.Page<Int>.self] as [Any.Type] {
      #expect(type is any JSONReadable.Type && type is any JSONWritable.Type)
    }
    let types: [Any.Type] = [OnlyRead.self, OnlyWritten.self]
    #expect(types.map { $0 is any JSONReadable.Type } == [true, false])
    #expect(types.map { $0 is any Decodable.Type } == [true, false])
    #expect(types.map { $0 is any JSONWritable.Type } == [false, true])
    #expect(types.map { $0 is any Encodable.Type } == [false, true])
  }

  @Test func `keys and defaults are those of the attributes`() throws {
    let text =
      #"{"screen_name":"s","URL \"quoted\"\n":"u","follower_count":1,"tags":["t"],"friend":"f","suit":"♠","hidden":8}"#
    let foundation = try JSONDecoder().decode(Keys.self, from: Data(text.utf8))
    for decoder in [JSON.Decoder(), Self.codableDecoder] {
      let keys = try decoder.decode(Keys.self, from: text)
      #expect(keys == foundation)
      #expect(keys.followerCount == 1 && keys.baseURL == "u" && keys.suit == .spades)
      for encoder in [JSON.Encoder(), Self.codableEncoder] { #expect(try encoder.string(for: keys) == text) }
      for few in [
        #"{"screen_name":"s","hidden":7}"#,
        #"{"screen_name":"s","hidden":7,"follower_count":null,"tags":null,"suit":null}"#,
      ] {
        let keys = try decoder.decode(Keys.self, from: few)
        #expect(try keys == JSONDecoder().decode(Keys.self, from: Data(few.utf8)))
        #expect(keys.followerCount == 11 && keys.tags == [] && keys.suit == .hearts)
      }
      // A wrong value is not a missing one.
      #expect(throws: DecodingError.self) {
        try decoder.decode(Keys.self, from: #"{"screen_name":"s","hidden":7,"tags":1}"#)
      }
    }
    #expect(try JSON.Decoder().decode(Declared.self, from: "{}").number == 1)
    #expect(try JSONDecoder().decode(Declared.self, from: Data("{}".utf8)).number == 1)
  }

  @Test func `coding keys that a type declares are used`() throws {
    for (decoder, encoder) in [(JSON.Decoder(), JSON.Encoder()), (Self.codableDecoder, Self.codableEncoder)] {
      let value = try decoder.decode(OwnKeys.self, from: #"{"_id":1,"cache":9}"#)
      #expect(value.id == 1 && value.cache == 5)
      #expect(try encoder.string(for: value) == #"{"_id":1}"#)
      let text = #"{"TEXT":{"value":"v","size":2}}"#
      #expect(try decoder.decode(OwnCases.self, from: text) == .text("v", size: 2))
      #expect(try encoder.string(for: OwnCases.text("v", size: 2)) == text)
      #expect(try decoder.decode(Renamed.self, from: #"{"a case":{"x":1}}"#) == .first(x: 1))
      #expect(
        try encoder.string(for: [Renamed.first(x: 1), .second]) == #"[{"a case":{"x":1}},{"second":{}}]"#)
    }
  }

  @Test func `types with initializers of their own are read`() throws {
    for decoder in [JSON.Decoder(), Self.codableDecoder] {
      let value = try decoder.decode(OwnInitializer.self, from: #"{"length":4,"unit":"m"}"#)
      #expect(value.length == 4 && value.unit == "m")
      #expect(
        try decoder.decode(ConditionalInitializer.self, from: #"{"length":4}"#)
          == ConditionalInitializer(twice: 2))
    }
  }

  @Test func `key strategies apply to the keys`() throws {
    var (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let value = try decoder.decode(Camel.self, from: #"{"is_open":true,"the_shape":{"big_dot":{}}}"#)
    #expect(value == Camel(isOpen: true, theShape: .bigDot))
    #expect(try encoder.string(for: value) == #"{"is_open":true,"the_shape":{"big_dot":{}}}"#)
  }
}

@JSONCodable struct Camel: Equatable {
  @JSONCodable enum Inner: Equatable { case bigDot }
  var isOpen: Bool
  var theShape: Inner
}
