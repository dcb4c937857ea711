import FoundationEssentials
import SluiceCoding
import SluiceJSON
import Testing

/// The text of each kind of value, in both directions.
@Suite(.timeLimit(.minutes(5))) struct QueryScalarTests {
  private struct Box<Value: Codable & Equatable>: Codable, Equatable {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  /// Checks both directions, unescaped.
  private func expectRoundTrip<Value: Codable & Equatable>(
    _ value: Value, as text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let pairs = try Query.Encoder().pairs(for: Box(value))
    #expect(pairs == ["value": text], sourceLocation: sourceLocation)
    #expect(
      try Query.Decoder().decode(Box<Value>.self, from: pairs) == Box(value), sourceLocation: sourceLocation)
  }

  @Test func `integers of every width have their decimal text`() throws {
    try expectRoundTrip(Int8.min, as: "-128")
    try expectRoundTrip(UInt8.max, as: "255")
    try expectRoundTrip(Int16.min, as: "-32768")
    try expectRoundTrip(UInt16.max, as: "65535")
    try expectRoundTrip(Int32.min, as: "-2147483648")
    try expectRoundTrip(UInt32.max, as: "4294967295")
    try expectRoundTrip(Int64.min, as: "-9223372036854775808")
    try expectRoundTrip(UInt64.max, as: "18446744073709551615")
    try expectRoundTrip(Int.max, as: "9223372036854775807")
    try expectRoundTrip(UInt.max, as: "18446744073709551615")
    try expectRoundTrip(Int128.min, as: "-170141183460469231731687303715884105728")
    try expectRoundTrip(UInt128.max, as: "340282366920938463463374607431768211455")
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "-0"), (1, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (0.1 + 0.2, "0.30000000000000004"),
      (1e15, "1000000000000000"), (1e16, "1e+16"), (1e22, "1e+22"), (.leastNonzeroMagnitude, "5e-324"),
      (1e-7, "1e-07"),
      (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.pi, "3.141592653589793"),
    ] as [(Double, String)])
  func `doubles have their shortest text`(value: Double, text: String) throws {
    try expectRoundTrip(value, as: text)
    #expect(try Query.Decoder().decode([String: Double].self, from: ["a": text])["a"]?.sign == value.sign)
  }

  @Test func `floats have their own shortest text`() throws {
    try expectRoundTrip(Float(0.1), as: "0.1")
    try expectRoundTrip(Float(16_777_216), as: "16777216")
    try expectRoundTrip(Float.leastNonzeroMagnitude, as: "1e-45")
  }

  @Test func `URLs, decimals, UUIDs, data, strings and booleans have their text`() throws {
    try expectRoundTrip(URL(string: "https://a.example/b?c=d#e"), as: "https://a.example/b?c=d#e")
    try expectRoundTrip(Decimal(string: "-1234567890.123456789"), as: "-1234567890.123456789")
    try expectRoundTrip(
      Decimal(string: "340282366920938463463374607431768211455"),
      as: "340282366920938463463374607431768211455")
    try expectRoundTrip(Decimal(string: "1e20"), as: "100000000000000000000")
    try expectRoundTrip(Decimal(0), as: "0")
    try expectRoundTrip(
      UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"), as: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    try expectRoundTrip(Data([0xFB, 0xFF, 0x00]), as: "+/8A")
    try expectRoundTrip(Data(), as: "")
    try expectRoundTrip("", as: "")
    try expectRoundTrip("null", as: "null")
    try expectRoundTrip(true, as: "true")
    try expectRoundTrip(false, as: "false")
  }

  @Test(
    arguments: [
      (.iso8601, 0, "1970-01-01T00:00:00Z"),
      (.iso8601, 1_000_000_000, "2001-09-09T01:46:40Z"),
      (.iso8601, -1, "1969-12-31T23:59:59Z"),
      (.iso8601, 951_782_399, "2000-02-28T23:59:59Z"),
      (.iso8601, 951_782_400, "2000-02-29T00:00:00Z"),
      (.iso8601, 253_402_300_799, "9999-12-31T23:59:59Z"),
      (.iso8601, -62_167_219_200, "0000-01-01T00:00:00Z"),
      (.secondsSince1970, 1_000_000_000, "1000000000"),
      (.secondsSince1970, 1_000_000_000.5, "1000000000.5"),
      (.secondsSince1970, -0.25, "-0.25"),
      (.millisecondsSince1970, 1_000_000_000.5, "1000000000500"),
      (.millisecondsSince1970, -1, "-1000"),
      (
        .custom(
          text: { "day \(Int($0.timeIntervalSince1970) / 86_400)" },
          date: { Int($0.dropFirst(4)).map { Date(timeIntervalSince1970: Double($0) * 86_400) } }), 172_800,
        "day 2"
      ),
    ] as [(Query.Dates, Double, String)])
  func `dates are written by the strategy, and read back`(
    strategy: Query.Dates, seconds: Double, text: String
  )
    throws
  {
    var encoder = Query.Encoder()
    encoder.dateEncodingStrategy = strategy
    let decoder = Query.Decoder(reading: encoder)
    let date = Date(timeIntervalSince1970: seconds)
    let pairs = try encoder.pairs(for: ["d": [date]])
    #expect(pairs == ["d[]": text])
    #expect(try decoder.decode([String: [Date]].self, from: pairs) == ["d": [date]])
  }

  @Test func `dates are rounded to the precision of the strategy`() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000.0019)
    var encoder = Query.Encoder()
    #expect(try encoder.string(for: ["d": date]) == "d=2023-11-14T22%3A13%3A20Z")
    encoder.dateEncodingStrategy = .millisecondsSince1970
    #expect(try encoder.string(for: ["d": date]) == "d=1700000000002")
  }

  @Test func `data can have a custom strategy`() throws {
    let hexadecimal = Query.DataEncoding.custom(
      text: { $0.map { String($0, radix: 16) }.joined() },
      data: { text in UInt8(text, radix: 16).map { Data([$0]) } })
    var encoder = Query.Encoder()
    encoder.dataEncodingStrategy = hexadecimal
    let decoder = Query.Decoder(reading: encoder)
    #expect(try encoder.string(for: ["d": Data([0xAB])]) == "d=ab")
    #expect(try decoder.decode([String: Data].self, from: "d=ab") == ["d": Data([0xAB])])
  }

  @Test func `a value without a text is an error with its path`() {
    expectNoText(Double.nan)
    expectNoText(Double.infinity)
    expectNoText(-Double.infinity)
    expectNoText(Float.nan)
    expectNoText(Float.infinity)
    expectNoText(Decimal.nan)
    expectNoText(Date(timeIntervalSince1970: .nan))
    expectNoText(Date(timeIntervalSince1970: .infinity))
    expectNoText(Date(timeIntervalSince1970: 1e300))
    expectNoText(Date(timeIntervalSince1970: 253_402_300_800))
    expectNoText(Date(timeIntervalSince1970: -62_167_219_201))
    expectNoText(Date(timeIntervalSince1970: .infinity), dates: .secondsSince1970)
    expectNoText(Date(timeIntervalSince1970: 1e308), dates: .millisecondsSince1970)
    expectNoText(Date(), dates: .custom(text: { _ in nil }))
  }

  @Test(arguments: ["AAA", "AA=A", "AAAA====", "AA==\n", "AA-_"])
  func `text that is not Base64 is refused as data`(text: String) {
    #expect(throws: DecodingError.self) {
      try Query.Decoder().decode([String: Data].self, from: ["d": text])
    }
  }

  @Test func `a JSON value is encoded in the order of its members`() throws {
    let value = try JSON.Value(parsing: "{\"b\":{\"d\":1,\"c\":0.1},\"a\":\"x\"}")
    #expect(try Query.Encoder().string(for: value) == "b%5Bd%5D=1&b%5Bc%5D=0.1&a=x")
  }

  @Test(arguments: [
    ("18446744073709551615", "18446744073709551615"), ("18446744073709551616", "18446744073709551616"),
    ("-9223372036854775809", "-9223372036854775809"), ("1e2", "100"), ("0.10", "0.10"), ("1e400", "1e400"),
    ("340282366920938463463374607431768211456", "340282366920938463463374607431768211456"),
    ("0.1234567890123456789012345678901234567891", "0.1234567890123456789012345678901234567891"),
  ]) func `a JSON number keeps its value`(number: String, text: String) throws {
    let value = try JSON.Value(parsing: "{\"a\":[\(number)],\"b\":\(number)}")
    #expect(try Query.Encoder().pairs(for: value) == ["a[]": text, "b": text])
  }

  private func expectNoText(
    _ value: some Encodable, dates: Query.Dates = .iso8601, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var encoder = Query.Encoder()
    encoder.dateEncodingStrategy = dates
    do {
      let text = try encoder.string(for: ["a": ["b": [value]]])
      Issue.record("\(text)", sourceLocation: sourceLocation)
    } catch EncodingError.invalidValue(let value, let context) {
      #expect(context.codingPath.map(\.stringValue) == ["a", "b", "Index 0"], sourceLocation: sourceLocation)
      #expect(context.codingPath.last?.intValue == 0, sourceLocation: sourceLocation)
      // Printing the error must not trap.
      #expect(!"\(value)".isEmpty, sourceLocation: sourceLocation)
    } catch {
      Issue.record("\(error)", sourceLocation: sourceLocation)
    }
  }
}
