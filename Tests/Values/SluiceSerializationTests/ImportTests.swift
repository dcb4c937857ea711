import SluiceSerialization
import Testing

/// What a program gets with `import SluiceSerialization` alone. No other module may be imported here.
@Suite(.timeLimit(.minutes(5))) struct ImportTests {
  @Test func `one import is enough to send a form and to decode the response`() async throws {
    let form = MultipartForm {
      FormField("title", "Holiday")
      FormFile("video", .text("bytes"), fileName: "a.mov")
    }
    let body: any BodySource = form
    var request = SessionRequest(
      HTTPRequest(method: .post, scheme: "https", authority: "example.com", path: "/"))
    request.body = body
    request.head.headerFields[.contentType] = MediaType("text/plain").description
    var count: Int64 = 0
    for try await chunk in body.chunks() { count += Int64(chunk.count) }
    #expect(try count == body.byteCount)

    var response = HTTPResponse(status: .ok)
    response.headerFields[.contentType] = "application/json"
    let value = try await ResponseDecoder.jsonValue().decode(response, body: Array(#"{"a":[1]}"#.utf8))
    #expect(value["a"]?[0] == 1)
    let query = try Query.Encoder().string(for: ["a": "b"])
    #expect(query == "a=b")
  }
}
