import SluiceMultipart
import Testing

/// Forms as clients write them, by their documentation and sources: boundaries, line endings, order of
/// headers, escapes.
@Suite(.timeLimit(.minutes(5))) struct ClientFormTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let client: String
    let type: String
    let lines: [String]
    /// The name, file name, media type and body of each part.
    let parts: [[String?]]

    var testDescription: String { client }
  }

  static let samples = [
    Sample(
      client: "Chrome, Safari", type: "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW",
      lines: [
        "------WebKitFormBoundary7MA4YWxkTrZu0gW", "Content-Disposition: form-data; name=\"title\"", "",
        "été",
        "------WebKitFormBoundary7MA4YWxkTrZu0gW",
        "Content-Disposition: form-data; name=\"file\"; filename=\"a%22b\\c.png\"", "Content-Type: image/png",
        "",
        "\u{89}PNG", "------WebKitFormBoundary7MA4YWxkTrZu0gW",
        "Content-Disposition: form-data; name=\"none\"; filename=\"\"",
        "Content-Type: application/octet-stream", "", "",
        "------WebKitFormBoundary7MA4YWxkTrZu0gW--", "",
      ],
      parts: [
        ["title", nil, nil, "été"], ["file", "a\"b\\c.png", "image/png", "\u{89}PNG"],
        ["none", "", "application/octet-stream", ""],
      ]),
    Sample(
      client: "Firefox", type: "multipart/form-data; boundary=----geckoformboundary4b1f6e0c8a7d2b93e5f1a0",
      lines: [
        "------geckoformboundary4b1f6e0c8a7d2b93e5f1a0", "Content-Disposition: form-data; name=\"a%0D%0Ab\"",
        "",
        "line 1", "line 2", "------geckoformboundary4b1f6e0c8a7d2b93e5f1a0",
        "Content-Disposition: form-data; name=\"f\"; filename=\"日本.txt\"", "Content-Type: text/plain", "",
        "x", "",
        "------geckoformboundary4b1f6e0c8a7d2b93e5f1a0--", "",
      ],
      parts: [["a\r\nb", nil, nil, "line 1\r\nline 2"], ["f", "日本.txt", "text/plain", "x\r\n"]]),
    Sample(
      client: "older Firefox",
      type: "multipart/form-data; boundary=---------------------------9051914041544843365972754266",
      lines: [
        "-----------------------------9051914041544843365972754266",
        "Content-Disposition: form-data; name=\"text\"", "",
        "text default", "-----------------------------9051914041544843365972754266--", "",
      ],
      parts: [["text", nil, nil, "text default"]]),
    Sample(
      client: "curl", type: "multipart/form-data; boundary=------------------------d74496d66958873e",
      lines: [
        "--------------------------d74496d66958873e", "Content-Disposition: form-data; name=\"person\"", "",
        "anonymous",
        "--------------------------d74496d66958873e",
        "Content-Disposition: form-data; name=\"secret\"; filename=\"file.txt\"", "Content-Type: text/plain",
        "",
        "contents", "", "--------------------------d74496d66958873e--", "",
      ],
      parts: [["person", nil, nil, "anonymous"], ["secret", "file.txt", "text/plain", "contents\r\n"]]),
    Sample(
      client: "curl before 7.81",
      type: "multipart/form-data; boundary=------------------------d74496d66958873e",
      lines: [
        "--------------------------d74496d66958873e",
        "Content-Disposition: form-data; name=\"a\"; filename=\"a\\\"b.txt\"", "Content-Type: text/plain", "",
        "x",
        "--------------------------d74496d66958873e--", "",
      ],
      parts: [["a", "a\"b.txt", "text/plain", "x"]]),
    Sample(
      client: "Python requests", type: "multipart/form-data; boundary=0123456789abcdef0123456789abcdef",
      lines: [
        "--0123456789abcdef0123456789abcdef", "Content-Disposition: form-data; name=\"note\"", "", "hello",
        "--0123456789abcdef0123456789abcdef",
        "Content-Disposition: form-data; name=\"file\"; filename=\"report.xls\"",
        "Content-Type: application/vnd.ms-excel",
        "Expires: 0", "", "data", "--0123456789abcdef0123456789abcdef--", "",
      ],
      parts: [["note", nil, nil, "hello"], ["file", "report.xls", "application/vnd.ms-excel", "data"]]),
    Sample(
      client: "Go",
      type: "multipart/form-data; boundary=d12e5b0a8b6c4f7e9a1b2c3d4e5f60718293a4b5c6d7e8f901234567890a",
      lines: [
        "--d12e5b0a8b6c4f7e9a1b2c3d4e5f60718293a4b5c6d7e8f901234567890a",
        "Content-Disposition: form-data; name=\"my\\\"file\"; filename=\"a.txt\"",
        "Content-Type: application/octet-stream",
        "", "go", "--d12e5b0a8b6c4f7e9a1b2c3d4e5f60718293a4b5c6d7e8f901234567890a",
        "Content-Disposition: form-data; name=\"key\"", "", "val",
        "--d12e5b0a8b6c4f7e9a1b2c3d4e5f60718293a4b5c6d7e8f901234567890a--", "",
      ],
      parts: [["my\"file", "a.txt", "application/octet-stream", "go"], ["key", nil, nil, "val"]]),
    Sample(
      client: "Java, Apache HttpClient", type: "multipart/form-data; boundary=g8_-Rn3fWk1QzYt; charset=UTF-8",
      lines: [
        "--g8_-Rn3fWk1QzYt", "Content-Disposition: form-data; name=\"comment\"",
        "Content-Type: text/plain; charset=ISO-8859-1", "Content-Transfer-Encoding: 8bit", "",
        "A binary file",
        "--g8_-Rn3fWk1QzYt", "Content-Disposition: form-data; name=\"bin\"; filename=\"file.bin\"",
        "Content-Type: application/octet-stream", "Content-Transfer-Encoding: binary", "", "\0\u{1}",
        "--g8_-Rn3fWk1QzYt--", "",
      ],
      parts: [
        ["comment", nil, "text/plain", "A binary file"],
        ["bin", "file.bin", "application/octet-stream", "\0\u{1}"],
      ]),
    Sample(
      client: "Java, OkHttp", type: "multipart/form-data; boundary=3c8a5b1e-9d2f-4a67-8b03-f1e2d3c4b5a6",
      lines: [
        "--3c8a5b1e-9d2f-4a67-8b03-f1e2d3c4b5a6", "Content-Disposition: form-data; name=\"title\"",
        "Content-Length: 11", "",
        "Square Logo", "--3c8a5b1e-9d2f-4a67-8b03-f1e2d3c4b5a6",
        "Content-Disposition: form-data; name=\"image\"; filename=\"logo.png\"", "Content-Type: image/png",
        "Content-Length: 4", "", "1234", "--3c8a5b1e-9d2f-4a67-8b03-f1e2d3c4b5a6--", "",
      ],
      parts: [["title", nil, nil, "Square Logo"], ["image", "logo.png", "image/png", "1234"]]),
    Sample(
      client: "node", type: "multipart/form-data; boundary=----formdata-undici-012345678901",
      lines: [
        "------formdata-undici-012345678901", "Content-Disposition: form-data; name=\"a\"", "", "1",
        "------formdata-undici-012345678901", "Content-Disposition: form-data; name=\"f\"; filename=\"blob\"",
        "Content-Type: application/octet-stream", "", "x", "------formdata-undici-012345678901--",
      ],
      parts: [["a", nil, nil, "1"], ["f", "blob", "application/octet-stream", "x"]]),
  ]

  @Test(arguments: samples) func `a client's form is read with the names and bytes that it sent`(
    _ sample: Sample
  ) throws {
    let parser = try MultipartParser(contentType: sample.type)
    let bytes = Array(sample.lines.joined(separator: "\r\n").utf8)
    for cuts in [[], Array(0..<bytes.count)] {
      let transcript = Transcript(of: bytes, cuts: cuts, by: parser)
      #expect(transcript.isWhole, "\(transcript)")
      let found = transcript.parts.map { part -> [String?] in
        let type = part.fields.first { $0.hasPrefix("Content-Type: ") }?.dropFirst(14).prefix { $0 != ";" }
        return [part.name, part.fileName, type.map(String.init), String(decoding: part.bytes, as: UTF8.self)]
      }
      #expect(found == sample.parts)
    }
  }
}
