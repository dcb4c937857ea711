import FoundationEssentials
import HTTPTypes
import SluiceBody
import SluiceCoding
import SluiceGzip
import SluiceMultipart
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Encoding and decoding of requests, to send them later.
@Suite(.timeLimit(.minutes(5))) struct RequestCodableTests {
  private let folder: TemporaryDirectory
  private let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = try folder.file("f.png", Array("0123456789".utf8))
  }

  private func request(_ body: (any BodySource)?) -> SessionRequest {
    var fields: HTTPFields = [.accept: "a", .contentType: "text/x"]
    fields.append(HTTPField(name: .accept, value: "b"))
    var secret = HTTPField(name: .authorization, value: "Bearer t")
    secret.indexingStrategy = .disallow
    fields.append(secret)
    return SessionRequest(
      HTTPRequest(method: .patch, scheme: "https", authority: "h:1", path: "/p?q=é", headerFields: fields),
      body: body)
  }

  private func kept(_ request: SessionRequest) throws -> SessionRequest {
    try JSONDecoder().decode(SessionRequest.self, from: JSONEncoder().encode(request))
  }

  @Test func `a head is decoded as it was encoded`() throws {
    let kept = try kept(request(nil))
    #expect(kept.head == request(nil).head)
    #expect(kept.head.headerFields[fields: .authorization].first?.indexingStrategy == .disallow)
    #expect(kept.body == nil)
  }

  private func bodies() throws -> [any BodySource] {
    let form = MultipartForm(.related, boundary: try .init(parsing: "in ner")) {
      FormField("n", "v", contentType: .json, headers: ["X-Note": "a", "x-note": "b"])
      MultipartForm.Part(nil, .bytes([0, 255, 10]))
    }
    return [
      .bytes([]), .bytes([0, 1, 255]), .text("é"), .file(at: path), FileSource(at: path, range: 2..<5),
      FileSource(at: path, range: 0..<10), .joined([]),
      .joined([.text("a"), .joined([.file(at: path), .text("b")])]),
      MultipartForm(boundary: try .init(parsing: "B")), GzipSource(.file(at: path), level: 9),
      MultipartForm {
        FormField("a\"b", "\r\n")
        FormFile("file", at: path)
        FormFile("empty", .bytes([]), fileName: "")
        MultipartForm.Part("form", form)
      },
    ]
  }

  @Test func `bodies of bytes, files and forms are decoded as they were encoded`() async throws {
    for body in try bodies() {
      let again = try #require(try kept(request(body)).body)
      #expect(try await readAll(again.makeReader()) == readAll(body.makeReader()))
      #expect(try again.byteCount == body.byteCount)
      #expect(again.contentType == body.contentType)
    }
  }

  @Test func `a body is encoded as the one that it holds`() async throws {
    let form = MultipartForm { FormField("a", "b") }
    #expect(try kept(request(AnyBody(form))).body is MultipartForm)
    let measured = try await AnyBody.gzip(.text("hello")).measured()
    let compressed = try #require(try kept(request(measured)).body)
    #expect(compressed._concrete is GzipSource)
    #expect(try await readAll(compressed.makeReader()) == readAll(measured.makeReader()))
  }

  @Test func `a file that changes after encoding is read in its new size`() async throws {
    let encoded = try JSONEncoder().encode(request(.file(at: path)))
    try folder.file("f.png", Array("changed".utf8))
    let body = try #require(try JSONDecoder().decode(SessionRequest.self, from: encoded).body)
    #expect(try await readAll(body.makeReader()) == Array("changed".utf8))
  }

  private struct OwnSource: BodySource {
    var byteCount: Int64? { 0 }
    var isReplayable: Bool { true }
    func makeReader() throws -> any BodyReader { throw BodyError(.tooLarge) }
  }

  @Test func `a body that cannot be encoded is an error with its reason`() throws {
    let stream = AsyncStream<[UInt8]> { $0.finish() }
    let bodies: [(any BodySource, String)] = [
      (.async(stream), "only once"), (.file(at: "/dev/stdin"), "only once"),
      (try FileSource(at: folder.fifo("fifo")), "only once"),
      (.joined([.text("a"), .async(stream)]), "only once"),
      (MultipartForm { FormFile("f", .async(stream), fileName: "f") }, "only once"),
      (OwnSource(), "OwnSource"),
      (.joined([OwnSource()]), "OwnSource"), (.file(at: folder.path("missing")), "file-missing"),
      (MultipartForm { FormField("a\0", "b") }, "invalid-name"),
    ]
    for (body, reason) in bodies {
      let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(request(body)) }
      guard case .invalidValue(_, let context) = error else { continue }
      #expect(context.debugDescription.contains(reason), "\(context.debugDescription)")
      #expect(context.codingPath.map(\.stringValue) == ["body"])
    }
  }

  @Test(
    arguments: [
      "malformed Base64": #"{"bytes":{"data":"!"}}"#,
      "range without an end": #"{"file":{"path":"/f","start":1}}"#,
      "range that ends before its start": #"{"file":{"path":"/f","start":3,"end":2}}"#,
      "file without a path": #"{"file":{}}"#, "array as a body": #"{"gzip":{"body":[],"level":6}}"#,
      "unknown kind": #"{"other":{}}"#, "no kind": "{}", "number": "1",
      "invalid subtype": #"{"form":{"subtype":"a b","boundary":"B","parts":[]}}"#,
      "invalid boundary": #"{"form":{"subtype":"mixed","boundary":"B ","parts":[]}}"#,
      "header without a value":
        #"{"form":{"subtype":"mixed","boundary":"B","parts":[{"headers":[["a"]],"body":{"joined":{"bodies":[]}}}]}}"#,
      "malformed media type":
        #"{"form":{"subtype":"mixed","boundary":"B","parts":[{"headers":[],"contentType":"x","body":{"joined":{"bodies":[]}}}]}}"#,
    ] as NamedCases)
  func `a malformed body is a decoding error`(body: NamedCase<String>) throws {
    let whole = String(decoding: try JSONEncoder().encode(request(.bytes([]))), as: UTF8.self)
    let hostile = whole.replacing(#"{"bytes":{"data":""}}"#, with: body.value)
    #expect(hostile != whole)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SessionRequest.self, from: Data(hostile.utf8))
    }
  }

  @Test(arguments: [("PATCH", "PA TCH"), ("https", "ht\\ntps"), ("Bearer t", "Bearer\\r\\nX: y")])
  func `a malformed head is a decoding error`(original: String, hostile: String) throws {
    let whole = String(decoding: try JSONEncoder().encode(request(nil)), as: UTF8.self)
    let changed = whole.replacing(original, with: hostile)
    #expect(changed != whole)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SessionRequest.self, from: Data(changed.utf8))
    }
  }
}
