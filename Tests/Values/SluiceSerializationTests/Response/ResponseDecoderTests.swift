import HTTPTypes
import SluiceCoding
import SluiceJSON
import SluiceSerialization
import Testing

/// Decoding of responses by status, media type and body.
@Suite(.timeLimit(.minutes(5))) struct ResponseDecoderTests {
  typealias Row = (status: Int, contentType: String?, body: String, expected: DecodingOutcome)

  private static let ann = #"{"name":"Ann"}"#

  // MARK: JSON

  @Test(
    arguments: [
      (200, "application/json", ann, .value("Ann")), (201, "application/json", ann, .value("Ann")),
      (202, "application/json", ann, .value("Ann")), (299, "application/json", ann, .value("Ann")),
      (199, "application/json", ann, .error(.unacceptableStatus)),
      (300, "application/json", ann, .error(.unacceptableStatus)),
      (304, "application/json", "", .error(.unacceptableStatus)),
      (400, "application/json", ann, .error(.unacceptableStatus)),
      (404, nil, "", .error(.unacceptableStatus)), (500, "text/html", "<p>", .error(.unacceptableStatus)),
      // Types.
      (200, "text/json", ann, .value("Ann")), (200, "application/problem+json", ann, .value("Ann")),
      (200, "APPLICATION/JSON; charset=UTF-8", ann, .value("Ann")),
      (200, "application/vnd.api+json;v=1", ann, .value("Ann")), (200, "image/x+json", ann, .value("Ann")),
      (200, nil, ann, .error(.unacceptableMediaType)), (200, "", ann, .error(.unacceptableMediaType)),
      (200, "text/html", ann, .error(.unacceptableMediaType)),
      (200, "json", ann, .error(.unacceptableMediaType)),
      (200, "application/jsonp", ann, .error(.unacceptableMediaType)),
      (200, "application/json-seq", ann, .error(.unacceptableMediaType)),
      (200, "text/plain; a=application/json", ann, .error(.unacceptableMediaType)),
      // Bodies.
      (200, "application/json", "", .error(.emptyBody)), (204, nil, "", .error(.emptyBody)),
      (205, "text/html", "", .error(.emptyBody)), (200, "application/json", " ", .error(.emptyBody)),
      (200, "application/json", "\r\n\t ", .error(.emptyBody)),
      (200, "text/html", " ", .error(.unacceptableMediaType)),
      (200, "application/json", "{", .error(.decodingFailed)),
      (200, "application/json", #"{"name":1}"#, .error(.decodingFailed)),
      (200, "application/json", #"{"nom":"Ann"}"#, .error(.decodingFailed)),
      (200, "application/json", "[]", .error(.decodingFailed)),
      (200, "application/json", "null", .error(.decodingFailed)),
      (200, "application/json", "\u{FEFF}\(ann)", .value("Ann")),
    ] as [Row])
  func `a JSON body is decoded into a type`(row: Row) async throws {
    let decoder = ResponseDecoder.json(User.self).map(\.name)
    #expect(try await decoder.outcome(row.status, row.contentType, row.body) == row.expected)
  }

  @Test(
    arguments: [
      (200, "application/json", ann, .value("Ann")), (200, "application/json", "null", .value("nobody")),
      (200, "application/json", "", .value("nobody")), (200, "application/json", " ", .value("nobody")),
      (200, nil, "", .value("nobody")), (200, "text/html", "", .value("nobody")),
      (204, nil, "", .value("nobody")), (205, "application/json", "", .value("nobody")),
      (200, "text/html", " ", .error(.unacceptableMediaType)),
      (200, "application/json", "{", .error(.decodingFailed)),
      (200, "application/json", #"{"nom":1}"#, .error(.decodingFailed)),
      (304, nil, "", .error(.unacceptableStatus)), (404, nil, "", .error(.unacceptableStatus)),
    ] as [Row])
  func `an empty or null JSON body is nil for an optional type`(row: Row) async throws {
    let decoder = ResponseDecoder.json(User?.self).map { $0?.name ?? "nobody" }
    #expect(try await decoder.outcome(row.status, row.contentType, row.body) == row.expected)
  }

  @Test func `a 304 is nil if that status is accepted`() async throws {
    let decoder = ResponseDecoder.json(User?.self).accepting(statuses: 200..<300, 304)
    #expect(try await decoder.decode(response(304, nil), body: []) == nil)
    #expect(try await decoder.decode(response(200), body: Array(Self.ann.utf8)) == User(name: "Ann"))
    await #expect(throws: ResponseError.self) { try await decoder.decode(response(303), body: []) }
  }

  @Test func `statuses are accepted as numbers and as ranges`() {
    func statuses(_ decoder: ResponseDecoder<[UInt8]>) -> RangeSet<Int> { decoder.validation.statuses }
    let decoder = ResponseDecoder.bytes
    #expect(statuses(decoder.accepting(statuses: 200, 304)) == RangeSet([200..<201, 304..<305]))
    #expect(
      statuses(decoder.accepting(statuses: 200..<300, 304, 404))
        == RangeSet([200..<300, 304..<305, 404..<405]))
    #expect(statuses(decoder.accepting(statuses: 500...599)) == RangeSet([500..<600]))
    #expect(statuses(decoder.accepting(statuses: 400...)) == RangeSet([400..<1000]))
    #expect(statuses(decoder.accepting(statuses: ..<300)) == RangeSet([0..<300]))
    #expect(statuses(decoder.accepting(statuses: 300..<300, 200)) == RangeSet([200..<201]))
    #expect(statuses(decoder.accepting(statuses: Int.min...Int.max)) == RangeSet([0..<1000]))
    #expect(statuses(decoder.accepting(statuses: Int.max, Int.min, 200)) == RangeSet([200..<201]))
    #expect(StreamDecoder.lines().accepting(statuses: 206).validation.statuses == RangeSet(206..<207))
  }

  @Test(
    arguments: [
      (200, "application/json", #"{"b":1,"a":[null,{"c":null}]}"#, .value(#"{"b":1,"a":[null,{"c":null}]}"#)),
      (200, "application/json", "7", .value("7")), (200, "application/json", "", .error(.emptyBody)),
      (200, "application/json", "[1,]", .error(.decodingFailed)),
    ] as [Row])
  func `a JSON body is decoded as a JSON value`(row: Row) async throws {
    let decoder = ResponseDecoder.json(JSON.Value.self)
    #expect(try await decoder.outcome(row.status, row.contentType, row.body) == row.expected)
  }

  @Test(
    arguments: [
      (#"{"a":null,"b":1}"#, #"{"b":1}"#), (#"[null,{"a":null}]"#, "[null,{}]"), ("null", "null"),
      (#"{"a":{"b":{"c":null}},"d":[{"e":null,"f":2}]}"#, #"{"a":{"b":{}},"d":[{"f":2}]}"#),
    ])
  func `null members can be removed`(body: String, expected: String) async throws {
    let decoder = ResponseDecoder.jsonValue(removingNulls: true)
    #expect(try await decoder.outcome(200, "application/json", body) == .value(expected))
    #expect(
      try await ResponseDecoder.jsonValue().outcome(200, "text/json", body)
        == .value(body))
  }

  @Test(
    arguments: [
      (")]}'\n[1]", .value("[1]")), (")]}',\n[1]", .value("[1]")), ("while(1);[1]", .value("[1]")),
      ("for(;;);[1]", .value("[1]")), ("{}&&[1]", .value("[1]")), ("[1]", .value("[1]")),
      (")]}'", .error(.emptyBody)), ("{}", .value("{}")), (")]}[1]", .error(.decodingFailed)),
    ] as [(String, DecodingOutcome)])
  func `a prefix against script inclusion is stripped`(body: String, expected: DecodingOutcome) async throws {
    let decoder = ResponseDecoder.json(JSON.Value.self).strippingXSSIPrefix()
    #expect(try await decoder.outcome(200, "application/json", body) == expected)
  }

  @Test func `a byte offset counts a stripped prefix`() async throws {
    let decoder = ResponseDecoder.json(JSON.Value.self).strippingXSSIPrefix()
    let error = await decoder.error(200, "application/json", Array(")]}'\n[1 2]".utf8))
    #expect(error?.byteOffset == 8)
    #expect(error?.body == Array(")]}'\n[1 2]".utf8))
  }

  // MARK: Property lists, bytes and empty bodies

  @Test(
    arguments: [
      (
        200, "application/x-plist", "<plist><dict><key>name</key><string>Ann</string></dict></plist>",
        .value("Ann")
      ),
      (
        200, "application/x+plist", "<plist><dict><key>name</key><string>Ann</string></dict></plist>",
        .value("Ann")
      ),
      (200, "application/x-plist", "<plist>", .error(.decodingFailed)),
      (200, "application/x-plist", "<plist><array/></plist>", .error(.decodingFailed)),
      (200, "application/x-plist", "", .error(.emptyBody)), (204, nil, "", .error(.emptyBody)),
      (200, "text/xml", "<plist/>", .error(.unacceptableMediaType)),
    ] as [Row])
  func `a property list is decoded into a type`(row: Row) async throws {
    let decoder = ResponseDecoder.propertyList(User.self).map(\.name)
    #expect(try await decoder.outcome(row.status, row.contentType, row.body) == row.expected)
  }

  @Test func `a property list is decoded as a property list value`() async throws {
    let body = try PropertyList.Encoder().encode(["a": 1])
    let value = try await ResponseDecoder.propertyList(PropertyList.Value.self)
      .decode(response(200, "application/x-plist"), body: body)
    #expect(value == ["a": 1])
    #expect(
      try await ResponseDecoder.propertyList(PropertyList.Value?.self).decode(response(204, nil), body: [])
        == nil)
  }

  @Test(
    arguments: [
      (200, nil, "", .value("[]")), (200, nil, "a", .value("[97]")), (204, nil, "", .value("[]")),
      (200, "text/html", "a", .value("[97]")), (404, nil, "a", .error(.unacceptableStatus)),
    ] as [Row])
  func `bytes are accepted with any media type`(row: Row) async throws {
    #expect(try await ResponseDecoder.bytes.outcome(row.status, row.contentType, row.body) == row.expected)
  }

  @Test(
    arguments: [
      (200, nil, "", .value("EmptyBody()")), (204, nil, "", .value("EmptyBody()")),
      (205, nil, "", .value("EmptyBody()")),
      (304, "text/html", "", .value("EmptyBody()")), (200, nil, " ", .error(.unexpectedBody)),
      (404, nil, "", .error(.unacceptableStatus)),
    ] as [Row])
  func `a body is refused if none is expected`(row: Row) async throws {
    #expect(try await ResponseDecoder.empty.outcome(row.status, row.contentType, row.body) == row.expected)
  }

  @Test func `a type can supply its value for an empty body`() async throws {
    struct Tags: Decodable, Sendable, EmptyBodyConvertible {
      var tags: [String]
      static var emptyBodyOutput: Tags { Tags(tags: []) }
    }
    let decoder = ResponseDecoder.json(Tags.self).map(\.tags.count)
    #expect(try await decoder.outcome(204, nil, "") == .value("0"))
    #expect(try await decoder.outcome(200, "application/json", " ") == .value("0"))
    #expect(try await decoder.outcome(200, "application/json", #"{"tags":["a"]}"#) == .value("1"))
  }

  @Test func `an empty body is nil for optionals only`() async throws {
    struct Selection: Decodable, Sendable, ExpressibleByNilLiteral {
      init(nilLiteral: ()) {}
    }
    let json = ResponseDecoder.json(JSON.Value.self)
    let nested = ResponseDecoder.json(User??.self).map { $0 == .none }
    #expect(try await ResponseDecoder.json([User]?.self).outcome(204, nil, "") == .value("nil"))
    #expect(try await ResponseDecoder.json(User?.self).outcome(200, "text/json", " ") == .value("nil"))
    #expect(try await nested.outcome(204, nil, "") == .value("true"))
    #expect(try await json.outcome(204, nil, "") == .error(.emptyBody))
    #expect(try await ResponseDecoder.json(Selection.self).outcome(204, nil, "") == .error(.emptyBody))
    #expect(try await ResponseDecoder.json([User?].self).outcome(204, nil, "") == .error(.emptyBody))
  }

  // MARK: Custom validation and decoders

  @Test(
    arguments: [
      ([200..<300], 299, true), ([200..<300], 300, false), ([404..<405], 404, true),
      ([404..<405], 200, false),
      ([200..<300, 304..<305], 304, true), ([200..<300, 304..<305], 303, false), ([], 200, false),
    ] as [([Range<Int>], Int, Bool)])
  func `acceptable statuses can be set`(statuses: [Range<Int>], status: Int, isAccepted: Bool) async throws {
    var decoder = ResponseDecoder.bytes
    decoder.validation.statuses = RangeSet(statuses)
    #expect(
      try await decoder.outcome(status, nil, "") == (isAccepted ? .value("[]") : .error(.unacceptableStatus)))
  }

  @Test func `acceptable media types can be set`() async throws {
    let xml = MediaRange("*/*+xml")
    let decoder = ResponseDecoder.bytes.accepting(mediaTypes: MediaRange("text/*"), xml)
    for (contentType, isAccepted) in [
      ("text/css", true), ("application/atom+xml", true), ("application/xml", false), (nil, false),
    ] {
      #expect(
        try await decoder.outcome(200, contentType, "a")
          == (isAccepted ? .value("[97]") : .error(.unacceptableMediaType)))
    }
    let any = ResponseDecoder.json(User.self).accepting(mediaTypes: .any).map(\.name)
    #expect(try await any.outcome(200, nil, Self.ann) == .value("Ann"))
    #expect(try await any.outcome(200, "text/html", Self.ann) == .value("Ann"))
  }

  @Test func `the Accept field lists the acceptable media types`() {
    #expect(ResponseDecoder.bytes.validation.accept == nil)
    #expect(ResponseDecoder.json(User.self).validation.accept == "application/json, text/json")
    #expect(ResponseDecoder.empty.validation.accept == nil)
    #expect(
      ResponseDecoder.first(of: .json(User.self), .propertyList(User.self)).validation.accept
        == "application/json, text/json, application/x-plist, application/x-bplist, application/plist")
    #expect(ResponseDecoder.first(of: .json([UInt8].self), .bytes).validation.accept == nil)
  }

  @Test func `a closure can decode a response`() async throws {
    struct Odd: Error {}
    let decoder = ResponseDecoder<Int>(ResponseValidation(mediaTypes: [MediaRange(.plainText)])) {
      response, body in
      if body.count % 2 == 1 { throw Odd() }
      return body.withSpan { $0.count } + response.status.code
    }
    #expect(try await decoder.outcome(200, "text/plain;charset=x", "ab") == .value("202"))
    #expect(try await decoder.outcome(200, "text/plain", "") == .value("200"))
    let error = await decoder.error(200, "text/plain", [1])
    #expect(error?.code == .decodingFailed && error?.underlying is Odd)
  }

  @Test func `an output can be mapped`() async throws {
    struct Unwanted: Error {}
    let decoder = ResponseDecoder.json(User.self).map { user in
      if user.name == "Bob" { throw Unwanted() }
      return user.name.count
    }
    #expect(try await decoder.outcome(200, "text/json", Self.ann) == .value("3"))
    let error = await decoder.error(200, "text/json", Array(#"{"name":"Bob"}"#.utf8))
    #expect(error?.code == .decodingFailed && error?.underlying is Unwanted)
    // Mapping keeps the validation.
    let picky = ResponseDecoder.json(User.self).accepting(statuses: 404..<405).map(\.name)
    #expect(try await picky.outcome(200, "text/json", Self.ann) == .error(.unacceptableStatus))
  }

  @Test func `the first decoder that accepts the response decodes it`() async throws {
    let plist = "<plist><dict><key>name</key><string>Bob</string></dict></plist>"
    let text = ResponseDecoder.bytes.accepting(mediaTypes: MediaRange(.plainText)).accepting(
      statuses: 404..<405)
    let decoder = ResponseDecoder.first(
      of: ResponseDecoder.json(User.self).map(\.name), ResponseDecoder.propertyList(User.self).map(\.name),
      text.map { "\($0.count)" })
    #expect(try await decoder.outcome(200, "text/json", Self.ann) == .value("Ann"))
    #expect(try await decoder.outcome(200, "application/x-plist", plist) == .value("Bob"))
    #expect(try await decoder.outcome(404, "text/plain", "abc") == .value("3"))
    // Its error is final; no other decoder is tried.
    #expect(try await decoder.outcome(200, "text/json", plist) == .error(.decodingFailed))
    #expect(try await decoder.outcome(200, "image/png", "") == .error(.emptyBody))
    #expect(try await decoder.outcome(200, "image/png", "a") == .error(.unacceptableMediaType))
    #expect(try await decoder.outcome(200, "text/plain", "abc") == .error(.unacceptableMediaType))
    #expect(try await decoder.outcome(500, "text/json", Self.ann) == .error(.unacceptableStatus))
  }
}
