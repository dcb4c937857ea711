import HTTPTypes
import SluiceBody
import SluiceGzip
import SluiceMultipart
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Requests as values.
@Suite(.timeLimit(.minutes(5))) struct RequestTests {
  @Test(
    arguments: [
      ("/p", "a=1", "/p?a=1"), ("/p?b", "a=1", "/p?b&a=1"), ("/p?", "a=1", "/p?a=1"),
      ("/p?b&", "a=1", "/p?b&a=1"),
      ("/p", "", "/p"), ("/p?", "", "/p?"), ("//h/p", "a", "//h/p?a"), ("/p?a?b", "c", "/p?a?b&c"),
      (nil, "a", "/?a"),
      (nil, "", nil), ("/?\u{301}", "a", "/?\u{301}&a"),
    ] as [(String?, String, String?)]) func `appending a query joins it to the existing one`(
      path: String?, query: String, joined: String?
    )
  {
    var request = SessionRequest(HTTPRequest(method: .get, scheme: "http", authority: "h", path: path))
    request.appendQuery(query)
    #expect(request.head.path == joined)
  }

  @Test func `the method, the path and the fields are those of the head`() {
    var request = SessionRequest(
      HTTPRequest(method: .get, scheme: "http", authority: "h", path: "/p?\u{301}q?"))
    #expect(request.path == "/p" && request.method == .get && request.fields.isEmpty)
    request.path = "/a/b"
    request.method = .put
    request.fields[.eTag] = "\"1\""
    #expect(request.head.path == "/a/b?\u{301}q?" && request.head.method == .put)
    #expect(request.head.headerFields == [.eTag: "\"1\""])
    request.head.path = nil
    #expect(request.path == "/")
    request.path = "/c"
    #expect(request.head.path == "/c")
  }

  @Test func `the URL is made of the parts of the head`() {
    var head = HTTPRequest(method: .get, scheme: "http", authority: "h:1", path: "/p?q")
    #expect(SessionRequest(head).url == "http://h:1/p?q")
    head.path = nil
    #expect(SessionRequest(head).url == "http://h:1/")
    head.scheme = nil
    #expect(SessionRequest(head).url == nil)
  }

  @Test(
    arguments: [
      "none": (nil, "multipart/form-data; boundary=B"),
      "without a boundary": ("multipart/form-data", "multipart/form-data; boundary=B"),
      "with another parameter": (
        "multipart/form-data;charset=utf-8", "multipart/form-data; charset=utf-8; boundary=B"
      ),
      "the same": ("multipart/form-data;boundary=\"B\"", "multipart/form-data;boundary=\"B\""),
    ] as NamedCases<(String?, String)>)
  func `the content type of a form names its boundary`(type: NamedCase<(String?, String)>) throws {
    var request = SessionRequest(HTTPRequest(method: .post, scheme: "http", authority: "a", path: "/"))
    request.head.headerFields[.contentType] = type.value.0
    let form = MultipartForm(boundary: try .init(parsing: "B"), parts: [FormField("a", "b").part])
    for body: any BodySource in [form, .gzip(form), .throttled(form, maximumRate: 1000)] {
      request.body = body
      #expect(try request.contentType(in: request.head.headerFields) == type.value.1)
    }
    // A body without a type of its own is not a form, whatever it is called.
    request.body = .text("x")
    #expect(try request.contentType(in: request.head.headerFields) == type.value.0)
  }

  @Test func `setting a body keeps an existing content type`() {
    var request = SessionRequest(HTTPRequest(method: .post, scheme: "http", authority: "h", path: "/"))
    request.setBody(.text("x"), contentType: nil)
    #expect(request.head.headerFields.isEmpty)
    request.setBody(.text("y"), contentType: "text/plain")
    request.setBody(.text("z"), contentType: "text/html")
    #expect(request.head.headerFields == [.contentType: "text/plain"])
    #expect(request.body?._concrete as? BytesSource == BytesSource("z".utf8))
  }
}
