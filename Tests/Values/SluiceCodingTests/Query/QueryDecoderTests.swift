import FoundationEssentials
import SluiceCoding
import Testing

/// Decoding queries into types, and errors.
@Suite(.timeLimit(.minutes(5))) struct QueryDecoderTests {
  private func decode<T: Decodable>(
    _ type: T.Type, _ query: String, _ adjust: (inout Query.Decoder) -> Void = { _ in }
  ) throws -> T {
    var decoder = Query.Decoder()
    adjust(&decoder)
    return try decoder.decode(type, from: query)
  }

  @Test(
    arguments: [
      "a[]=1&a[]=2&a[]=3", "a=1&a=2&a=3", "a[0]=1&a[1]=2&a[2]=3", "a[2]=3&a[0]=1&a[1]=2",
      "a[1]=1&a[10]=3&a[9]=2", "a[0]=1&a[7]=2&a[999999999]=3", "a[5]=1&a[6]=2&a[9223372036854775807]=3",
    ])
  func `an array is read from every form of names`(query: String) throws {
    #expect(try decode([String: [Int]].self, query) == ["a": [1, 2, 3]])
    #expect(try decode([String: [Int]].self, query) { $0.arrays = .comma } == ["a": [1, 2, 3]])
  }

  @Test func `a single value is an array of one element`() throws {
    #expect(try decode([String: [Int]].self, "a=1") == ["a": [1]])
    #expect(try decode([String: [[Int]]].self, "a=1") == ["a": [[1]]])
    #expect(try decode([String: [String]].self, "a") == ["a": [""]])
  }

  @Test(
    arguments: [
      ("a=1,2,3", ["1", "2", "3"]), ("a=1", ["1"]), ("a=", [""]), ("a=,", ["", ""]), ("a=1%2C2", ["1", "2"]),
      ("a=1,2&a=3", ["1,2", "3"]), ("a[]=1,2", ["1,2"]), ("a[0]=1,2", ["1,2"]),
      ("a=,\u{301}", ["", "\u{301}"]),
    ])
  func `commas separate elements if that strategy is chosen`(query: String, elements: [String]) throws {
    #expect(try decode([String: [String]].self, query) { $0.arrays = .comma } == ["a": elements])
    // A type that tries one form after the other decodes a value twice, with the same result.
    struct Twice: Decodable {
      let first: [String]
      let second: [String]
      init(from decoder: any Decoder) throws {
        first = try [String](from: decoder)
        second = try [String](from: decoder)
      }
    }
    let twice = try decode([String: Twice].self, query) { $0.arrays = .comma }
    #expect(twice["a"]?.first == elements)
    #expect(twice["a"]?.second == elements)
  }

  private struct Form: Decodable, Equatable {
    var name: String
    var age: Int?
    var tags: [String]
    var address: Address
    struct Address: Decodable, Equatable {
      var city: String?
      var lines: [String: String]
    }
  }

  @Test func `missing optionals, arrays and objects are empty`() throws {
    let empty = Form.Address(city: nil, lines: [:])
    #expect(try decode(Form.self, "name=") == Form(name: "", age: nil, tags: [], address: empty))
    #expect(
      try decode(Form.self, "address[city]=x&name=y&unknown[z]=1")
        == Form(name: "y", age: nil, tags: [], address: Form.Address(city: "x", lines: [:])))
  }

  @Test func `bytes and pairs are decoded like text`() throws {
    #expect(try Query.Decoder().decode([String: String].self, from: Array("a=b+c".utf8)) == ["a": "b c"])
    #expect(
      try Query.Decoder().decode([String: String].self, from: ["a": "b+c"] as Query.Pairs) == ["a": "b+c"])
  }

  private struct Failure: Error, Equatable, CustomStringConvertible {
    enum Kind { case keyNotFound, valueNotFound, typeMismatch, dataCorrupted }
    var kind: Kind
    var path: [String]
    var description: String { "\(kind) \(path)" }

    init(_ kind: Kind, _ path: String...) {
      self.kind = kind
      self.path = path
    }
    init?(_ error: any Error) {
      guard let error = error as? DecodingError else { return nil }
      let context: DecodingError.Context
      var missing: [String] = []
      switch error {
      case .keyNotFound(let key, let found):
        (kind, context, missing) = (.keyNotFound, found, [key.stringValue])
      case .valueNotFound(_, let found): (kind, context) = (.valueNotFound, found)
      case .typeMismatch(_, let found): (kind, context) = (.typeMismatch, found)
      case .dataCorrupted(let found): (kind, context) = (.dataCorrupted, found)
      @unknown default: return nil
      }
      path = context.codingPath.map(\.stringValue) + missing
    }
  }

  private func expectFailure<T: Decodable>(
    _ type: T.Type, _ query: String, _ failure: Failure, sourceLocation: SourceLocation = #_sourceLocation,
    _ adjust: (inout Query.Decoder) -> Void = { _ in }
  ) {
    do {
      let value = try decode(type, query, adjust)
      Issue.record("\(value)", sourceLocation: sourceLocation)
    } catch {
      #expect(Failure(error) == failure, sourceLocation: sourceLocation)
    }
  }

  @Test func `an error names its field`() {
    expectFailure(Form.self, "age=1", Failure(.keyNotFound, "name"))
    expectFailure([String: Form].self, "a[age]=1", Failure(.keyNotFound, "a", "name"))
    expectFailure(Form.self, "name=a&age=x", Failure(.dataCorrupted, "age"))
    expectFailure(Form.self, "name=a&name=b", Failure(.typeMismatch, "name"))
    expectFailure(Form.self, "name[]=a", Failure(.typeMismatch, "name"))
    expectFailure(Form.self, "name[x]=a", Failure(.typeMismatch, "name"))
    expectFailure(Form.self, "name=a&address=b", Failure(.typeMismatch, "address"))
    expectFailure(Form.self, "name=a&address[]=b", Failure(.typeMismatch, "address"))
    expectFailure(Form.self, "name=a&address=b&address=c", Failure(.typeMismatch, "address"))
    expectFailure(Form.self, "name=a&tags[x]=b", Failure(.typeMismatch, "tags"))
    expectFailure(Form.self, "name=a&tags[01]=b", Failure(.typeMismatch, "tags"))
    expectFailure(Form.self, "name=a&tags[-1]=b&tags[0]=c", Failure(.typeMismatch, "tags"))
    expectFailure(Form.self, "name=a&tags[%2B1]=b", Failure(.typeMismatch, "tags"))
    expectFailure(Form.self, "name=a&tags[99999999999999999999]=b", Failure(.typeMismatch, "tags"))
    expectFailure([String: [Int]].self, "a[]=1&a[]=x", Failure(.dataCorrupted, "a", "Index 1"))
    expectFailure(
      [String: [[Int]]].self, "a[0][1]=1&a[0][0]=x", Failure(.dataCorrupted, "a", "Index 0", "Index 0"))
    expectFailure([String: Int].self, "a=1&b=x", Failure(.dataCorrupted, "b"))
    expectFailure([String: String].self, "a=1&b[x]=2", Failure(.typeMismatch, "b"))
    expectFailure([String: [String]].self, "a[]=1&a[][x]=2", Failure(.typeMismatch, "a", "Index 1"))
    expectFailure([String: [[String]]].self, "a=1", Failure(.dataCorrupted, "a", "Index 0")) {
      $0.maximumDepth = 1
    }
    expectFailure([String: Int].self, "a=1&a[b]=2", Failure(.dataCorrupted, "a"))
    expectFailure(Int.self, "a=1", Failure(.typeMismatch))
    expectFailure(String.self, "", Failure(.typeMismatch))
  }

  @Test(
    arguments: [
      "", " 1", "1 ", "1.0", "1e2", "0x1", "x", "256", "-1", "٣", "1_0", "99999999999999999999999999",
    ])
  func `an integer that is malformed or does not fit is refused`(text: String) {
    expectFailure([String: UInt8].self, "a=\(text)", Failure(.dataCorrupted, "a"))
    #expect(throws: DecodingError.self) { try decode([String: [UInt8]].self, "a[]=\(text)") }
  }

  @Test(
    arguments: [
      "", " 1", "1 ", "0x1p3", "nan", "NaN", "inf", "-inf", "infinity", "1e999", "-1e999", "1e", "e1", ".",
      "+", "1,5", "1.5x", "--1",
    ])
  func `a fraction that is malformed or does not fit is refused`(text: String) {
    expectFailure([String: Double].self, "a=\(text)", Failure(.dataCorrupted, "a"))
    expectFailure([String: Float].self, "a=\(text)", Failure(.dataCorrupted, "a"))
    expectFailure([String: Decimal].self, "a=\(text)", Failure(.dataCorrupted, "a"))
  }

  @Test func `a decimal is exact or refused`() throws {
    let digits = String(repeating: "9", count: 38)
    #expect(try decode([String: Decimal].self, "a=\(digits)000")["a"]?.description == digits + "000")
    #expect(try decode([String: Decimal].self, "a=0.\(digits)")["a"]?.description == "0." + digits)
    #expect(try decode([String: Decimal].self, "a=-007.5e%2B1")["a"] == -75)
    expectFailure([String: Decimal].self, "a=\(digits)9", Failure(.dataCorrupted, "a"))
    expectFailure([String: Decimal].self, "a=1e-200", Failure(.dataCorrupted, "a"))
  }

  @Test func `malformed values of other types are refused`() {
    for text in ["", "1", "0", "True", "yes"] {
      expectFailure([String: Bool].self, "a=\(text)", Failure(.dataCorrupted, "a"))
    }
    for text in ["", "true", "2", "01"] {
      expectFailure([String: Bool].self, "a=\(text)", Failure(.dataCorrupted, "a")) { $0.bools = .numeric }
    }
    expectFailure([String: URL].self, "a=", Failure(.dataCorrupted, "a"))
    expectFailure([String: UUID].self, "a=x", Failure(.dataCorrupted, "a"))
    expectFailure([String: Data].self, "a=x", Failure(.dataCorrupted, "a"))
    expectFailure([String: Date].self, "a=x", Failure(.dataCorrupted, "a"))
    expectFailure([String: Date].self, "a=nan", Failure(.dataCorrupted, "a")) {
      $0.dateDecodingStrategy = .secondsSince1970
    }
    expectFailure([String: Date].self, "a=1", Failure(.dataCorrupted, "a")) {
      $0.dateDecodingStrategy = .custom(text: { _ in "" })
    }
  }

  @Test(
    arguments: [
      (.drop, "a=1", 1), (.drop, "b=1", nil), (.bare, "a", nil), (.bare, "a=1", 1), (.empty, "a=", nil),
      (.empty, "a", nil), (.literal, "a=null", nil), (.custom("-"), "a=-", nil), (.custom("-"), "a=1", 1),
    ] as [(Query.Nils, String, Int?)])
  func `nil follows the strategy`(strategy: Query.Nils, query: String, value: Int?) throws {
    struct Holder: Decodable { var a: Int? }
    #expect(try decode(Holder.self, query) { $0.nils = strategy }.a == value)
  }

  @Test func `an empty text is nil for an optional number, Boolean, date or URL`() throws {
    struct Inputs: Decodable, Equatable {
      var count: Int?
      var byte: UInt8?
      var huge: Int128?
      var ratio: Double?
      var price: Decimal?
      var isPublic: Bool?
      var day: Date?
      var link: URL?
      var text: String?
      var data: Data?
    }
    let names = ["count", "byte", "huge", "ratio", "price", "isPublic", "day", "link", "text", "data"]
    let empty = Inputs(text: "", data: Data())
    for query in [names.map { $0 + "=" }.joined(separator: "&"), names.joined(separator: "&")] {
      #expect(try decode(Inputs.self, query) == empty)
    }
    #expect(try decode(Inputs.self, "count=7&text=a&ratio=") == Inputs(count: 7, text: "a"))
    #expect(throws: DecodingError.self) { try decode(Inputs.self, "count=+") }
    struct Required: Decodable { var count: Int }
    #expect(throws: DecodingError.self) { try decode(Required.self, "count=") }
  }

  @Test func `an empty text is nil for an optional element and an optional value of a dictionary`() throws {
    struct Inputs: Decodable, Equatable {
      var counts: [Int?]
      var prices: [String: Decimal?]
      var flags: [Bool?]
      var days: [Date??]
      var texts: [String?]
    }
    let query = "counts[]=1&counts[]=&counts[]&prices[a]=&prices[b]=2&flags[]=&days[]=&texts[]=&texts[]=a"
    #expect(
      try decode(Inputs.self, query)
        == Inputs(
          counts: [1, nil, nil], prices: ["a": nil, "b": 2], flags: [nil], days: [.some(nil)],
          texts: ["", "a"]))
    #expect(try decode([String: [Double?]].self, "a=1,,3") { $0.arrays = .comma } == ["a": [1, nil, 3]])
    #expect(throws: DecodingError.self) { try decode([String: [Int]].self, "a[]=") }
    #expect(throws: DecodingError.self) { try decode([String: [Int?]].self, "a[]=+") }
  }

  @Test func `an empty text is nil for a container that decodes an element if it is present`() throws {
    struct Counts: Decodable {
      var elements: [Int?] = []
      var flag: Bool?
      var rest: [Double?] = []

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        elements = [try container.decodeIfPresent(Int.self), try container.decodeIfPresent(Int.self)]
        flag = try container.decodeIfPresent(Bool.self)
        rest = [try container.decodeIfPresent(Double.self), try container.decodeIfPresent(Double.self)]
      }
    }
    let counts = try #require(try decode([String: Counts].self, "a[]=&a[]=2&a[]=&a[]=0.5")["a"])
    #expect(counts.elements == [nil, 2])
    #expect(counts.flag == nil)
    #expect(counts.rest == [0.5, nil])
  }

  @Test func `the text for nil is read as text by a type that is not optional`() throws {
    #expect(try decode([String: String].self, "a=null") { $0.nils = .literal } == ["a": "null"])
    #expect(try decode([String: String?].self, "a=null&b=x") { $0.nils = .literal } == ["a": nil, "b": "x"])
    #expect(try decode([String: String].self, "a") { $0.nils = .bare } == ["a": ""])
    #expect(
      try decode([String: [Int?]].self, "a=1,,3") {
        $0.nils = .empty
        $0.arrays = .comma
      } == ["a": [1, nil, 3]])
  }
}
