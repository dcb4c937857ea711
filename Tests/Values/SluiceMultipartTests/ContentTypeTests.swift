import SluiceBody
import SluiceCoding
import SluiceMultipart
import Testing

/// The Content-Type of a form.
@Suite(.timeLimit(.minutes(5))) struct ContentTypeTests {
  static let boundaries: [(boundary: String, sent: String)] = [
    ("B", "B"),
    ("----WebKitFormBoundary7MA4YWxkTrZu0gW", "----WebKitFormBoundary7MA4YWxkTrZu0gW"),
    ("a'+_-.b", "a'+_-.b"),
    ("a b", "\"a b\""),
    (" a", "\" a\""),
    ("a(b", "\"a(b\""),
    ("a)b", "\"a)b\""),
    ("a,b", "\"a,b\""),
    ("a/b", "\"a/b\""),
    ("a:b", "\"a:b\""),
    ("a=b", "\"a=b\""),
    ("a?b", "\"a?b\""),
  ]

  @Test(arguments: boundaries)
  func `the boundary is quoted unless it is a token`(_ boundary: String, _ sent: String) async throws {
    let form = MultipartForm(boundary: try .init(parsing: boundary))
    #expect(form.contentType == "multipart/form-data; boundary=\(sent)")
    #expect(form.contentType.flatMap { try? MediaType(parsing: $0) }?["boundary"] == boundary)
    // The body has the boundary as it is.
    #expect(try await form.text() == "--\(boundary)--\r\n")
  }

  static let subtypes: [(subtype: MultipartForm.Subtype, sent: String)] = [
    (.formData, "form-data"),
    (.mixed, "mixed"),
    ("alternative", "alternative"),
    ("X-Mixed-Replace", "x-mixed-replace"),
  ]

  @Test(arguments: subtypes)
  func `the subtype follows the slash in lower case`(_ subtype: MultipartForm.Subtype, _ sent: String) {
    let form = MultipartForm(subtype, boundary: "B")
    #expect(form.contentType == "multipart/\(sent); boundary=B")
  }

  @Test func `a literal that is not a boundary or a subtype stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = "B " as MultipartForm.Boundary }
    await #expect(processExitsWith: .failure) { _ = "a b" as MultipartForm.Subtype }
  }

  @Test func `subtypes are equal in any case`() {
    #expect(MultipartForm.Subtype("Form-Data") == .formData)
    #expect(MultipartForm.Subtype("RELATED") == .related)
    #expect(MultipartForm.Subtype("mixed") != .related)
  }

  @Test(arguments: ["", " ", "a b", "a/b", "a;b", "a\r\nb", "ü", "a,b", "\"a\""])
  func `text that is not a token is not a subtype`(_ subtype: String) {
    #expect(throws: MultipartError.self) { try MultipartForm.Subtype(parsing: subtype) }
  }

  /// RFC 2387 §3.1: the media type of the first part.
  @Test func `a related form declares the type of its first part`() throws {
    let boundary = try MultipartForm.Boundary(parsing: "B")
    func contentType(_ parts: MultipartForm.Part...) -> String? {
      MultipartForm(.related, boundary: boundary, parts: parts).contentType
    }
    let other = MultipartForm.Part(nil, .text(""), contentType: .octetStream)
    #expect(
      contentType(MultipartForm.Part(nil, .text(""), contentType: .json), other)
        == "multipart/related; boundary=B; type=\"application/json\"")
    #expect(
      contentType(MultipartForm.Part(nil, .text(""), contentType: MediaType("text/xml;charset=utf-8")), other)
        == "multipart/related; boundary=B; type=\"text/xml\"")
    #expect(
      contentType(
        MultipartForm.Part(nil, .text(""), headers: ["content-TYPE": "Text/HTML; charset=utf-8"]), other)
        == "multipart/related; boundary=B; type=\"text/html\"")
    let alternative = MultipartForm("alternative" as MultipartForm.Subtype)
    #expect(
      contentType(MultipartForm.Part(nil, alternative), other)
        == "multipart/related; boundary=B; type=\"multipart/alternative\"")
    // RFC 2045 §5.2: text is the default.
    #expect(
      contentType(MultipartForm.Part(nil, .text("")), other)
        == "multipart/related; boundary=B; type=\"text/plain\"")
    #expect(contentType() == "multipart/related; boundary=B; type=\"text/plain\"")
  }
}
