import FoundationEssentials
import HTTPTypes
import SluiceBody
import SluiceCoding
import SluiceJSON
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Serializers and decoders without a coder of the caller's own: all ways to ask for the defaults are the same.
@Suite(.timeLimit(.minutes(5))) struct DefaultCoderTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: any Encodable & Sendable & SendableMetatype

    init(_ name: String, _ value: any Encodable & Sendable & SendableMetatype) {
      testDescription = name
      self.value = value
    }
  }

  struct Place: Codable, Sendable, Equatable {
    var zip = "a/b"
    var area = ["n/s": ["y": 1.5, "x": -0.0]]
    var city: String?
    var since = Date(timeIntervalSinceReferenceDate: 0.125)
    var image = Data([0xFF, 0xEF, 0xBE, 0])
  }

  struct FloatingPoint: Codable, Sendable {
    var half: Float = 0.1
    var double = 1e21
    var whole = 3.0
    var decimal = Decimal(string: "1.10")
  }

  private static let samples = [
    Sample("slashes in a string", ["http://h/a?b=</script>"]),
    Sample("a date", [Date(timeIntervalSince1970: 1.5)]),
    Sample("data", [Data([0xFB, 0xFF, 0xBF])]), Sample("floating-point numbers", FloatingPoint()),
    Sample("nested keys in their order", Place()),
    Sample("a list of objects", [Place(), Place(zip: "é\u{2028}")]),
    Sample("a camelCase key", ["longText": "x"]),
    Sample("a JSON value", ["z": "/", "a": [1.0, nil]] as JSON.Value),
  ]

  /// Returns the fields and the body of a POST request with a value.
  private func sent<Input: Encodable & SendableMetatype>(
    _ value: Input, by encoder: RequestEncoder<any Encodable & SendableMetatype>
  ) async throws -> (fields: HTTPFields, body: [UInt8]) {
    var request = SessionRequest(HTTPRequest(method: .post, scheme: "http", authority: "h", path: "/"))
    try encoder.encode(value, into: &request)
    return (request.head.headerFields, try await readAll(try #require(request.body).makeReader()))
  }

  /// Checks that all encoders write the same fields and the given body.
  private func expectSameBody<Input: Encodable & SendableMetatype>(
    _ body: [UInt8], of value: Input, from encoders: [RequestEncoder<any Encodable & SendableMetatype>]
  ) async throws {
    let fields = try await sent(value, by: encoders[0]).fields
    for encoder in encoders {
      let sent = try await sent(value, by: encoder)
      #expect(String(decoding: sent.body, as: UTF8.self) == String(decoding: body, as: UTF8.self))
      #expect(sent.body == body && sent.fields == fields)
    }
  }

  @Test(arguments: samples) func `JSON without an encoder has the bytes of a new encoder`(sample: Sample)
    async throws
  {
    func check<Input: Encodable & SendableMetatype>(_ value: Input) async throws {
      try await expectSameBody(
        JSON.Encoder().encode(value), of: value,
        from: [
          .json, .json(JSON.Encoder()), .default,
        ])
    }
    try await check(sample.value)
  }

  @Test(arguments: samples.dropLast())
  func `a property list without an encoder has the bytes of a new encoder`(sample: Sample) async throws {
    func check<Input: Encodable & SendableMetatype>(_ value: Input) async throws {
      try await expectSameBody(
        PropertyList.Encoder().encode(value), of: value,
        from: [
          .propertyList, .propertyList(PropertyList.Encoder()),
        ])
    }
    try await check(sample.value)
  }

  @Test(arguments: samples.filter { $0.testDescription.contains("key") })
  func `a form without an encoder has the bytes of a new encoder`(sample: Sample) async throws {
    func check<Input: Encodable & SendableMetatype>(_ value: Input) async throws {
      try await expectSameBody(
        Query.Encoder().pairs(for: value).bytes(escaping: .form), of: value,
        from: [
          .urlEncoded, .urlEncoded(Query.Encoder()),
        ])
    }
    try await check(sample.value)
  }

  @Test func `a decoder of its own is the same as a new one`() async throws {
    let place = Place()
    let json = try JSON.Encoder().encode(place)
    for decoder: ResponseDecoder<Place> in [
      .json(Place.self), .json(Place.self, decoder: JSON.Decoder()),
      DefaultDecoder.json.decoder(for: Place.self),
    ] {
      #expect(try await decoder.decode(response(), body: json) == place)
    }
    let list = try PropertyList.Encoder().encode(place)
    var lists = DefaultDecoder.json
    lists.format = .propertyList
    for decoder: ResponseDecoder<Place> in [
      .propertyList(Place.self), .propertyList(Place.self, decoder: PropertyList.Decoder()),
      lists.decoder(for: Place.self),
    ] {
      #expect(try await decoder.decode(response(200, "application/x-plist"), body: list) == place)
    }
  }
}
