import SluiceBody
import SluiceCoding
import SluiceMultipart
import SluiceTestSupport
import Testing

/// Forms as parts of forms.
@Suite(.timeLimit(.minutes(5))) struct NestedFormTests {
  @Test func `parts whose wrong sizes cancel out are an error`() async throws {
    let form = MultipartForm {
      FormField("a", ScriptedSource(byteCount: 10, [.bytes(count: 11)]))
      FormField("b", ScriptedSource(byteCount: 5, [.bytes(count: 4)]))
    }
    let error = await #expect(throws: BodyError.self) { try await readAll(form.makeReader()) }
    #expect(error?.code == .byteCountMismatch)
  }

  @Test func `a form is sent as a part with its own content type`() async throws {
    let inner = MultipartForm(
      .mixed, boundary: try .init(parsing: "inner box"), parts: [MultipartForm.Part(nil, .text("a"))])
    let outer = MultipartForm(boundary: try .init(parsing: "outer")) {
      MultipartForm.Part("files", inner, headers: ["X": "y"])
      FormField("n", "v")
    }
    let expected = """
      --outer\r
      Content-Disposition: form-data; name="files"\r
      Content-Type: multipart/mixed; boundary="inner box"\r
      X: y\r
      \r
      --inner box\r
      \r
      a\r
      --inner box--\r
      \r
      --outer\r
      Content-Disposition: form-data; name="n"\r
      \r
      v\r
      --outer--\r

      """
    #expect(try await outer.text() == expected)
    #expect(try outer.byteCount == Int64(expected.utf8.count))
  }

  @Test func `a nested form is found in a body that holds it`() throws {
    let boundary = try MultipartForm.Boundary(parsing: "same")
    let inner = MultipartForm(.mixed, boundary: boundary, parts: [])
    let outer = MultipartForm(boundary: boundary) { MultipartForm.Part("a", AnyBody(inner)) }
    let error = #expect(throws: MultipartError.self) { try outer.byteCount }
    #expect(error?.code == .boundaryConflict)
  }

  @Test func `the boundary of a nested form is added to a multipart type of its part`()
    async throws
  {
    let inner = MultipartForm(.mixed, boundary: try .init(parsing: "inner"), parts: [])
    let part = { (type: String) throws -> MultipartForm in
      MultipartForm(boundary: try .init(parsing: "outer")) {
        MultipartForm.Part("a", inner, headers: ["Content-Type": type])
      }
    }
    for type in ["multipart/mixed", "multipart/mixed; boundary=inner"] {
      let expected = "Content-Type: multipart/mixed; boundary=inner\r\n"
      #expect(try await part(type).text().contains(expected), "\(type)")
      let typed = MultipartForm(boundary: try .init(parsing: "outer")) {
        MultipartForm.Part("a", inner, contentType: try? MediaType(parsing: type))
      }
      #expect(try await typed.text().contains("Content-Type: multipart/mixed"))
      #expect(try await typed.text().contains("boundary=inner"))
    }
    for type in ["multipart/form-data", "multipart/mixed; boundary=other"] {
      let error = #expect(throws: MultipartError.self) { try part(type).byteCount }
      #expect(error?.code == .contentTypeConflict)
    }
  }

  @Test(arguments: ["B", "B1", "B--"])
  func `a nested boundary must not begin with an enclosing one`(_ boundary: String) throws {
    var nested = MultipartForm(.mixed, boundary: try .init(parsing: boundary))
    for depth in 0..<4 {
      let outer = MultipartForm(
        boundary: try .init(parsing: "B"),
        parts: [FormField("a", "").part, MultipartForm.Part("nested", nested)])
      let error = #expect(throws: MultipartError.self) { try outer.byteCount }
      #expect(error?.code == .boundaryConflict)
      #expect(error?.partIndex == 1)
      #expect(error?.partName == "nested")
      nested = MultipartForm(
        .mixed, boundary: try .init(parsing: "M\(depth)"), parts: [MultipartForm.Part(nil, nested)])
    }
  }

  @Test(arguments: ["A", "b", "xB", "B", "B2"])
  func `other boundaries may be nested, and siblings may share one`(_ boundary: String) async throws {
    let inner = MultipartForm(
      .mixed, boundary: try .init(parsing: boundary), parts: [MultipartForm.Part(nil, .text("a"))])
    let outer = MultipartForm(boundary: try .init(parsing: "B1")) {
      MultipartForm.Part("one", inner)
      MultipartForm.Part("two", inner)
    }
    #expect(try outer.byteCount == Int64(try await outer.bytes().count))
  }

  @Test func `an error in a nested form is an error of the outer form`() throws {
    let inner = MultipartForm(
      .mixed, boundary: try .init(parsing: "I"),
      parts: [
        MultipartForm.Part(nil, .text("")), MultipartForm.Part("x", .text(""), headers: ["a b": ""]),
      ])
    let outer = MultipartForm(boundary: try .init(parsing: "O"), parts: [MultipartForm.Part("nested", inner)])
    for error in [
      #expect(throws: MultipartError.self) { try outer.byteCount },
      #expect(throws: MultipartError.self) { try outer.makeReader() },
    ] {
      #expect(error?.code == .invalidHeaderName)
      #expect(error?.partIndex == 1)
      #expect(error?.partName == "x")
    }
  }

  @Test func `a nested form's own type is sent unless its part has a type`() async throws {
    let inner = MultipartForm(.mixed, boundary: try .init(parsing: "I"))
    let disposition = "Content-Disposition: form-data; name=\"n\""
    #expect(
      try await head(of: FormField("n", inner))
        == "\(disposition)\r\nContent-Type: multipart/mixed; boundary=I")
    #expect(
      try await head(of: FormField("n", inner, contentType: .octetStream))
        == "\(disposition)\r\nContent-Type: application/octet-stream")
    #expect(
      try await head(of: FormField("n", inner, headers: ["content-type": "a/b"]))
        == "\(disposition)\r\ncontent-type: a/b")
  }

  @Test func `a part has no type if neither it nor its body has one`() async throws {
    let inner = MultipartForm(.mixed, boundary: try .init(parsing: "I"))
    #expect(try await head(of: MultipartForm.Part(nil, .joined([inner])), in: .mixed) == "")
  }

  /// A line break in a body's type would inject a header.
  @Test func `a line break in a body's own type is an error`() throws {
    struct Typed: BodySource {
      var contentType: String? { "a/b\r\nX: y" }
      var byteCount: Int64? { 0 }
      var isReplayable: Bool { true }
      func makeReader() -> any BodyReader { BytesSource([]).makeReader() }
    }
    let error = #expect(throws: MultipartError.self) {
      try MultipartForm(parts: [FormField("n", Typed()).part]).byteCount
    }
    #expect(error?.code == .invalidHeaderValue)
  }

  @Test func `a one-shot body makes all enclosing forms one-shot`() async throws {
    let stream = AsyncStream<[UInt8]> { continuation in
      continuation.yield([1])
      continuation.finish()
    }
    let inner = MultipartForm(
      .mixed, boundary: try .init(parsing: "I"), parts: [MultipartForm.Part(nil, .async(stream))])
    let outer = MultipartForm(boundary: try .init(parsing: "O"), parts: [MultipartForm.Part("nested", inner)])
    #expect(try outer.byteCount == nil)
    #expect(!outer.isReplayable)
    #expect(try await outer.bytes().contains(1))
    #expect(#expect(throws: BodyError.self) { try outer.makeReader() }?.code == .notReplayable)
  }
}
