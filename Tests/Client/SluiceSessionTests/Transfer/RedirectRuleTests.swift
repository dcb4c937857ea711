import Sluice
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// The request after a redirect (RFC 9110 §15.4), rule by rule.
@Suite(.timeLimit(.minutes(5))) struct RedirectRuleTests {
  private func request(
    _ method: HTTPRequest.Method = .post, _ url: String = "http://a.example/x/y?z=1",
    fields: HTTPFields = [:],
    body: (any BodySource)? = nil, allowsDowngrade: Bool = false
  ) throws -> PreparedRequest {
    var configuration = Session.Configuration()
    configuration.redirects.allowsDowngrade = allowsDowngrade
    let head = HTTPRequest(method: method, scheme: nil, authority: nil, path: nil, headerFields: fields)
    var request = PreparedRequest(
      SessionRequest(head, body: body), to: try RequestURL(url),
      settings: TransferSettings(configuration, defaultFields: [:]))
    request.message.byteCount = try body?.byteCount
    request.message.credential = .bearer("t")
    return request
  }

  private func response(_ status: Int, _ location: String? = "/next") -> HTTPResponse {
    var response = HTTPResponse(status: .init(code: status))
    response.headerFields[.location] = location
    return response
  }

  @Test(arguments: [
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"),
    (308, "POST", "POST"),
    (301, "PUT", "PUT"), (302, "PUT", "PUT"), (303, "PUT", "GET"), (307, "PUT", "PUT"), (308, "PUT", "PUT"),
    (301, "DELETE", "DELETE"), (303, "DELETE", "GET"), (301, "GET", "GET"), (303, "GET", "GET"),
    (301, "HEAD", "HEAD"), (302, "HEAD", "HEAD"), (303, "HEAD", "HEAD"), (307, "HEAD", "HEAD"),
  ])
  func `method and body follow the status`(status: Int, method: String, newMethod: String) throws {
    let method = try #require(HTTPRequest.Method(method))
    let body: AnyBody? = method == .get || method == .head ? nil : .text("body")
    let original = try request(method, body: body)
    let next = try #require(try original.redirected(by: response(status)))
    #expect(next.message.method.rawValue == newMethod)
    #expect((next.message.body == nil) == (newMethod != method.rawValue || body == nil))
    #expect(next.message.byteCount == (next.message.body == nil ? nil : 4))
  }

  @Test func `fields that describe the body are removed with it`() throws {
    var fields: HTTPFields = [
      .contentType: "a/b", .contentEncoding: "gzip", .contentLanguage: "de", .contentLocation: "/c",
      .contentDisposition: "inline", .expect: "100-continue", .accept: "*/*",
    ]
    fields[try #require(.init("Content-MD5"))] = "x"
    let original = try request(fields: fields, body: .text(""))
    #expect(try original.redirected(by: response(303))?.message.fields == [.accept: "*/*"])
    #expect(try original.redirected(by: response(308))?.message.fields == fields)
  }

  @Test(arguments: [200, 201, 204, 300, 304, 305, 306, 400, 401, 500])
  func `no other status redirects`(status: Int) throws {
    #expect(try request().redirected(by: response(status)) == nil)
  }

  @Test(arguments: [nil, ""]) func `a redirect without a Location is the response`(location: String?) throws {
    #expect(try request().redirected(by: response(307, location)) == nil)
  }

  private static let bytes: NamedCases<(location: [UInt8], url: String?)> = [
    "UTF-8": (Array("/\u{F8}?\u{E9}".utf8), "http://a.example/%C3%B8?%C3%A9"),
    "ISO 8859-1": (Array("/x".utf8) + [0xF8, 0xFF], "http://a.example/x%F8%FF"),
    "both": (Array("b/\u{F8}?".utf8) + [0xE9], "http://a.example/x/b/%C3%B8?%E9"),
    "in a host": (Array("http://b".utf8) + [0xF8] + Array(".example/".utf8), nil),
  ]

  // RFC 9110 §5.5: a value is bytes.
  @Test(arguments: bytes) func `each byte of a Location is sent as it came`(
    item: NamedCase<(location: [UInt8], url: String?)>
  ) throws {
    var response = response(302, nil)
    response.headerFields.append(HTTPField(name: .location, value: item.value.location))
    guard let url = item.value.url else {
      let error = #expect(throws: SessionError.self) { try request().redirected(by: response) }
      #expect(error?.code == .redirectRefused)
      return
    }
    #expect(try request().redirected(by: response)?.message.url.text == url)
  }

  /// If two differ, another client might follow the other one.
  @Test(arguments: [
    (["/a", "/a"], true), (["/a", "/b"], false), (["/a", ""], false), (["/\u{E9}", "/e\u{301}"], false),
  ])
  func `a redirect with different Locations is refused`(locations: [String], isOne: Bool) throws {
    var response = response(302, nil)
    response.headerFields[values: .location] = locations
    if isOne {
      #expect(try request().redirected(by: response)?.message.url.text == "http://a.example/a")
    } else {
      let error = #expect(throws: SessionError.self) { try self.request().redirected(by: response) }
      #expect(error?.code == .redirectRefused)
    }
  }

  /// Includes examples of RFC 3986 §5.4.
  @Test(arguments: [
    ("http://b.example/c", "http://b.example/c"), ("//b.example:8080/c?d", "http://b.example:8080/c?d"),
    ("/c", "http://a.example/c"), ("c", "http://a.example/x/c"), ("./c", "http://a.example/x/c"),
    ("../c", "http://a.example/c"), ("../../c", "http://a.example/c"), ("..", "http://a.example/"),
    ("?q=2", "http://a.example/x/y?q=2"), ("c?d/../e", "http://a.example/x/c?d/../e"),
    ("/c#f", "http://a.example/c"), ("HTTPS://B.example", "https://b.example/"),
    ("/ü c", "http://a.example/%C3%BC%20c"), ("/a b", "http://a.example/a%20b"),
    ("/a%20b", "http://a.example/a%20b"),
    ("http://user:password@b.example/", "http://b.example/"),
  ])
  func `a Location is resolved against the URL`(location: String, url: String) throws {
    #expect(try request().redirected(by: response(307, location))?.message.url.text == url)
  }

  @Test(arguments: [
    "ftp://a.example/", "file:///etc/passwd", "gopher://a.example/", "data:,x", "http://", "http://[::1",
    "javascript:x",
  ])
  func `a Location with another scheme or a malformed one is refused`(location: String) throws {
    let error = #expect(throws: SessionError.self) { try request().redirected(by: response(302, location)) }
    #expect(error?.code == .redirectRefused)
  }

  @Test func `a redirect from https to http is followed only if allowed`() throws {
    let redirect = response(302, "http://a.example/")
    let error = #expect(throws: SessionError.self) {
      try request(.get, "https://a.example/").redirected(by: redirect)
    }
    #expect(error?.code == .redirectRefused)
    let next = try request(.get, "https://a.example/", allowsDowngrade: true).redirected(by: redirect)
    #expect(next?.message.url.text == "http://a.example/")
    #expect(next?.message.credential == nil)
  }

  @Test(arguments: [
    ("http://a.example/next", true), ("http://A.EXAMPLE:80/next", true), ("/next", true),
    ("https://a.example/", false), ("http://a.example:81/", false), ("http://b.a.example/", false),
    ("//evil.example/", false),
  ])
  func `secrets stay with their origin`(location: String, isSameOrigin: Bool) throws {
    var fields: HTTPFields = [.authorization: "a", .proxyAuthorization: "b", .cookie: "c", .accept: "d"]
    var marked = HTTPField(name: try #require(.init("X-Key")), value: "e")
    marked.indexingStrategy = .disallow
    fields.append(marked)
    let next = try #require(try request(fields: fields).redirected(by: response(307, location)))
    #expect(next.message.fields == (isSameOrigin ? fields : [.accept: "d"]))
    #expect((next.message.credential != nil) == isSameOrigin)
  }

  @Test(arguments: [
    "X-Api-Key", "api-key", "apikey", "X-RapidAPI-Key", "Ocp-Apim-Subscription-Key", "x-functions-key",
    "X-Auth-Token",
    "X-Auth-Key", "Private-Token", "X-CSRF-Token", "X-Amz-Security-Token", "X-Goog-Api-Key",
    "X-Client-Secret",
    "X-User-Password", "X_API_KEY", "X-Jwt", "X-Amz-Signature",
  ])
  func `a field whose name says that it is secret stays with its origin`(name: String) throws {
    let fields: HTTPFields = [try #require(.init(name)): "secret", .accept: "d"]
    let next = try #require(try request(fields: fields).redirected(by: response(307, "//b.example/")))
    #expect(next.message.fields == [.accept: "d"])
  }

  @Test(arguments: [
    "Idempotency-Key", "Sec-WebSocket-Key", "Surrogate-Key", "Lock-Token", "Author", "X-Author", "Keywords",
    "X-Tokens-Left", "WWW-Authenticate", "ETag", "X-Monkeys",
  ])
  func `a field with a harmless name is sent to another origin`(name: String) throws {
    let fields: HTTPFields = [try #require(.init(name)): "a"]
    #expect(
      try request(fields: fields).redirected(by: response(307, "//b.example/"))?.message.fields == fields)
  }

  @Test func `a Host field stays with its origin`() throws {
    let fields: HTTPFields = [try #require(.init("Host")): "virtual.example"]
    #expect(try request(fields: fields).redirected(by: response(307, "/next"))?.message.fields == fields)
    #expect(try request(fields: fields).redirected(by: response(307, "//b.example/"))?.message.fields == [:])
  }

  @Test(arguments: [307, 308, 301]) func `a one-shot body is not sent again`(status: Int) throws {
    var body = ScriptedSource([])
    body.isReplayable = false
    let error = #expect(throws: SessionError.self) {
      try request(.put, body: body).redirected(by: response(status))?
        .checkThatBodyCanBeSentAgain(after: status, from: RequestURL("https://u:pw@a.example/x?y"))
    }
    #expect(error?.code == .bodyFailed && error?.url == "https://a.example/x")
    #expect(error?.message.contains("the response \(status) asks for it again") == true)
    #expect((error?.underlying as? BodyError)?.code == .notReplayable)
    #expect(try request(.put, body: body).redirected(by: response(303))?.message.method == .get)
  }
}
