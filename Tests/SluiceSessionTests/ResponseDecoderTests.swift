import Sluice
import SluiceLoopback
import Testing

/// A response is validated, then decoded; what is refused is an error that holds it.
@Suite(.timeLimit(.minutes(1))) struct ResponseDecoderTests {
  struct User: Codable, Equatable, Sendable { let name: String }

  private func response(_ status: Int = 200, _ contentType: String? = "application/json") -> HTTPResponse {
    var response = HTTPResponse(status: .init(code: status))
    response.headerFields[.contentType] = contentType
    return response
  }

  private static let body = Array(#"{"name":"Ada"}"#.utf8)

  @Test(arguments: [
    "application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "text/json",
    "application/problem+json",
    "application/vnd.api+json;v=1", "image/x+json",
  ])
  func jsonIsDecodedFromEveryJSONType(contentType: String) throws {
    #expect(
      try ResponseDecoder.json(User.self).decode(response(200, contentType), body: Self.body)
        == User(name: "Ada"))
  }

  @Test(arguments: [
    nil, "", "text/html", "json", "application/jsonp", "application/json-seq",
    "text/plain; a=application/json",
  ])
  func anotherTypeIsRefused(contentType: String?) {
    let error = #expect(throws: ResponseError.self) {
      try ResponseDecoder.json(User.self).decode(response(200, contentType), body: Self.body)
    }
    #expect(error?.code == .unacceptableMediaType)
    #expect(error?.body == Self.body)
  }

  @Test(arguments: [
    (199, false), (200, true), (201, true), (299, true), (300, false), (404, false), (500, false),
  ])
  func aStatusFrom200To299IsAcceptable(status: Int, isAcceptable: Bool) {
    do {
      _ = try ResponseDecoder.json(User.self).decode(response(status), body: Self.body)
      #expect(isAcceptable)
    } catch {
      #expect(!isAcceptable)
      #expect(error.code == .unacceptableStatus)
      #expect(error.response == response(status) && error.body == Self.body && error.underlying == nil)
    }
  }

  @Test func theStatusIsValidatedBeforeTheType() {
    let error = #expect(throws: ResponseError.self) {
      try ResponseDecoder.json(User.self).decode(response(500, "text/html"), body: [])
    }
    #expect(error?.code == .unacceptableStatus)
  }

  @Test func whatIsAcceptableCanBeSaid() throws {
    var decoder = ResponseDecoder<[UInt8]>.bytes
    #expect(decoder.accept == nil)
    decoder.acceptableStatuses = 404..<405
    #expect(try decoder.decode(response(404, nil), body: [1]) == [1])
    #expect(throws: ResponseError.self) { try decoder.decode(response(200), body: [1]) }
    decoder.acceptableMediaTypes = ["text/*", "*/*+xml", "image/png"].compactMap { MediaRange($0) }
    #expect(decoder.accept == "text/*, image/png")
    #expect(try decoder.decode(response(404, "application/atom+xml"), body: [1]) == [1])
  }

  @Test(arguments: ["", "{", #"{"name":1}"#, #"{"nom":"Ada"}"#, "[]"])
  func anotherShapeIsRefusedWithTheReason(body: String) throws {
    let error = #expect(throws: ResponseError.self) {
      try ResponseDecoder.json(User.self).decode(response(), body: Array(body.utf8))
    }
    #expect(error?.code == .decodingFailed)
    #expect(error?.underlying is DecodingError)
    #expect(error?.body == Array(body.utf8))
  }

  // MARK: The error

  @Test(
    arguments: [
      (404, "text/plain", "no such\r\n user", "unacceptable-status: 404: no such user"),
      (404, "text/plain", "", "unacceptable-status: 404"),
      (200, "text/html", "<p>", "unacceptable-media-type: text/html: <p>"),
      (200, nil, "", "unacceptable-media-type: no media type"),
      (404, nil, "\u{1B}[31mred", "unacceptable-status: 404"),
      (404, nil, "\u{9B}31mred", "unacceptable-status: 404"),
    ] as [(Int, String?, String, String)])
  func anErrorIsToldOnOneLine(status: Int, contentType: String?, body: String, text: String) throws {
    let error = #expect(throws: ResponseError.self) {
      try ResponseDecoder.json(User.self).decode(response(status, contentType), body: Array(body.utf8))
    }
    #expect(error.map { "\($0)" } == text)
  }

  @Test func anErrorTellsTheReasonWhereTheServerGaveOne() {
    let response = HTTPResponse(status: .init(code: 404, reasonPhrase: "Not Found"))
    let error = #expect(throws: ResponseError.self) { try ResponseDecoder.bytes.decode(response, body: []) }
    #expect(error?.message == "404 Not Found")
  }

  @Test func anErrorTellsTheStartOfALongText() throws {
    // Cut between characters, not within one.
    for text in [String(repeating: "x", count: 100_000), String(repeating: "€", count: 50_000)] {
      let error = try #require(
        #expect(throws: ResponseError.self) {
          try ResponseDecoder.json(User.self).decode(response(500), body: Array(text.utf8))
        })
      #expect("\(error)".count < 300 && !"\(error)".contains("\u{FFFD}"))
      #expect(error.body == Array(text.utf8.prefix(ResponseError.bodyLimit)))
    }
  }

  // MARK: Over the wire

  @Test(arguments: [
    (404, "application/json", "missing", ResponseError.Code.unacceptableStatus),
    (200, "text/html", "<p>", .unacceptableMediaType), (200, "application/json", "{", .decodingFailed),
  ])
  func aRefusedResponseIsHeldByItsError(
    status: Int, contentType: String, body: String, code: ResponseError.Code
  ) async throws {
    try await withServer {
      try $1.respond(
        status,
        headers: [("Content-Type", contentType), ("Content-Length", "\(body.utf8.count)"), ("X-Id", "7")],
        body: body)
    } test: { session, server in
      let error = await #expect(throws: ResponseError.self) {
        try await session.get("", decoding: .json(User.self))
      }
      #expect(error?.code == code)
      #expect(error?.response.status.code == status)
      #expect(error?.response.headerFields.last?.value == "7")
      #expect(error?.body == Array(body.utf8))
      _ = try? await session.get("", decoding: .json(User.self))
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func ofALargeRefusedBodyTheStartIsHeldAndTheRestIsNotRead() async throws {
    let wasClosed = Event()
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 500 Oh\r\nContent-Length: 1000000000\r\n\r\n")
      defer { wasClosed.happen() }
      while true { try connection.write([UInt8](repeating: 0x78, count: 100_000)) }
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.body == [UInt8](repeating: 0x78, count: ResponseError.bodyLimit))
      try await wasClosed.wait()
    }
  }

  @Test func aRefusalIsToldThoughItsBodyBreaksOff() async throws {
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 500 Oh\r\nContent-Length: 10\r\n\r\n12345")
      connection.finishWriting()
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .unacceptableStatus)
    }
  }

  @Test(arguments: [204, 205]) func anEmptyAnswerIsEmpty(status: Int) async throws {
    try await withServer {
      try $1.respond(status)
    } test: { session, _ in
      let body = try await session.get("", decoding: .bytes)
      #expect(body == [])
    }
  }
}
