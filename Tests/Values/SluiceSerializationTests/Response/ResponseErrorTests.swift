import HTTPTypes
import SluiceBody
import SluiceGzip
import SluiceJSON
import SluiceSerialization
import SluiceTestSupport
import Testing

/// The description and the parts of an error about a response.
@Suite(.timeLimit(.minutes(5))) struct ResponseErrorTests {
  private let request = HTTPRequest(
    method: .get, scheme: "https", authority: "ann:secret@example.com:8443", path: "/users/1?token=secret")

  @Test(
    arguments: [
      (404, "text/plain", "no such\r\n user", "unacceptable-status: 404: no such user"),
      (404, "text/plain", "", "unacceptable-status: 404"),
      (200, "text/html", "<p>", "unacceptable-media-type: text/html: <p>"),
      (200, nil, "a", "unacceptable-media-type: no media type: a"),
      (204, nil, "", "empty-body: 204"),
      (404, nil, "\u{1B}[31mred", "unacceptable-status: 404"),
      (404, nil, "\u{9B}31mred", "unacceptable-status: 404"),
    ] as [(Int, String?, String, String)])
  func `an error is described in a single line`(status: Int, contentType: String?, body: String, text: String)
    async
  {
    let error = await ResponseDecoder.json(User.self).error(status, contentType, Array(body.utf8))
    #expect(error.map { "\($0)" } == text)
  }

  @Test func `a body that the client has not decoded is named as such`() async throws {
    let json = Array(#"{"name":"Ann"}"#.utf8)
    let codings: [(String, DeflateFormat)] = [("gzip", .gzip), ("GZIP, x-gzip", .gzip), ("deflate", .zlib)]
    for (coding, format) in codings {
      let coded = try await readAll(GzipSource(.bytes(json), format: format).makeReader())
      var head = response()
      head.headerFields[.contentEncoding] = coding
      let error = await #expect(throws: ResponseError.self) {
        try await ResponseDecoder.json(User.self).decode(head, body: coded)
      }
      #expect(error?.code == .contentCoded && error?.underlying is DecodingError)
      #expect(
        error?.description
          == "content-coded: the client has not decoded the body (Content-Encoding: \(coding))")
      // Clients that have decoded the body may leave the field.
      #expect(try await ResponseDecoder.json(User.self).decode(head, body: json) == User(name: "Ann"))
      #expect(try await ResponseDecoder.bytes.decode(head, body: coded) == coded)
      let malformed = await #expect(throws: ResponseError.self) {
        try await ResponseDecoder.json(User.self).decode(head, body: [0x78])
      }
      #expect(malformed?.code == .decodingFailed)
      // Without the field, a file of gzip is what it says.
      #expect(
        await ResponseDecoder.json(User.self).error(200, "application/json", coded)?.code == .decodingFailed)
    }
  }

  @Test func `the message has the server's reason phrase`() async {
    let response = HTTPResponse(status: .init(code: 404, reasonPhrase: "Not Found"))
    let error = await #expect(throws: ResponseError.self) {
      try await ResponseDecoder.bytes.decode(response, body: [])
    }
    #expect(error?.message == "404 Not Found")
  }

  @Test func `the request is described without secrets`() async {
    let error = await ResponseDecoder.bytes.error(500, nil, [], for: request)
    #expect(error?.method == .get)
    #expect(error?.url == "https://example.com:8443/users/1")
    #expect(error.map { "\($0)" } == "unacceptable-status: 500 (GET https://example.com:8443/users/1)")
  }

  @Test func `a URL is cut at its delimiter even if a combining mark follows`() async {
    for path in ["/users?\u{308}token=secret", "/users#\u{308}secret"] {
      let request = HTTPRequest(method: .get, scheme: "https", authority: "ann:secret@h", path: path)
      #expect(await ResponseDecoder.bytes.error(500, nil, [], for: request)?.url == "https://h/users")
    }
  }

  @Test func `the message has the text of the body in its encoding`() async {
    for (contentType, body) in [
      ("text/plain; charset=iso-8859-1", [0x6E, 0xE9] as [UInt8]),
      ("text/plain; charset=utf-16", [0x6E, 0, 0xE9, 0]),
      ("text/plain", [0x6E, 0xC3, 0xA9]), ("text/plain; charset=klingon", [0x6E, 0xC3, 0xA9]),
    ] {
      #expect(await ResponseDecoder.bytes.error(500, contentType, body)?.message == "500: né")
    }
  }

  @Test func `an error keeps the start of a long body and shows whole characters`() async throws {
    for text in [String(repeating: "x", count: 100_000), String(repeating: "€", count: 50_000)] {
      let error = try #require(await ResponseDecoder.json(User.self).error(500, nil, Array(text.utf8)))
      #expect("\(error)".count < 300 && !"\(error)".contains("\u{FFFD}"))
      #expect(error.body == Array(text.utf8.prefix(ResponseError.maximumBodyByteCount)))
      #expect(error.head == response(500, nil) && error.status == .internalServerError)
    }
  }

  // MARK: Positions of decoding errors

  struct Team: Decodable, Sendable {
    struct Member: Decodable, Sendable {
      var firstName: String
      var ages: [Int]
    }
    var members: [Member]
  }

  @Test(
    arguments: [
      (#"{"members":[]"#, "", 13), (#"[1]"#, "", 0), (#" {"members": {}}"#, "members", 13),
      (#"{"members":[{"firstName":"A","ages":[1, "2"]}]}"#, "members.0.ages.1", 40),
      ("{\"a\":[\"}\",\"\\\"\"],\n \"members\":[{\"ages\":[],\"firstName\":7}]}", "members.0.firstName", 52),
      (#"{"members":[{"ages":[]}]}"#, "members.0", 12),
      (#"{"members":[{"firstName":"A","ages":[1,2.5]}]}"#, "members.0.ages.1", 39),
      (#"{"é":1,"members":[ null ]}"#, "members.0", 20),
    ])
  func `a decoding error has its coding path and byte offset`(body: String, path: String, offset: Int)
    async throws
  {
    let error = try #require(await ResponseDecoder.json(Team.self).error(200, "text/json", Array(body.utf8)))
    #expect(error.code == .decodingFailed && error.underlying is DecodingError)
    let keys = error.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    #expect(keys.joined(separator: ".") == path)
    #expect(error.byteOffset == offset)
    #expect("\(error)".contains("(byte \(offset))"))
  }

  @Test func `the byte offset is found with converted keys`() async throws {
    var decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let body = #"{"members":[{"first_name":[1]}]}"#
    let error = await ResponseDecoder.json(Team.self, decoder: decoder).error(
      200, "text/json", Array(body.utf8))
    #expect(error?.byteOffset == 26)
  }

  @Test func `a decoding error is described with its line and column`() async {
    let error = await ResponseDecoder.json(User.self).error(
      200, "text/json", Array("{\n  \"name\": 7 }".utf8))
    #expect(
      error.map { "\($0)" } == """
        decoding-failed: Expected to decode String but found number instead in name at line 2, column 11 (byte 12): \
        { "name": 7 }
        """)
  }

  // MARK: Typed failures

  struct Problem: Error, Decodable, Equatable { var title: String }

  @Test func `the body of an unacceptable status is decoded as a failure`() async throws {
    let decoder = ResponseDecoder.json(User.self).decoding(failure: Problem.self)
    let body = Array(#"{"title":"gone"}"#.utf8)
    for contentType in ["application/problem+json", "application/json"] {
      let error = await decoder.error(404, contentType, body)
      #expect(error?.code == .unacceptableStatus)
      #expect(error?.underlying as? Problem == Problem(title: "gone"))
      #expect(error?.body == body)
    }
    #expect(try await decoder.decode(response(), body: Array(#"{"name":"Ann"}"#.utf8)) == User(name: "Ann"))
    // A body with an acceptable status is never decoded as a failure.
    #expect(await decoder.error(200, "text/json", body)?.underlying is DecodingError)
    // Mapping and combining decoders keep the failure.
    let mapped = ResponseDecoder.first(of: decoder.map(\.name))
    #expect(await mapped.error(404, "text/json", body)?.underlying as? Problem == Problem(title: "gone"))
  }

  @Test(
    arguments: [("text/html", "<p>"), (nil, ""), ("text/json", "{}"), ("text/json", "{"), ("text/json", "")]
      as [(String?, String)])
  func `an unacceptable status has no underlying error if its body is not a failure`(
    contentType: String?, body: String
  ) async {
    let decoder = ResponseDecoder.json(User.self).decoding(failure: Problem.self)
    let error = await decoder.error(500, contentType, Array(body.utf8))
    #expect(error?.code == .unacceptableStatus && error?.underlying == nil)
    #expect(error?.body == Array(body.utf8))
  }

  @Test func `any decoder can decode a failure`() async {
    struct Said: Error { var text: String }
    let decoder = ResponseDecoder.json(User.self)
      .decoding(failure: ResponseDecoder.bytes.map { Said(text: String(decoding: $0, as: UTF8.self)) })
    let error = await decoder.error(503, "text/plain", Array("later".utf8))
    #expect((error?.underlying as? Said)?.text == "later")
  }
}
