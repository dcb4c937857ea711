import HTTPTypes
import SluiceBody
import SluiceCoding
import SluiceMultipart
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Serialization of values into requests.
@Suite(.timeLimit(.minutes(5))) struct RequestSerializerTests {
  struct Search: Encodable {
    var text = "to & fro"
    var tags = ["b", "a"]
  }

  private let search = Search()

  private func request(_ method: HTTPRequest.Method, _ fields: HTTPFields = [:]) -> Request {
    Request(HTTPRequest(method: method, scheme: "http", authority: "h", path: "/p?x=1", headerFields: fields))
  }

  private func serialized<Input>(
    _ input: Input?, as serializer: RequestSerializer<Input>, into request: Request
  ) async throws -> (path: String?, type: String?, body: String?) {
    var request = request
    try serializer.serialize(input, into: &request)
    var body: String?
    if let source = request.body {
      body = String(decoding: try await readAll(source.makeReader()), as: UTF8.self)
    }
    return (request.head.path, request.head.headerFields[.contentType], body)
  }

  private static let form = "application/x-www-form-urlencoded"

  @Test(arguments: [HTTPRequest.Method.get, .head, .delete])
  func `a query goes into the URL for GET, HEAD and DELETE`(method: HTTPRequest.Method) async throws {
    let result = try await serialized(search, as: .query, into: request(method))
    #expect(result == ("/p?x=1&text=to%20%26%20fro&tags%5B%5D=b&tags%5B%5D=a", nil, nil))
  }

  @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .options])
  func `a query is the form body for POST, PUT, PATCH and OPTIONS`(method: HTTPRequest.Method) async throws {
    let result = try await serialized(search, as: .query, into: request(method))
    #expect(result == ("/p?x=1", Self.form, "text=to+%26+fro&tags%5B%5D=b&tags%5B%5D=a"))
  }

  @Test func `the place of a query can be chosen`() async throws {
    let url = try await serialized(search, as: .query(in: .url), into: request(.post))
    #expect(url.body == nil && url.type == nil && url.path?.hasSuffix("tags%5B%5D=a") == true)
    let body = try await serialized(search, as: .form, into: request(.get))
    #expect(body.path == "/p?x=1" && body.type == Self.form && body.body?.hasPrefix("text=to+") == true)
    for (method, isURL) in [(HTTPRequest.Method.put, true), (.get, false)] {
      let result = try await serialized(search, as: .query(in: .url(for: [.put])), into: request(method))
      #expect((result.body == nil) == isURL)
    }
  }

  @Test func `a query uses the strategies of its encoder`() async throws {
    var encoder = Query.Encoder()
    encoder.arrays = .repeated
    encoder.escaping = .form
    let result = try await serialized(search, as: .query(encoder), into: request(.get))
    #expect(result.path == "/p?x=1&text=to+%26+fro&tags=b&tags=a")
  }

  @Test func `an empty query leaves a URL unchanged and makes an empty body`() async throws {
    struct Nothing: Encodable {}
    var bare = request(.get)
    bare.head.path = "/p"
    #expect(try await serialized(Nothing(), as: .query, into: bare).path == "/p")
    #expect(try await serialized(Nothing(), as: .query, into: request(.post)) == ("/p?x=1", Self.form, ""))
  }

  @Test func `pairs keep their order and duplicates`() async throws {
    let pairs: Query.Pairs = ["b": "2", "a": nil, "b": "1 +"]
    #expect(try await serialized(pairs, as: .pairs, into: request(.get)).path == "/p?x=1&b=2&a&b=1%20%2B")
    #expect(try await serialized(pairs, as: .pairs, into: request(.post)).body == "b=2&a&b=1+%2B")
    #expect(
      try await serialized(pairs, as: .pairs(escaping: .form, in: .url), into: request(.post)).path
        == "/p?x=1&b=2&a&b=1+%2B")
  }

  @Test func `a body source or multipart form becomes the body as it is`() async throws {
    #expect(
      try await serialized(BytesSource.text("x"), as: .body, into: request(.put)) == ("/p?x=1", nil, "x"))
    let form = MultipartForm(boundary: try .init(parsing: "B")) { Field("a", "b") }
    let result = try await serialized(form, as: .multipart, into: request(.post))
    #expect(result.type == "multipart/form-data; boundary=B")
    #expect(result.body == "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--B--\r\n")
  }

  @Test func `a content type that is already set is kept`() async throws {
    let mine = request(.post, [.contentType: "application/x-mine"])
    #expect(try await serialized(search, as: .form, into: mine).type == "application/x-mine")
    #expect(try await serialized(MultipartForm(), as: .multipart, into: mine).type == "application/x-mine")
  }

  @Test func `nil or an error leaves the request unchanged`() async throws {
    #expect(
      try await serialized(nil, as: RequestSerializer<Search>.form, into: request(.post)) == (
        "/p?x=1", nil, nil
      ))
    let half = RequestSerializer<Int> { number, request in
      request.setBody(.text("half"), contentType: "text/plain")
      if number < 0 { throw BodyError(.tooLarge) }
    }
    var request = request(.post)
    #expect(throws: BodyError.self) { try half.serialize(-1, into: &request) }
    #expect(request.body == nil && request.head.headerFields.isEmpty)
    try half.serialize(1, into: &request)
    #expect(request.body as? BytesSource == .text("half"))
  }

  @Test func `a value that cannot be encoded is an error with its coding path`() throws {
    struct Bad: Encodable { var inner = ["number": Double.nan] }
    var request = request(.get)
    let error = #expect(throws: EncodingError.self) {
      try RequestSerializer.query.serialize(Bad(), into: &request)
    }
    guard case .invalidValue(_, let context) = error else { throw BodyError(.tooLarge) }
    #expect(context.codingPath.map(\.stringValue) == ["inner", "number"])
  }
}
