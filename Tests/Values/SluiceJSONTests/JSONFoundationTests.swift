import FoundationEssentials
import SluiceJSON
import SluiceSupport
import SluiceTestSupport
import Testing

/// The same documents and values in Foundation's coders and these, with the same value or the same kind of
/// error. Intended differences are listed with `JSON`.
@Suite(.timeLimit(.minutes(5))) struct JSONFoundationTests {
  enum Outcome: Equatable, CustomStringConvertible {
    case value(String)
    case failure(kind: String, path: [String])

    init<T>(_ body: () throws -> T) {
      do {
        self = .value("\(try body())")
      } catch let error as DecodingError {
        self =
          switch error {
          case .dataCorrupted(let context):
            .failure(kind: "corrupted", path: context.codingPath.map(\.stringValue))
          case .keyNotFound(let key, let context):
            .failure(kind: "no \(key.stringValue)", path: context.codingPath.map(\.stringValue))
          case .typeMismatch(_, let context):
            .failure(kind: "mismatch", path: context.codingPath.map(\.stringValue))
          case .valueNotFound(_, let context):
            .failure(kind: "null", path: context.codingPath.map(\.stringValue))
          @unknown default: .failure(kind: "other", path: [])
          }
      } catch EncodingError.invalidValue(_, let context) {
        self = .failure(kind: "unwritable", path: context.codingPath.map(\.stringValue))
      } catch {
        self = .failure(kind: "\(error)", path: [])
      }
    }

    /// The outcome without its path if the data is corrupted, because Foundation gives no path for numbers that do
    /// not fit.
    var withoutPathIfCorrupted: Outcome {
      if case .failure("corrupted", _) = self { .failure(kind: "corrupted", path: []) } else { self }
    }

    var description: String {
      switch self {
      case .value(let text): text
      case .failure(let kind, let path): "\(kind) at \(path)"
      }
    }
  }

  private func compare<T: Decodable>(
    _ type: T.Type, _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ foundation: JSONDecoder = JSONDecoder(), _ decoder: JSON.Decoder = JSON.Decoder()
  ) {
    let expected = Outcome { try foundation.decode(type, from: Data(text.utf8)) }
    let actual = Outcome { try decoder.decode(type, from: text) }
    #expect(
      actual.withoutPathIfCorrupted == expected.withoutPathIfCorrupted, "\(type) of \(text)",
      sourceLocation: sourceLocation)
  }

  // MARK: Decoding

  struct Everything: Decodable {
    var bool: Bool
    var int: Int
    var small: UInt8
    var large: Int128
    var double: Double
    var float: Float
    var text: String
    var optional: Int?
    var optionalText: String?
    var optionalObject: [String: [Int?]]?
    var list: [Double]
    var nested: [[Int]]
    var table: [String: Int]
    var date: Date
    var data: Data
    var url: URL
    var decimal: Decimal
    var suit: Suit
    var shape: Shape
    var keyed: [Int: String]
    enum Suit: String, Decodable { case hearts, spades }
    enum Shape: Decodable {
      case dot
      case circle(radius: Double)
    }
  }

  private static let members: [(String, [String])] = [
    ("bool", ["true", "false"]), ("int", ["1", "-5", "1.0", "1e3", "9223372036854775807"]),
    ("small", ["0", "255"]),
    ("large", ["1", "170141183460469231731687303715884105727"]),
    ("double", ["1", "0.1", "1e400", "123456789012345678901"]),
    ("float", ["1.5", "16777217", "0.1"]), ("text", ["\"a\\u00e9\"", "\"\""]), ("optional", ["1", "null"]),
    ("optionalText", ["\"x\"", "null"]), ("optionalObject", ["null", "{\"a\":[1,null]}"]),
    ("list", ["[]", "[1,2.5]"]),
    ("nested", ["[]", "[[],[1,2]]"]), ("table", ["{}", "{\"a\":1}", "{\"a\":1,\"a\":2}"]),
    ("date", ["0", "1.5"]),
    ("data", ["\"\"", "\"AQI=\"", "\"AQI\""]), ("url", ["\"http://a/b\"", "\"\""]),
    ("decimal", ["0.1", "100", "1e-5"]),
    ("suit", ["\"hearts\"", "\"clubs\""]),
    ("shape", ["{\"dot\":{}}", "{\"circle\":{\"radius\":1}}", "{}", "{\"x\":{}}"]),
    ("keyed", ["{\"1\":\"a\"}", "{\"a\":\"b\"}"]),
  ]
  private static let strangers = [
    "null", "1", "-1", "300", "1.5", "\"x\"", "true", "[]", "{}", "[null]", "[\"a\"]", "{\"a\":\"b\"}",
  ]

  @Test func `an object with a wrong or missing member is decoded as by Foundation`() {
    let right = Self.members.map { "\"\($0)\":\($1[0])" }
    compare(Everything.self, "{\(right.joined(separator: ","))}")
    compare(Everything.self, "{\(right.reversed().joined(separator: ","))}")
    for (index, member) in Self.members.enumerated() {
      var members = right
      members.remove(at: index)
      compare(Everything.self, "{\(members.joined(separator: ","))}")
      for value in member.1.dropFirst() + Self.strangers {
        var members = right
        members[index] = "\"\(member.0)\":\(value)"
        compare(Everything.self, "{\(members.joined(separator: ","))}")
        members.swapAt(index, (index + 7) % members.count)
        compare(Everything.self, "{\(members.joined(separator: ","))}")
        compare(Everything.self, "{\(members.joined(separator: ",")),\(right[index])}")
      }
    }
  }

  @Test func `documents are decoded to scalars and collections as by Foundation`() throws {
    var generator = SeededGenerator(seed: 9)
    var texts = Self.strangers + JSONSyntaxTests.valid.filter { !$0.hasPrefix("\u{FEFF}") }
    for _ in 0..<600 { texts.append(RandomJSON.document(depth: 2, using: &generator)) }
    for text in texts where !text.contains("0000") {
      compare(Bool.self, text)
      compare(Int.self, text)
      compare(Double.self, text)
      compare(Float.self, text)
      compare(String.self, text)
      compare(Int?.self, text)
      compare([Int].self, text)
      compare([Double?].self, text)
      compare([String].self, text)
      compare([[Double]].self, text)
      compare([String?: Int].self, text)
      compare(Date.self, text)
      compare(URL?.self, text)
      compare([Bool].self, text)
    }
  }

  @Test func `nested arrays of any depth are decoded as by Foundation`() {
    for value in ["1", "300", "1.5", "true", "\"a\"", "null", "[]", "{}"] {
      for depth in 0...5 {
        var text = value
        for level in 0..<depth { text = level.isMultiple(of: 2) ? "[\(text)]" : "[[],\(text)]" }
        compare([[Bool]].self, text)
        compare([[UInt8]].self, text)
        compare([[[Int]]].self, text)
        compare([[[Decimal]]].self, text)
        compare([[[[Float]]]].self, text)
        compare([[[[Double]]]].self, text)
        compare([[[[[String]]]]].self, text)
        compare([String: [[[Int]]]].self, "{\"key\":\(text)}")
      }
    }
  }

  @Test func `numbers are decoded as by Foundation`() {
    var generator = SeededGenerator(seed: 10)
    var numbers = [
      "0", "-0", "-0.0", "0e5", "1.0", "1.50", "100e-2", "1e2", "1E+2", "127", "128", "-128", "-129", "255",
      "256", "65536",
      "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
      "-9223372036854775809",
      "18446744073709551615", "18446744073709551616", "1e19", "1e-1", "123e-1", "1e308", "1e309", "-1e309",
      "1e-400",
      "4.9e-324", "2.4e-324", "2.2250738585072011e-308", "1.7976931348623157e308", "1.7976931348623159e308",
      "0.1", "0.3",
      "3.4028235e38", "3.4028236e38", "1e-46", "8.5e37", "16777217", "179769313486231580793728971405301e276",
      "9007199254740992.5", "0.000001", "123456789.123456789", "1" + String(repeating: "0", count: 30),
      "0." + String(repeating: "0", count: 30) + "1",
    ]
    for _ in 0..<2000 { numbers.append(RandomJSON.number(using: &generator)) }
    for number in numbers {
      // Foundation misreads zeros with an exponent, and numbers that a double rounds to zero.
      let double = Double(number) ?? 0
      guard double != 0 || number.utf8.allSatisfy({ $0 | 0x20 != UInt8(ascii: "e") }) else { continue }
      compare(Double.self, number)
      compare(Float.self, number)
      // Foundation reads anything but plain digits by way of a double.
      if number.utf8.count <= 15
        || number.utf8.allSatisfy({ $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") })
      {
        compare(Int.self, number)
        compare(Int8.self, number)
        compare(UInt64.self, number)
        compare(UInt8.self, number)
      }
    }
  }

  @Test func `decoding strategies have the same results as in Foundation`() {
    let foundation = JSONDecoder()
    var decoder = JSON.Decoder()
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    struct Names: Decodable {
      var oneTwo: Int
      var _leading: Int?
      var trailing_: Int?
      var alreadyCamel: Int?
      var urlPath: [String: Int]?
    }
    for text in [
      "{\"one_two\":1}", "{\"oneTwo\":1}", "{\"ONE_TWO\":1}", "{\"one__two\":1}",
      "{\"one_two\":1,\"_leading\":2}",
      "{\"one_two\":1,\"trailing_\":2}", "{\"one_two\":1,\"oneTwo\":2}", "{\"one_two\":1,\"alreadyCamel\":2}",
      "{\"one_two\":1,\"url_path\":{\"a_b\":1}}", "{\"one_two\":\"x\"}", "{\"_\":1}", "{\"one_t\\u0077o\":1}",
    ] {
      compare(Names.self, text, foundation, decoder)
    }
    foundation.keyDecodingStrategy = .custom {
      AnyCodingKey(stringValue: ($0.last?.stringValue ?? "") + "Two")
    }
    decoder.keyDecodingStrategy = .custom { AnyCodingKey(stringValue: ($0.last?.stringValue ?? "") + "Two") }
    compare(Names.self, "{\"one\":1}", foundation, decoder)
    compare([Names].self, "[{\"one\":1},{\"two\":1}]", foundation, decoder)

    foundation.dateDecodingStrategy = .secondsSince1970
    decoder.dateDecodingStrategy = .secondsSince1970
    for text in Self.strangers { compare([Date].self, "[\(text)]", foundation, decoder) }
    foundation.dateDecodingStrategy = .millisecondsSince1970
    decoder.dateDecodingStrategy = .millisecondsSince1970
    for text in Self.strangers { compare([Date].self, "[\(text)]", foundation, decoder) }
    foundation.dateDecodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
    for text in Self.strangers + [
      "\"2001-09-09T01:46:40Z\"", "\"2001-09-09\"", "\"2001-09-09T01:46:40+02:00\"",
      "\"2001-13-09T01:46:40Z\"",
    ] {
      compare([Date].self, "[\(text)]", foundation, decoder)
    }
    foundation.dateDecodingStrategy = .custom {
      Date(timeIntervalSince1970: Double(try String(from: $0)) ?? 0)
    }
    decoder.dateDecodingStrategy = .custom { Date(timeIntervalSince1970: Double(try String(from: $0)) ?? 0) }
    for text in ["\"1\"", "1", "null"] { compare([Date].self, "[\(text)]", foundation, decoder) }
    foundation.dataDecodingStrategy = .deferredToData
    decoder.dataDecodingStrategy = .deferredToData
    for text in Self.strangers + ["[1,2,255]", "[256]"] {
      compare([Data].self, "[\(text)]", foundation, decoder)
    }
    foundation.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    for text in ["\"inf\"", "\"-inf\"", "\"nan\"", "\"x\"", "\"in\\u0066\"", "1"] {
      compare([Double].self, "[\(text)]", foundation, decoder)
      compare([Float].self, "[\(text)]", foundation, decoder)
    }
  }

  // MARK: Encoding

  private func compareEncoding<T: Encodable>(
    _ value: T, sourceLocation: SourceLocation = #_sourceLocation,
    _ foundation: JSONEncoder = JSONEncoder(), _ encoder: JSON.Encoder = JSON.Encoder()
  ) {
    // Foundation's members have no order unless they are sorted.
    foundation.outputFormatting.insert(.sortedKeys)
    var encoder = encoder
    encoder.outputFormatting.insert(.sortedKeys)
    for isPretty in [false, true] {
      foundation.outputFormatting.remove(.prettyPrinted)
      if isPretty {
        foundation.outputFormatting.insert(.prettyPrinted)
        encoder.outputFormatting.insert(.prettyPrinted)
      }
      let expected = Outcome { String(decoding: try foundation.encode(value), as: UTF8.self) }
      let actual = Outcome { String(decoding: try encoder.encode(value), as: UTF8.self) }
      #expect(actual == expected, "\(T.self)", sourceLocation: sourceLocation)
    }
  }

  private struct Written: Encodable {
    var zText = "a/b\"\\\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}é😀\u{2028}"
    var flag = true
    var int = -5
    var big = UInt64.max
    var huge = Int128.min
    var double = 0.1
    var whole = 1.0
    var large = 1e16
    var small = Double.leastNonzeroMagnitude
    var float = Float(0.1)
    var negativeZero = -0.0
    var missing: Int?
    var list = [1, 2]
    var empty: [Int] = []
    var emptyTable: [String: Int] = [:]
    var nested = [[1.5], []]
    var table = ["b": ["x"], "a": []]
    var date = Date(timeIntervalSinceReferenceDate: 12.5)
    var data = Data([1, 2, 255])
    var url = URL(string: "http://a/b?c=d")
    var decimal = Decimal(string: "1234567890.0987654321")
    var optionals: [Int?] = [1, nil]
    var keyed = [1: "a", 2: "b"]
    var pageSize = 3
    var baseURLPath = "x"
    var shape = Shape.circle(radius: 2)
    var shapes = [Shape.dot]
    var none = Empty()
    enum Shape: Encodable {
      case dot
      case circle(radius: Double)
    }
    struct Empty: Encodable {}
  }

  @Test func `values are encoded as by Foundation`() {
    compareEncoding(Written())
    compareEncoding([Written()])
    compareEncoding("a/b")
    compareEncoding(1.5)
    // Before Swift 6.3, the path of a number that cannot be written lacks the last key.
    #if compiler(>=6.3)
      compareEncoding([Double.nan])
      compareEncoding(["a": [1, .infinity]])
      compareEncoding([[["a": Float.nan]]])
    #endif
    compareEncoding(Optional<Int>.none)
    compareEncoding([Int]())
    compareEncoding([String: Int]())
    compareEncoding(Written.Empty())
    compareEncoding([Date()])
    compareEncoding([Int8(1)])
    compareEncoding([Float(0.1), 1])
    compareEncoding([[[1.0]]])
    compareEncoding([UInt8(1), 255])
  }

  @Test func `encoding strategies have the same results as in Foundation`() {
    let foundation = JSONEncoder()
    var encoder = JSON.Encoder()
    foundation.keyEncodingStrategy = .convertToSnakeCase
    encoder.keyEncodingStrategy = .convertToSnakeCase
    compareEncoding(Written(), foundation, encoder)
    for name in [
      "", "a", "A", "oneTwoThree", "myURLProperty", "URLPath", "HTML", "aB", "a1B", "snake_case", "iPhoneX",
      "éÉ", "__x",
    ] {
      struct Named: Encodable {
        let name: String
        func encode(to encoder: any Encoder) throws {
          var container = encoder.container(keyedBy: AnyCodingKey.self)
          try container.encode(["dataKey": 1], forKey: AnyCodingKey(stringValue: name))
        }
      }
      compareEncoding(Named(name: name), foundation, encoder)
    }
    foundation.keyEncodingStrategy = .custom {
      AnyCodingKey(stringValue: $0.map(\.stringValue).joined(separator: "."))
    }
    encoder.keyEncodingStrategy = .custom {
      AnyCodingKey(stringValue: $0.map(\.stringValue).joined(separator: "."))
    }
    compareEncoding(["outer": Written()], foundation, encoder)
    compareEncoding([Written()], foundation, encoder)
    foundation.outputFormatting = [.withoutEscapingSlashes]
    encoder.outputFormatting = [.withoutEscapingSlashes]
    foundation.dateEncodingStrategy = .secondsSince1970
    encoder.dateEncodingStrategy = .secondsSince1970
    foundation.dataEncodingStrategy = .deferredToData
    encoder.dataEncodingStrategy = .deferredToData
    compareEncoding(Written(), foundation, encoder)
    foundation.dateEncodingStrategy = .millisecondsSince1970
    encoder.dateEncodingStrategy = .millisecondsSince1970
    compareEncoding(Written(), foundation, encoder)
    foundation.dateEncodingStrategy = .iso8601
    encoder.dateEncodingStrategy = .iso8601
    compareEncoding(Written(), foundation, encoder)
    foundation.dateEncodingStrategy = .custom { date, _ in _ = date }
    encoder.dateEncodingStrategy = .custom { date, _ in _ = date }
    foundation.dataEncodingStrategy = .custom { try $0.count.encode(to: $1) }
    encoder.dataEncodingStrategy = .custom { try $0.count.encode(to: $1) }
    foundation.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    compareEncoding(Written(), foundation, encoder)
    compareEncoding([Double.nan, .infinity, -.infinity, 1], foundation, encoder)
  }

  @Test func `doubles are written as by Foundation`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<20_000 {
      let double = Double(bitPattern: generator.next())
      guard double.isFinite else { continue }
      let text = Outcome { try JSON.Encoder().string(for: double) }
      #expect(text == Outcome { String(decoding: try JSONEncoder().encode(double), as: UTF8.self) })
    }
  }
}
