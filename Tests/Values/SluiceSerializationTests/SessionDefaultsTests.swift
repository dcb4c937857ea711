import FoundationEssentials
import HTTPTypes
import SluiceBody
import SluiceCoding
import SluiceJSON
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Decoders and serializers in a session that has set strategies once: the short forms use them, the forms with a coder
/// of their own do not.
@Suite(.timeLimit(.minutes(5))) struct SessionDefaultsTests {
  struct Item: Codable, Error, Equatable {
    var createdAt: Date

    static let first = Item(createdAt: Date(timeIntervalSince1970: 7))
  }

  /// A value that holds a text of the decoder's or encoder's `userInfo`.
  struct Tagged: Codable, Equatable {
    static let key = CodingUserInfoKey(rawValue: "tag")
    var tag: String

    init(_ tag: String) { self.tag = tag }

    init(from decoder: any Decoder) throws { tag = Self.tag(in: decoder.userInfo) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(["tag": Self.tag(in: encoder.userInfo)])
    }

    private static func tag(in userInfo: [CodingUserInfoKey: Any]) -> String {
      key.flatMap { userInfo[$0] as? String } ?? ""
    }
  }

  /// A decoder of snake case and seconds.
  private static var decoder: JSON.Decoder {
    var decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    return decoder
  }

  private static var context: DecodingContext {
    var defaults = DefaultDecoder.json
    defaults.json = decoder
    return DecodingContext(decoder: defaults, failure: nil)
  }

  // MARK: Responses

  /// Decodes an item from a response whose body is JSON, and returns the item or the failure of a 404.
  private static func item<Output>(
    _ decoder: ResponseDecoder<Output>, _ json: String, _ context: DecodingContext, status: Int = 200
  ) async throws -> Output {
    try await decoder.decode(response(status), body: CollectedBody(Array(json.utf8)), in: context)
  }

  private static func item(
    _ decoder: StreamDecoder<ElementStream<Item>>, _ contentType: String, _ body: String,
    _ context: DecodingContext
  ) async throws -> Item {
    let stream = try await decoder.stream(response(200, contentType), body: .text(body), in: context)
    var all: [Item] = []
    for try await item in stream { all.append(item) }
    return try #require(all.count == 1 ? all[0] : nil)
  }

  private static func failure(
    _ decoder: some ValidatingDecoder, _ json: String, _ decode: () async throws -> Void
  ) async throws -> Item {
    let error = await #expect(throws: ResponseError.self) { try await decode() }
    return try #require(error?.underlying as? Item, "\(error as Any)")
  }

  /// A decoder with and without a coder of its own. It reads an item from JSON in a context.
  typealias Reading = @Sendable (_ own: JSON.Decoder?, _ json: String, DecodingContext) async throws -> Item

  static let readings: NamedCases<Reading> = [
    "json": { own, json, context in
      try await item(own.map { .json(Item.self, decoder: $0) } ?? .json(Item.self), json, context)
    },
    "json, mapped": { own, json, context in
      let decoder: ResponseDecoder<[Item]> = own.map { .json([Item].self, decoder: $0) } ?? .json([Item].self)
      return try await item(decoder.map { $0[0] }, "[\(json)]", context)
    },
    "the second of two": { own, json, context in
      let decoder: ResponseDecoder<Item> = own.map { .json(Item.self, decoder: $0) } ?? .json(Item.self)
      return try await item(.first(of: .propertyList(Item.self), decoder), json, context)
    },
    "json with a prefix": { own, json, context in
      let decoder: ResponseDecoder<Item> = own.map { .json(Item.self, decoder: $0) } ?? .json(Item.self)
      return try await item(decoder.strippingXSSIPrefix(), ")]}'\(json)", context)
    },
    "json in other statuses": { own, json, context in
      let decoder: ResponseDecoder<Item> = own.map { .json(Item.self, decoder: $0) } ?? .json(Item.self)
      return try await item(decoder.accepting(statuses: 404..<405), json, context, status: 404)
    },
    "a failure": { own, json, context in
      let decoder: ResponseDecoder<[UInt8]> =
        own.map { .bytes.decoding(failure: .json(Item.self, decoder: $0)) }
        ?? .bytes.decoding(failure: Item.self)
      return try await failure(decoder, json) { _ = try await item(decoder, json, context, status: 404) }
    },
    "a failure's decoder": { own, json, context in
      let decoder: ResponseDecoder<[UInt8]> = .bytes.decoding(
        failure: own.map { .json(Item.self, decoder: $0) } ?? .json(Item.self))
      return try await failure(decoder, json) { _ = try await item(decoder, json, context, status: 404) }
    },
    "a stream's failure": { own, json, context in
      let decoder: StreamDecoder<ElementStream<String>> = .lines().decoding(
        failure: own.map { .json(Item.self, decoder: $0) } ?? .json(Item.self))
      return try await failure(decoder, json) {
        _ = try await decoder.stream(response(404), body: .text(json), in: context)
      }
    },
    "jsonLines": { own, json, context in
      try await item(
        own.map { .jsonLines(Item.self, decoder: $0) } ?? .jsonLines(Item.self), "application/jsonl", json,
        context)
    },
    "jsonSequence": { own, json, context in
      try await item(
        own.map { .jsonSequence(Item.self, decoder: $0) } ?? .jsonSequence(Item.self), "application/json-seq",
        "\u{1E}\(json)\n", context)
    },
    "jsonElements": { own, json, context in
      try await item(
        own.map { .jsonElements(Item.self, decoder: $0) } ?? .jsonElements(Item.self), "application/json",
        "[\(json)]", context)
    },
    "without any decoder": { own, json, context in
      var decoder = context.decoder
      if let own { decoder.json = own }
      return try await item(decoder.decoder(for: Item.self), json, context)
    },
  ]

  @Test(arguments: readings)
  func `a decoder without a coder of its own has the session's strategies`(reading: NamedCase<Reading>)
    async throws
  {
    #expect(try await reading.value(nil, #"{"created_at":7}"#, Self.context) == .first)
  }

  @Test(arguments: readings)
  func `a decoder with a coder of its own has its strategies only`(reading: NamedCase<Reading>) async throws {
    // Without strategies, dates are seconds since 2001.
    let json = #"{"createdAt":-978307193}"#
    #expect(try await reading.value(JSON.Decoder(), json, Self.context) == .first)
  }

  @Test(arguments: readings)
  func `outside of a session, a decoder without a coder of its own has no strategies`(
    reading: NamedCase<Reading>
  ) async throws {
    #expect(try await reading.value(nil, #"{"createdAt":-978307193}"#, DecodingContext()) == .first)
  }

  @Test func `the public methods decode as outside of a session`() async throws {
    let json = #"{"createdAt":-978307193}"#
    #expect(try await ResponseDecoder.json(Item.self).decode(response(), body: Array(json.utf8)) == .first)
    let stream = try await StreamDecoder.jsonLines(Item.self).stream(
      response(200, "application/jsonl"), body: .text(json))
    for try await item in stream { #expect(item == .first) }
  }

  @Test func `documents and property lists have the session's options`() async throws {
    let key = try #require(Tagged.key)
    var decoder = DefaultDecoder.json
    decoder.json.maximumDepth = 2
    decoder.propertyList.userInfo[key] = "session"
    let context = DecodingContext(decoder: decoder, failure: nil)
    let deep = CollectedBody(Array("[[[null]]]".utf8))
    for isStripped in [false, true] {
      let error = await #expect(throws: ResponseError.self) {
        try await ResponseDecoder.jsonValue(removingNulls: isStripped).decode(
          response(), body: deep, in: context)
      }
      #expect(error?.code == .decodingFailed)
      let value = try await ResponseDecoder.jsonValue(removingNulls: isStripped, decoder: JSON.Decoder())
        .decode(response(), body: deep, in: context)
      #expect(value == [[[nil]]])
    }
    let list = CollectedBody(try PropertyList.Encoder().encode(["tag": ""]))
    var own = PropertyList.Decoder()
    own.userInfo[key] = "own"
    decoder.format = .propertyList
    let decoders: [(ResponseDecoder<Tagged>, String)] = [
      (.propertyList(Tagged.self), "session"), (.propertyList(Tagged.self, decoder: own), "own"),
      (.propertyList(Tagged.self, decoder: PropertyList.Decoder()), ""),
      (decoder.decoder(for: Tagged.self), "session"),
    ]
    for (decoder, tag) in decoders {
      let value = try await decoder.decode(response(200, "application/x-plist"), body: list, in: context)
      #expect(value == Tagged(tag))
    }
  }

  @Test func `the format is changed without losing the options of the other`() throws {
    var decoder = DefaultDecoder.json
    decoder.json = Self.decoder
    decoder.format = .propertyList
    #expect(decoder.decoder(for: Item.self).validation.accept?.contains("application/x-plist") == true)
    decoder.format = .json
    #expect(decoder.decoder(for: Item.self).validation.accept == "application/json, text/json")
    #expect(try decoder.json.decode(Item.self, from: Array(#"{"created_at":7}"#.utf8)) == .first)
  }

  @Test func `a custom decoder is not changed`() async throws {
    let decoder = ResponseDecoder { _, body in
      try body.withSpan { try JSON.Decoder().decode(Item.self, from: $0) }
    }
    let item = try await Self.item(decoder, #"{"createdAt":-978307193}"#, Self.context)
    #expect(item == .first)
  }

  @Test(arguments: ["JSON": .json, "property lists": .propertyList] as NamedCases<DefaultDecoder.Format>)
  func `without any decoder, EmptyBody is an empty body in any format`(
    format: NamedCase<DefaultDecoder.Format>
  ) async throws {
    var defaults = DefaultDecoder.json
    defaults.format = format.value
    let decoder = defaults.decoder(for: EmptyBody.self)
    #expect(try await decoder.outcome(204, nil, "") == .value("\(EmptyBody())"))
    #expect(try await decoder.outcome(200, "application/json", "{}") == .error(.unexpectedBody))
  }

  // MARK: Requests

  private static var defaults: DefaultEncoder {
    var encoder = JSON.Encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .secondsSince1970
    var defaults = DefaultEncoder.json
    defaults.json = encoder
    defaults.query.keyEncodingStrategy = .convertToSnakeCase
    defaults.query.dateEncodingStrategy = .secondsSince1970
    return defaults
  }

  /// The body that an encoder writes.
  private func written<Input>(
    _ value: Input, _ encoder: RequestEncoder<Input>, _ defaults: DefaultEncoder?
  ) async throws -> String {
    var request = SessionRequest(HTTPRequest(method: .post, scheme: "http", authority: "h", path: "/"))
    if let defaults {
      try encoder.encode(value, into: &request, defaults: defaults)
    } else {
      try encoder.encode(value, into: &request)
    }
    guard let body = request.body else { return request.head.path ?? "" }
    return String(decoding: try await readAll(body.makeReader()), as: UTF8.self)
  }

  struct Writing: Sendable {
    var short: RequestEncoder<any Encodable & SendableMetatype>
    var own: RequestEncoder<any Encodable & SendableMetatype>
    var ofSession: String
    var ofOwn: String
  }

  static let writings: NamedCases<Writing> = [
    "json": Writing(
      short: .json, own: .json(JSON.Encoder()), ofSession: #"{"created_at":7}"#,
      ofOwn: #"{"createdAt":-978307193}"#),
    "URL-encoded": Writing(
      short: .urlEncoded, own: .urlEncoded(Query.Encoder()), ofSession: "created_at=7",
      ofOwn: "createdAt=1970-01-01T00%3A00%3A07Z"),
    "without any encoding": Writing(
      short: .default, own: .json(JSON.Encoder()), ofSession: #"{"created_at":7}"#,
      ofOwn: #"{"createdAt":-978307193}"#),
  ]

  @Test(arguments: writings)
  func `an encoding without an encoder of its own has the session's strategies`(
    writing: NamedCase<Writing>
  ) async throws {
    let writing = writing.value
    #expect(try await written(Item.first, writing.short, Self.defaults) == writing.ofSession)
    #expect(try await written(Item.first, writing.own, Self.defaults) == writing.ofOwn)
    #expect(try await written(Item.first, writing.short, nil) == writing.ofOwn)
  }

  @Test func `property lists and URL-encoded values have the session's encoders`() async throws {
    var defaults = DefaultEncoder.json
    defaults.format = .urlEncoded
    defaults.propertyList.outputFormat = .xml
    defaults.query.keyEncodingStrategy = .convertToSnakeCase
    struct Value: Encodable, Sendable { var longName = 1 }
    func text(_ encoder: RequestEncoder<any Encodable & SendableMetatype>) async throws -> String {
      try await written(Value(), encoder, defaults)
    }
    #expect(try await text(.propertyList).hasPrefix("<?xml"))
    #expect(try await text(.propertyList(PropertyList.Encoder())).hasPrefix("bplist"))
    #expect(try await text(.default) == "long_name=1")
    defaults.format = .propertyList
    #expect(try await text(.default).hasPrefix("<?xml"))
  }

  @Test func `a custom encoder is not changed`() async throws {
    let encoder = RequestEncoder<Item> { item, request in
      request.setBody(.bytes(try JSON.Encoder().encode(item)), contentType: nil)
    }
    #expect(try await written(.first, encoder, Self.defaults) == #"{"createdAt":-978307193}"#)
  }
}
