import HTTPTypes
import SluiceBody
import SluiceCoding
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Encoding of values into requests.
@Suite(.timeLimit(.minutes(5))) struct RequestEncoderTests {
  struct Search: Encodable {
    var text = "to & fro"
    var tags = ["b", "a"]
  }

  private let search = Search()

  private func request(_ method: HTTPRequest.Method, _ fields: HTTPFields = [:]) -> SessionRequest {
    SessionRequest(
      HTTPRequest(method: method, scheme: "http", authority: "h", path: "/p?x=1", headerFields: fields))
  }

  private func encoded<Input>(
    _ input: Input, _ encoder: RequestEncoder<Input>, into request: SessionRequest
  ) async throws -> (path: String?, type: String?, body: String?) {
    var request = request
    try encoder.encode(input, into: &request)
    var body: String?
    if let source = request.body {
      body = String(decoding: try await readAll(source.makeReader()), as: UTF8.self)
    }
    return (request.head.path, request.head.headerFields[.contentType], body)
  }

  private static let form = "application/x-www-form-urlencoded"

  @Test(arguments: [HTTPRequest.Method.get, .delete, .post, .put, .patch])
  func `members are URL-encoded into the body, whatever the method`(method: HTTPRequest.Method) async throws {
    let result = try await encoded(search, .urlEncoded, into: request(method))
    #expect(result == ("/p?x=1", Self.form, "text=to+%26+fro&tags%5B%5D=b&tags%5B%5D=a"))
  }

  @Test func `a URL-encoded body uses the strategies of its encoder`() async throws {
    var encoder = Query.Encoder()
    encoder.arrays = .repeated
    encoder.escaping = .rfc3986
    let result = try await encoded(search, .urlEncoded(encoder), into: request(.post))
    #expect(result.body == "text=to+%26+fro&tags=b&tags=a")
  }

  @Test func `a value without members makes an empty body`() async throws {
    struct Nothing: Encodable {}
    #expect(try await encoded(Nothing(), .urlEncoded, into: request(.post)) == ("/p?x=1", Self.form, ""))
  }

  @Test func `pairs keep their order and duplicates`() async throws {
    let pairs: Query.Pairs = ["b": "2", "a": nil, "b": "1 +"]
    #expect(try await encoded(pairs, .urlEncoded, into: request(.post)).body == "b=2&a&b=1+%2B")
  }

  @Test func `the default encoding has the format of the session`() async throws {
    struct Item: Encodable { var a = 1 }
    for (format, body) in [(DefaultEncoder.Format.json, #"{"a":1}"#), (.urlEncoded, "a=1")] {
      var defaults = DefaultEncoder.json
      defaults.format = format
      var request = request(.post)
      try RequestEncoder.default.encode(Item(), into: &request, defaults: defaults)
      #expect(request.body?._concrete as? BytesSource == BytesSource(body.utf8))
    }
  }

  @Test func `a content type that is already set is kept`() async throws {
    let mine = request(.post, [.contentType: "application/x-mine"])
    #expect(try await encoded(search, .urlEncoded, into: mine).type == "application/x-mine")
  }

  @Test func `an error leaves the request unchanged`() async throws {
    let half = RequestEncoder<Int> { number, request in
      request.setBody(.text("half"), contentType: "text/plain")
      if number < 0 { throw BodyError(.tooLarge) }
    }
    var request = request(.post)
    #expect(throws: BodyError.self) { try half.encode(-1, into: &request) }
    #expect(request.body == nil && request.head.headerFields.isEmpty)
    try half.encode(1, into: &request)
    #expect(request.body?._concrete as? BytesSource == BytesSource("half".utf8))
  }

  @Test func `a value that cannot be encoded is an error with its coding path`() throws {
    struct Bad: Encodable { var inner = ["number": Double.nan] }
    var request = request(.get)
    let error = #expect(throws: EncodingError.self) {
      try RequestEncoder.urlEncoded.encode(Bad(), into: &request)
    }
    guard case .invalidValue(_, let context) = error else { throw BodyError(.tooLarge) }
    #expect(context.codingPath.map(\.stringValue) == ["inner", "number"])
  }
}
