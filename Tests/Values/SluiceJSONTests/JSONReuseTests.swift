import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceJSON
@testable import SluiceSupport

/// Decoders and containers, which are reused for the next value unless a type kept them.
@Suite(.timeLimit(.minutes(5))) struct JSONReuseTests {
  private static let list = #"[{"a":1,"b":[10],"c":{"a":-1}},{"a":2,"b":[20],"c":{"a":-2}},{"a":3}]"#

  /// A type that records the object that its keys are read from.
  struct Trace: Decodable {
    let scope: ObjectIdentifier?
    let value: Int
    init(from decoder: any Decoder) throws {
      scope = (decoder as? JSONValueDecoder).map { ObjectIdentifier($0.scope) }
      value = try decoder.container(keyedBy: AnyCodingKey.self).decode(
        Int.self, forKey: AnyCodingKey(stringValue: "a"))
    }
  }

  @Test func `values of one type are read in one scope`() throws {
    let traces = try JSON.Decoder().decode([Trace].self, from: Self.list)
    #expect(traces.map(\.value) == [1, 2, 3])
    #expect(Set(traces.map(\.scope)).count == 1)
  }

  private func document(of value: JSON.Value?) -> JSONDocument? {
    guard case .scanned(let document, _)? = value?.storage else { return nil }
    return document
  }

  @Test func `elements are parsed with the memory of the last one, unless a value still refers to it`() throws
  {
    let bytes = Array(#"[{"a":1},{"a":2},{"a":3},["x"]]"#.utf8)
    var (parser, position) = (JSON.ElementParser(), 0)
    weak let first = document(of: try parser.next(in: bytes.span, from: &position))
    #expect(first != nil)
    let second = try #require(try parser.next(in: bytes.span, from: &position))
    #expect(document(of: second) === first)
    let third = try #require(try parser.next(in: bytes.span, from: &position))
    let copy = parser
    let fourth = try #require(try parser.next(in: bytes.span, from: &position))
    #expect(document(of: third) !== document(of: second) && document(of: fourth) !== document(of: third))
    #expect([second, third, fourth].map(\.description) == [#"{"a":2}"#, #"{"a":3}"#, #"["x"]"#])
    #expect(try parser.next(in: bytes.span, from: &position) == nil)
    try withExtendedLifetime(copy) { try parser.finish() }
  }

  struct KeptDecoder: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) throws {
      self.decoder = decoder
      _ = try decoder.container(keyedBy: AnyCodingKey.self)
    }
    var value: Int {
      get throws {
        try decoder.container(keyedBy: AnyCodingKey.self).decode(
          Int.self, forKey: AnyCodingKey(stringValue: "a"))
      }
    }
  }

  struct KeptContainer: Decodable {
    let container: KeyedDecodingContainer<AnyCodingKey>
    init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: AnyCodingKey.self) }
    var value: Int { get throws { try container.decode(Int.self, forKey: AnyCodingKey(stringValue: "a")) } }
    var path: [String] { container.codingPath.map(\.stringValue) }
  }

  @Test func `a kept decoder stays at its value`() throws {
    let kept = try JSON.Decoder().decode([KeptDecoder].self, from: Self.list)
    #expect(try kept.map { try $0.value } == [1, 2, 3])
    #expect(kept.map { $0.decoder.codingPath.map(\.stringValue) } == [["Index 0"], ["Index 1"], ["Index 2"]])
  }

  @Test func `a kept container stays at its value`() throws {
    let kept = try JSON.Decoder().decode([KeptContainer].self, from: Self.list)
    #expect(try kept.map { try $0.value } == [1, 2, 3])
    #expect(kept.map(\.path) == [["Index 0"], ["Index 1"], ["Index 2"]])
  }

  /// A type that keeps nested containers.
  struct KeptParts: Decodable {
    var list: (any UnkeyedDecodingContainer)?
    let nested: KeyedDecodingContainer<AnyCodingKey>?
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyCodingKey.self)
      list = try? container.nestedUnkeyedContainer(forKey: AnyCodingKey(stringValue: "b"))
      nested = try? container.nestedContainer(
        keyedBy: AnyCodingKey.self, forKey: AnyCodingKey(stringValue: "c"))
    }
  }

  @Test func `kept nested containers stay at their values`() throws {
    var kept = try JSON.Decoder().decode([KeptParts].self, from: Self.list)
    #expect(try kept[0].list?.decode(Int.self) == 10)
    #expect(try kept[1].list?.decode(Int.self) == 20)
    #expect(try kept[0].nested?.decode(Int.self, forKey: AnyCodingKey(stringValue: "a")) == -1)
    #expect(try kept[1].nested?.decode(Int.self, forKey: AnyCodingKey(stringValue: "a")) == -2)
    #expect(kept[1].nested?.codingPath.map(\.stringValue) == ["Index 1", "c"])
    #expect(kept[2].list == nil && kept[2].nested == nil)
  }

  /// A recursive type, whose container is still in use while its children are read.
  struct Tree: Decodable, Equatable {
    let before: Int
    let children: [Tree]
    let after: Int
  }

  @Test func `recursive values do not disturb each other`() throws {
    let text = """
      {"before":1,"children":[{"before":2,"children":[],"after":3},
      {"before":4,"children":[{"before":5,"children":[],"after":6}],"after":7}],"after":8}
      """
    let expected = Tree(
      before: 1,
      children: [
        Tree(before: 2, children: [], after: 3),
        Tree(before: 4, children: [Tree(before: 5, children: [], after: 6)], after: 7),
      ], after: 8)
    #expect(try JSON.Decoder().decode([Tree].self, from: "[\(text),\(text)]") == [expected, expected])
  }

  /// A type that requests containers of two kinds of keys in turns.
  struct TwoKinds: Decodable {
    enum First: String, CodingKey { case a }
    enum Second: String, CodingKey { case a, b }
    let values: [Int]
    init(from decoder: any Decoder) throws {
      let first = try decoder.container(keyedBy: First.self)
      let second = try decoder.container(keyedBy: Second.self)
      let again = try decoder.container(keyedBy: First.self)
      values = try [
        first.decode(Int.self, forKey: .a), second.decode(Int.self, forKey: .a),
        again.decode(Int.self, forKey: .a), second.decode([Int].self, forKey: .b)[0],
      ]
    }
  }

  @Test func `a value has containers of several kinds of keys`() throws {
    let text = #"[{"a":1,"b":[10]},{"b":[20],"a":2}]"#
    #expect(
      try JSON.Decoder().decode([TwoKinds].self, from: text).map(\.values) == [
        [1, 1, 1, 10], [2, 2, 2, 20],
      ])
  }

  /// A value, or `nil` if it cannot be decoded.
  struct Lossy<Value: Decodable>: Decodable {
    let value: Value?
    init(from decoder: any Decoder) throws { value = try? decoder.singleValueContainer().decode(Value.self) }
  }

  @Test func `an error has no effect on the values after it`() throws {
    let text = #"[{"a":"x"},{"a":2},{"c":0},{"a":4}]"#
    let values = try JSON.Decoder().decode([Lossy<[String: Int]>].self, from: text)
    #expect(values.map(\.value) == [nil, ["a": 2], ["c": 0], ["a": 4]])
    let traces = try JSON.Decoder().decode([Lossy<Trace>].self, from: text)
    #expect(traces.map(\.value?.value) == [nil, 2, nil, 4])
  }

  final class Token: Sendable {}

  @Test(arguments: [true, false]) func `decoders keep nothing in memory`(keeping: Bool) throws {
    weak var token: Token?
    do {
      let key = try #require(CodingUserInfoKey(rawValue: "token"))
      var decoder = JSON.Decoder()
      let strong = Token()
      decoder.userInfo[key] = strong
      token = strong
      if keeping {
        let kept = try decoder.decode([KeptContainer].self, from: Self.list)
        #expect(try kept.map { try $0.value } == [1, 2, 3])
      } else {
        #expect(try decoder.decode([Trace].self, from: Self.list).count == 3)
        #expect(throws: DecodingError.self) { try decoder.decode([Trace].self, from: #"[{"a":1},{}]"#) }
      }
      var series = JSON.SeriesDecoder(decoder)
      for number in 0..<3 {
        #expect(
          try series.decode(Trace.self, from: ["a": .init(.number(JSON.Number(number)))]).value == number)
        #expect(
          try series.decode(Trace.self, from: JSON.Value(parsing: #"{"a":\#(number)}"#)).value == number)
      }
    }
    #expect(token == nil)
  }

  /// A type that refers to a part of its document.
  struct KeptValue: Decodable, JSONReadable {
    let a: Int
    let c: JSON.Value
    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      a = try cursor.read("a")
      c = try cursor.read("c")
    }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyCodingKey.self)
      a = try container.decode(Int.self, forKey: AnyCodingKey(stringValue: "a"))
      c = try container.decode(JSON.Value.self, forKey: AnyCodingKey(stringValue: "c"))
    }
  }

  struct KeptPlainValue: Decodable {
    let c: JSON.Value
  }

  @Test func `values that refer to their document are not changed by later calls`() throws {
    var values: [JSON.Value] = []
    for number in 0..<20 {
      let text = #"{"a":\#(number),"c":{"n":[\#(number),"text \#(number)"]}}"#
      values.append(try JSON.Decoder().decode(KeptValue.self, from: text).c)
      values.append(try JSON.Decoder().decode(KeptPlainValue.self, from: text).c)
      values.append(try #require(try JSON.Decoder().decode([String: JSON.Value].self, from: text)["c"]))
      _ = try? JSON.Decoder().decode(KeptValue.self, from: #"{"a":99,"c":{"n":[99,"no text"}}"#)
    }
    for (index, value) in values.enumerated() {
      #expect(
        value == ["n": [.init(.number(JSON.Number(index / 3))), .init(stringLiteral: "text \(index / 3)")]])
    }
  }

  @Test func `documents after one that is larger, malformed or of a decoder with other limits are read`()
    throws
  {
    var shallow = JSON.Decoder()
    shallow.maximumDepth = 1
    let large = "[" + (0..<100_000).map(String.init).joined(separator: ",") + "]"
    for number in 0..<4 {
      #expect(try JSON.Decoder().decode([Int].self, from: large).count == 100_000)
      #expect(try JSON.Decoder().decode([Int].self, from: "[\(number)]") == [number])
      #expect(throws: DecodingError.self) { try shallow.decode([[Int]].self, from: "[[\(number)]]") }
      #expect(throws: DecodingError.self) {
        try JSON.Decoder().decode([Int].self, from: large.dropLast() + "}")
      }
      #expect(try JSON.Decoder().decode([[Int]].self, from: "[[\(number)]]") == [[number]])
    }
  }

  /// A type that is coded with the values that its coders pass to it.
  struct Informed: Codable {
    let count: Int
    init() { count = 0 }
    init(from decoder: any Decoder) throws { count = decoder.userInfo.count }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(encoder.userInfo.count)
    }
  }

  @Test func `each call passes its own values to the types`() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "token"))
    for number in 0..<6 {
      var (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
      if number % 2 == 1 { (decoder.userInfo[key], encoder.userInfo[key]) = (number, number) }
      #expect(try decoder.decode([Informed].self, from: "[0,0]").map(\.count) == [number % 2, number % 2])
      #expect(try encoder.encode([Informed(), Informed()]) == Array("[\(number % 2),\(number % 2)]".utf8))
    }
  }

  /// A type whose encoding fails halfway.
  struct Failing: Encodable {
    struct Cause: Error {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      throw Cause()
    }
  }

  @Test func `encoders keep nothing in memory, and nothing of what failed`() throws {
    weak var token: Token?
    do {
      let key = try #require(CodingUserInfoKey(rawValue: "token"))
      var encoder = JSON.Encoder()
      let strong = Token()
      encoder.userInfo[key] = strong
      token = strong
      var bytes: [UInt8] = [0x20]
      for number in 0..<3 {
        #expect(throws: Failing.Cause.self) { try encoder.encode(Failing(), into: &bytes) }
        #expect(throws: EncodingError.self) { try encoder.encode(Double.nan, into: &bytes) }
        #expect(bytes.count == 1 + 3 * number)
        try encoder.encode([number], into: &bytes)
      }
      #expect(bytes == Array(" [0][1][2]".utf8))
    }
    #expect(token == nil)
  }

  // MARK: A series of documents

  @Test func `a series reads each of its documents in one scope`() throws {
    var series = JSON.SeriesDecoder(JSON.Decoder())
    var scopes: Set<ObjectIdentifier?> = []
    for number in 0..<10 {
      let trace = try series.decode(Trace.self, from: JSON.Value(parsing: #"{"b":0,"a":\#(number)}"#))
      #expect(trace.value == number)
      scopes.insert(trace.scope)
      #expect(throws: DecodingError.self) {
        try series.decode(Trace.self, from: JSON.Value(parsing: #"{"a":"x"}"#))
      }
    }
    #expect(scopes.count == 1)
  }

  @Test func `containers and decoders kept from a series stay at their document`() throws {
    var series = JSON.SeriesDecoder(JSON.Decoder())
    var containers: [KeptContainer] = []
    var decoders: [KeptDecoder] = []
    for number in 0..<3 {
      let document = try JSON.Value(parsing: #"{"a":\#(number)}"#)
      containers.append(try series.decode(KeptContainer.self, from: document))
      decoders.append(try series.decode(KeptDecoder.self, from: document))
      _ = try series.decode(Trace.self, from: JSON.Value(parsing: #"{"a":99}"#))
    }
    #expect(try containers.map { try $0.value } == [0, 1, 2])
    #expect(try decoders.map { try $0.value } == [0, 1, 2])
  }

  @Test func `what is kept from a series is not changed by its later documents`() throws {
    var series = JSON.SeriesDecoder(JSON.Decoder())
    var (documents, values, containers): ([JSON.Value], [JSON.Value], [KeptContainer]) = ([], [], [])
    for number in 0..<30 {
      // The present document is always parsed before the last one is released.
      let document = try series.parse(Array(#"{"a":\#(number),"c":{"n":"\#(number)"}}"#.utf8).span)
      switch number % 4 {
      case 0: documents.append(document)
      case 1: values.append(try series.decode(KeptValue.self, from: document).c)
      case 2: containers.append(try series.decode(KeptContainer.self, from: document))
      default: #expect(try series.decode(Trace.self, from: document).value == number)
      }
      #expect(throws: JSON.SyntaxError.self) { try series.parse(Array(#"{"a":99,"c":{"n":"#.utf8).span) }
    }
    #expect(
      documents.map { $0["a"] } == stride(from: 0, to: 30, by: 4).map { .init(.number(JSON.Number($0))) })
    #expect(values.map { $0["n"]?.string } == stride(from: 1, to: 30, by: 4).map { "\($0)" })
    #expect(try containers.map { try $0.value } == Array(stride(from: 2, to: 30, by: 4)))
  }

  @Test func `copies of a series do not share a scope`() throws {
    var first = JSON.SeriesDecoder(JSON.Decoder())
    _ = try first.decode(Trace.self, from: JSON.Value(parsing: #"{"a":1}"#))
    var second = first
    let traces = try (
      first.decode(Trace.self, from: JSON.Value(parsing: #"{"a":1}"#)),
      second.decode(Trace.self, from: JSON.Value(parsing: #"{"a":2}"#))
    )
    #expect(traces.0.scope != traces.1.scope)
    #expect((traces.0.value, traces.1.value) == (1, 2))
  }

  /// A type of nothing but nested arrays.
  struct Nest: Decodable {
    let inner: [Nest]
    init(from decoder: any Decoder) throws { inner = try [Nest](from: decoder) }
  }

  @Test func `a series checks the stack of the current thread`() throws {
    func nest(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    let deep = try JSON.Value(parsing: nest(50_000), maximumDepth: 100_000)
    let shared = Lock(JSON.SeriesDecoder(JSON.Decoder()))
    let shallow = try JSON.Value(parsing: nest(100))
    _ = try shared.withLock { try $0.decode(Nest.self, from: shallow) }
    let isRefused = SmallStack.run { () -> Bool in
      shared.withLock { (series: inout JSON.SeriesDecoder) -> Bool in
        do {
          _ = try series.decode(Nest.self, from: deep)
          return false
        } catch {
          return error is DecodingError
        }
      }
    }
    #expect(isRefused ?? true)
  }
}
