import FoundationEssentials
import SluiceCoding
import SluiceJSON
import SluiceTestSupport
import Testing

/// `Codable` types, compared with Foundation's coders.
@Suite(.timeLimit(.minutes(5))) struct PropertyListCodableTests {
  private struct Everything: Codable, Equatable {
    var bool = true
    var int = -1
    var int8 = Int8.min
    var uint64 = UInt64.max
    var double = 0.1
    var float: Float = 0.1
    var text = "a&b"
    var date = Date(timeIntervalSinceReferenceDate: 5)
    var data = Data([1, 2, 3])
    var url = URL(string: "https://a.example/b?c#d")
    var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var decimal = Decimal(string: "-12.345")
    var missing: Int?
    var gaps: [Int?] = [1, nil, 3]
    var nested: [[String: [Date]]] = [["a": [Date(timeIntervalSinceReferenceDate: 1)]], [:]]
    var numbered = [7: "seven"]
    var choice = Choice.pair(first: 1, "b")
    var nothing = Choice.none
    var range = 1..<3
    var base = Derived()

    enum Choice: Codable, Equatable {
      case none
      case pair(first: Int, String)
    }
  }

  private class Base: Codable, Equatable {
    var a = 1
    static func == (left: Base, right: Base) -> Bool { left.a == right.a }
  }

  private final class Derived: Base {
    var b = "b"
    override init() { super.init() }
    enum CodingKeys: CodingKey { case b }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      b = try container.decode(String.self, forKey: .b)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(b, forKey: .b)
      try super.encode(to: container.superEncoder())
    }
  }

  /// A type that opens containers again and fills them in turns.
  private struct Intricate: Encodable {
    enum Key: CodingKey { case a, b, c, d, e, nothing }
    struct Nothing: Encodable {
      func encode(to encoder: any Encoder) {}
    }

    func encode(to encoder: any Encoder) throws {
      var first = encoder.container(keyedBy: Key.self)
      var table = first.nestedContainer(keyedBy: Key.self, forKey: .a)
      var list = first.nestedUnkeyedContainer(forKey: .b)
      try table.encode(1, forKey: .a)
      try list.encode(2)
      var second = encoder.container(keyedBy: Key.self)
      var tableAgain = second.nestedContainer(keyedBy: Key.self, forKey: .a)
      var listAgain = second.nestedUnkeyedContainer(forKey: .b)
      try tableAgain.encode(3, forKey: .b)
      try listAgain.encode(4)
      try table.encodeNil(forKey: .c)
      var inner = list.nestedUnkeyedContainer()
      try inner.encode(true)
      var innerTable = list.nestedContainer(keyedBy: Key.self)
      try innerTable.encode(Data(), forKey: .a)
      try first.encode(5, forKey: .c)
      try second.encode(6, forKey: .c)
      try first.encode(Nothing(), forKey: .nothing)
      try "upper".encode(to: first.superEncoder(forKey: .d))
      try 7.encode(to: list.superEncoder())
      _ = second.superEncoder(forKey: .e)
      try Date(timeIntervalSinceReferenceDate: 1).encode(to: second.superEncoder())
      #expect(list.count == 5)
      #expect(inner.codingPath.map(\.stringValue) == ["b", "Index 2"])
    }
  }

  @Test func `XML is written as by Foundation`() throws {
    let foundation = PropertyListEncoder()
    foundation.outputFormat = .xml
    for value in [Everything(), Intricate()] as [any Encodable] {
      let theirs = String(decoding: try foundation.encode(value), as: UTF8.self)
      let ours = String(decoding: try PropertyList.write(value, .xml, sortsKeys: true), as: UTF8.self)
      #expect(ours == theirs)
    }
  }

  @Test(arguments: PropertyList.Format.allCases)
  func `output of this encoder and of Foundation is read by both`(format: PropertyList.Format) throws {
    let foundation = PropertyListEncoder()
    foundation.outputFormat = format == .xml ? .xml : .binary
    let value = Everything()
    for bytes in [Array(try foundation.encode(value)), try PropertyList.write(value, format)] {
      #expect(try PropertyList.Decoder().decode(Everything.self, from: bytes) == value)
      #expect(try PropertyList.Decoder().decode(Everything.self, from: Data(bytes)) == value)
      #expect(try PropertyListDecoder().decode(Everything.self, from: Data(bytes)) == value)
      #expect(try PropertyList.read(bytes)["base"]?["super"]?["a"] == 1)
    }
  }

  // MARK: Roots

  @Test func `a root that is not a container is refused, unless it is untyped`() throws {
    struct Nothing: Encodable {
      func encode(to encoder: any Encoder) {}
    }
    for value in [1, "a", 0.5, true, Date(), Int?.none, Nothing()] as [any Encodable] {
      #expect(throws: EncodingError.self) { try PropertyList.write(value, .xml) }
    }
    // As in Foundation, data may be a root.
    for format in PropertyList.Format.allCases {
      let foundation = PropertyListEncoder()
      foundation.outputFormat = format == .xml ? .xml : .binary
      #expect(try PropertyList.write(Data([1]), format) == Array(foundation.encode(Data([1]))))
    }
    // An untyped value may be anything.
    #expect(try PropertyList.read(PropertyList.write(Plist.integer(1), .xml)) == 1)
    // Anything can be read.
    #expect(
      try PropertyList.Decoder().decode(Int.self, from: PropertyList.write(Plist.integer(1), .binary)) == 1)
  }

  // MARK: Errors that a type catches

  private enum Name: CodingKey { case a, b, c }

  private struct Failing: Encodable {
    struct Failure: Error {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      throw Failure()
    }
  }

  private struct Catching: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      try? container.encode(Failing(), forKey: .b)
      try container.encode(["x": 1], forKey: .a)
      try? container.encode(Failing(), forKey: .a)
      var nested = container.nestedContainer(keyedBy: Name.self, forKey: .a)
      try? nested.encode(Failing(), forKey: .b)
      try nested.encode(2, forKey: .a)
      var list = container.nestedUnkeyedContainer(forKey: .c)
      for number in 1...3 {
        try? list.encode(Failing())
        try list.encode(number)
        try? list.encode(Failing())
      }
      #expect(list.count == 3)
    }
  }

  @Test func `nothing remains of an element whose encoding fails, as in Foundation`() throws {
    let foundation = PropertyListEncoder()
    foundation.outputFormat = .xml
    let theirs = String(decoding: try foundation.encode(Catching()), as: UTF8.self)
    let ours = String(decoding: try PropertyList.write(Catching(), .xml, sortsKeys: true), as: UTF8.self)
    #expect(ours == theirs)
    var query = Query.Encoder()
    query.arrays = .indexed
    let text = String(decoding: try query.encode(Catching()), as: UTF8.self)
    #expect(text == "a%5Bx%5D=1&a%5Ba%5D=2&c%5B0%5D=1&c%5B1%5D=2&c%5B2%5D=3")
    struct Large: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try? container.encode(UInt128.max)
        try container.encode(1)
      }
    }
    #expect(try PropertyList.read(PropertyList.write(Large(), .binary)) == [1])
  }

  private struct Missing: Decodable, CustomStringConvertible {
    var description: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Name.self)
      let parent = try container.superDecoder(forKey: .b)
      description = "\(parent.codingPath.map(\.stringValue)) \(try parent.singleValueContainer().decodeNil())"
      for read in [
        { _ = try parent.container(keyedBy: Name.self) }, { _ = try parent.unkeyedContainer() },
        { _ = try parent.singleValueContainer().decode(Int.self) },
        { _ = try container.nestedContainer(keyedBy: Name.self, forKey: .b) },
        { _ = try container.nestedUnkeyedContainer(forKey: .b) },
      ] as [() throws -> Void] {
        description += ", " + PropertyListCodableTests.outcome(read)
      }
    }
  }

  @Test func `the super decoder of a missing member reads nil, as in Foundation`() throws {
    let bytes = try PropertyList.write(["a": 1], .binary)
    let theirs = try PropertyListDecoder().decode(Missing.self, from: Data(bytes)).description
    #expect(try PropertyList.Decoder().decode(Missing.self, from: bytes).description == theirs)
    #expect(theirs.hasPrefix(#"["b"] true, valueNotFound"#))
  }

  // MARK: Types that do not fit

  /// Returns the result of a decoder: its value or its error, as text.
  private static func outcome<T>(_ decode: () throws -> T) -> String {
    do {
      return "\(try decode())"
    } catch DecodingError.typeMismatch(_, let context) {
      return "typeMismatch \(context.codingPath.map(\.stringValue))"
    } catch DecodingError.valueNotFound(_, let context) {
      return "valueNotFound \(context.codingPath.map(\.stringValue))"
    } catch DecodingError.keyNotFound(let key, let context) {
      return "keyNotFound \(key.stringValue) \(context.codingPath.map(\.stringValue))"
    } catch DecodingError.dataCorrupted {
      return "dataCorrupted"
    } catch {
      return "\(error)"
    }
  }

  private static var types: [any Decodable.Type] {
    [
      Bool.self, Int.self, Int8.self, UInt8.self, UInt64.self, Double.self, Float.self, String.self,
      Date.self,
      Data.self, URL.self, UUID.self, Decimal.self, Int?.self, String?.self, [Int].self, [Int?].self,
      [String].self, [String: Int].self, [String: String?].self, [String: [String: Int]].self, Required.self,
      Elements.self,
    ]
  }

  private struct Required: Decodable {
    var a: Int
    var b: String?
  }

  private struct Elements: Decodable, CustomStringConvertible {
    var description = ""
    enum Key: CodingKey { case a, b }

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      description += "\(list.count ?? -1)"
      while !list.isAtEnd {
        description += " \(list.currentIndex)"
        if try list.decodeNil() {
          description += "nil"
        } else if let table = try? list.nestedContainer(keyedBy: Key.self) {
          let a = try? table.decodeIfPresent(Int.self, forKey: .a)
          description +=
            "\(table.allKeys.map(\.stringValue).sorted()) \(table.contains(.b)) \(String(describing: a))"
        } else if let number = try? list.decode(Int.self) {
          description += "\(number)"
        } else {
          description += try list.superDecoder().singleValueContainer().decode(String.self)
        }
      }
    }
  }

  private static let documents: [Plist] = [
    0, 1, -1, 255, 256, 300, 9_007_199_254_740_993, 18_446_744_073_709_551_615, 1.0, 1.5, -0.5,
    1_267_650_600_228_229_401_496_703_205_376.0,
    .real(.infinity),
    true, "a", "1", "$null", "", .date(.distantPast), .data(Data([1])), [], [1], [1, 2.0, 3], ["$null"],
    [1, "$null"],
    ["a"], [1, "a", ["a": 1, "c": 2], ["b": "$null"], "$null"], [:], ["a": 1], ["a": "$null"],
    ["a": ["b": 1]],
    ["a": ["b": "c"]], ["b": "x"], ["relative": "http://a"], [[1]], ["a": [1]],
  ]

  @Test func `every type and value has the same result as in Foundation`() throws {
    for document in Self.documents {
      let bytes = try PropertyList.write(document, .binary)
      for type in Self.types {
        func compare<T: Decodable>(_ type: T.Type) {
          let ours = Self.outcome { try PropertyList.Decoder().decode(type, from: bytes) }
          let theirs = Self.outcome { try PropertyListDecoder().decode(type, from: Data(bytes)) }
          #expect(ours == theirs, "\(document) as \(type)")
        }
        compare(type)
      }
    }
  }

  @Test func `integers of 128 bits are read, and written if 64 bits suffice`() throws {
    let bytes = try PropertyList.write([Int128(UInt64.max), Int128(Int64.min)], .xml)
    #expect(
      try PropertyList.Decoder().decode([Int128].self, from: bytes) == [
        Int128(UInt64.max), Int128(Int64.min),
      ])
    #expect(
      try PropertyList.Decoder().decode(
        [String: UInt128].self, from: PropertyList.write(["a": UInt128(1)], .binary)) == ["a": 1])
    #expect(throws: EncodingError.self) { try PropertyList.write([Int128.max], .xml) }
    #expect(throws: EncodingError.self) { try PropertyList.write([UInt128.max], .xml) }
    #expect(throws: EncodingError.self) { try PropertyList.write(["a": UInt128.max], .binary) }
  }

  @Test func `a finite number too large for a float is an error, not an infinity`() throws {
    let bytes = try PropertyList.write([1e300], .binary)
    #expect(throws: DecodingError.self) { try PropertyList.Decoder().decode([Float].self, from: bytes) }
    #expect(
      try PropertyList.Decoder().decode([Float].self, from: PropertyList.write([Double.infinity], .xml)) == [
        .infinity
      ])
  }

  // MARK: Around the values

  @Test func `userInfo reaches the values`() throws {
    struct Reader: Codable, Equatable {
      var text = ""
      init() {}
      init(from decoder: any Decoder) throws { text = Self.word(in: decoder.userInfo) }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.word(in: encoder.userInfo))
      }
      static func word(in userInfo: [CodingUserInfoKey: Any]) -> String {
        userInfo.first { $0.key.rawValue == "word" }?.value as? String ?? "none"
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "word"))
    var encoder = PropertyList.Encoder()
    var decoder = PropertyList.Decoder()
    encoder.userInfo[key] = "out"
    decoder.userInfo[key] = "in"
    let bytes = try encoder.encode([Reader()])
    #expect(try PropertyList.read(bytes) == ["out"])
    #expect(try decoder.decode([Reader].self, from: bytes).first?.text == "in")
  }

  @Test func `types nested too deeply are an error on any stack`() throws {
    final class Chain: Codable {
      var next: Chain?
      init(_ depth: Int) { next = depth > 1 ? Chain(depth - 1) : nil }
    }
    var encoder = PropertyList.Encoder()
    #expect(throws: Never.self) { try encoder.encode(Chain(100)) }
    #expect(throws: EncodingError.self) { try encoder.encode(Chain(600)) }
    encoder.maximumDepth = .max
    #expect(throws: EncodingError.self) { try encoder.encode(Chain(1100)) }

    let nested =
      String(repeating: "<dict><key>next</key>", count: 1023)
      + "<dict/>" + String(repeating: "</dict>", count: 1023)
    let ended = SmallStack.run { () -> String in
      var decoder = PropertyList.Decoder()
      decoder.maximumDepth = .max
      do {
        _ = try decoder.decode(Chain.self, from: Array(nested.utf8))
        return "read"
      } catch {
        return error is DecodingError ? "refused" : "\(error)"
      }
    }
    #expect(ended == "refused")
    let written = SmallStack.run { () -> String in
      var encoder = PropertyList.Encoder()
      encoder.maximumDepth = .max
      do {
        _ = try encoder.encode(Chain(1000))
        return "written"
      } catch {
        return error is EncodingError ? "refused" : "\(error)"
      }
    }
    #expect(written == "refused")
    // For an untyped value only the deallocation recurses, for which a small stack has room.
    let untyped = SmallStack.run { () -> Bool in
      var decoder = PropertyList.Decoder()
      decoder.maximumDepth = .max
      return (try? PropertyList.read(Array(nested.utf8), decoder)) != nil
    }
    #expect(untyped == true)
  }

  @Test func `containers nested too deeply without values are an error`() {
    struct Deep: Encodable {
      func encode(to encoder: any Encoder) {
        var container = encoder.unkeyedContainer()
        for _ in 0..<100_000 { container = container.nestedUnkeyedContainer() }
      }
    }
    #expect(throws: EncodingError.self) { try PropertyList.write(Deep(), .binary) }
  }

  @Test(arguments: [
    "18446744073709551616", "-9223372036854775809", "170141183460469231731687303715884105728",
    "-340282366920938463463374607431768211456", "1000000000000000000000000000000000000000000",
  ]) func `a JSON integer that documents cannot hold is an error`(number: String) throws {
    let value = try JSON.Value(parsing: "[\(number)]")
    #expect {
      try PropertyList.Encoder().encode(value)
    } throws: {
      guard case EncodingError.invalidValue(_, let context) = $0 else { return false }
      return context.codingPath.map(\.intValue) == [0]
        && context.debugDescription == "Property lists hold integers from -2^63 to 2^64 - 1."
    }
    #expect(throws: DecodingError.self) {
      try JSON.Decoder().decode(PropertyList.Value.self, from: "[\(number)]")
    }
  }

  @Test(
    arguments: [
      ("18446744073709551615", .integer(18_446_744_073_709_551_615)), ("1e2", .integer(100)),
      ("1e39", .real(1e39)),
      ("0.1234567890123456789012345678901234567891", .real(0.12345678901234568)), ("2.50", .real(2.5)),
    ] as [(String, PropertyList.Value)])
  func `other JSON numbers are integers or reals`(number: String, expected: PropertyList.Value) throws {
    let bytes = try PropertyList.Encoder().encode(JSON.Value(parsing: "[\(number)]"))
    #expect(try PropertyList.Decoder().decode(PropertyList.Value.self, from: bytes) == [expected])
    #expect(try JSON.Decoder().decode(PropertyList.Value.self, from: "[\(number)]") == [expected])
  }
}
