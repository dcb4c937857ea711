import HTTPTypes
import SluiceBody
import SluiceCoding
import SluiceJSON
import SluiceSerialization
import Testing

/// A value together with the head of its response.
@Suite(.timeLimit(.minutes(5))) struct DecodedResponseTests {
  private let request = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/users?key=secret")

  @Test func `the head, the URL and the value are those of the response`() async throws {
    var head = response()
    head.headerFields[.eTag] = #""1""#
    let decoder = ResponseDecoder.withHead(.json(User.self))
    let result = try await decoder.decode(head, for: request, body: Array(#"{"name":"Ann"}"#.utf8))
    #expect(result.value == User(name: "Ann"))
    #expect(result.head == head)
    #expect(result.url == "https://h/users?key=secret")
  }

  @Test func `the URL is nil without a request`() async throws {
    let result = try await ResponseDecoder.withHead(.bytes).decode(response(), body: [1])
    #expect(result.value == [1] && result.url == nil)
  }

  @Test func `the value's decoder validates the response`() async throws {
    let decoder = ResponseDecoder.withHead(.json(User.self).accepting(statuses: 404..<405))
    #expect(try await decoder.outcome(200, "application/json", "{}") == .error(.unacceptableStatus))
    #expect(try await decoder.outcome(404, "text/html", "{}") == .error(.unacceptableMediaType))
    #expect(try await decoder.outcome(404, "application/json", "{}") == .error(.decodingFailed))
    #expect(decoder.validation.accept == "application/json, text/json")
  }

  @Test func `an empty body is the value of an empty body`() async throws {
    let optional = try await ResponseDecoder.withHead(.json(User?.self)).decode(response(204, nil), body: [])
    #expect(optional.value == nil && optional.head.status == .noContent)
    let empty = try await ResponseDecoder.withHead(.json(EmptyBody.self)).decode(response(204, nil), body: [])
    #expect(empty.value == EmptyBody())
    #expect(try await ResponseDecoder.withHead(.json(User.self)).outcome(204, nil, "") == .error(.emptyBody))
  }

  @Test func `it combines with other decoders`() async throws {
    let decoder = ResponseDecoder.withHead(.first(of: .propertyList(User.self), .json(User.self)))
      .map { "\($0.head.status.code) \($0.value.name)" }
    #expect(try await decoder.outcome(200, "application/json", #"{"name":"Ann"}"#) == .value("200 Ann"))
  }

  @Test func `it does not print the fields and the query, which may hold secrets`() async throws {
    var head = HTTPResponse(status: .ok)
    head.headerFields[.setCookie] = "token=secret"
    let result = try await ResponseDecoder.withHead(.bytes).decode(head, for: request, body: [])
    #expect("\(result)" == "200 OK (https://h/users)")
    var dumped = ""
    dump(result, to: &dumped)
    #expect(!dumped.contains("secret"))
  }

  @Test func `an ignored body may be anything`() async throws {
    try await ResponseDecoder.ignored.decode(response(200, "text/html"), body: [0xFF])
    let head = try await ResponseDecoder.withHead(.ignored).decode(response(201, nil), body: [1]).head
    #expect(head.status == .created)
    let error = await ResponseDecoder.ignored.error(404, nil, [1])
    #expect(error?.code == .unacceptableStatus && error?.body == [1])
    let refused = await ResponseDecoder.ignored.accepting(mediaTypes: MediaRange(.plainText)).error(
      200, "a/b", [1])
    #expect(refused?.code == .unacceptableMediaType)
  }

  @Test func `only decoders without a use for the body ignore it`() {
    #expect(ResponseDecoder.ignored.ignoresBody)
    #expect(ResponseDecoder.withHead(.ignored).ignoresBody)
    #expect(ResponseDecoder.ignored.map { 1 }.ignoresBody)
    #expect(!ResponseDecoder.withHead(.bytes).ignoresBody)
    #expect(!ResponseDecoder.first(of: .ignored, .ignored.accepting(statuses: 404..<405)).ignoresBody)
  }
}
