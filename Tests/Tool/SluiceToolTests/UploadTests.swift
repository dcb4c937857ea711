import SluiceLoopback
import SluiceTestSupport
import Testing

/// The request that `upload` sends, and its output for the response.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct UploadTests {
  private let folder: TemporaryDirectory
  private let server: UploadServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try UploadServer { try $1.respond(200, body: "the answer \($0.body.count)") }
  }

  /// Uploads a single field with these options.
  private func upload(_ options: String...) throws -> (outcome: Outcome, request: ReceivedRequest) {
    let outcome = try sluice(["upload", server.url, "-F", "a=b"] + options)
    outcome.expectSuccess()
    return (outcome, try server.onlyRequest())
  }

  @Test func `a form is sent and the response is printed`() throws {
    let content = sampleBytes(3_000_000)
    try folder.file("video.mp4", content)
    let outcome = try sluice(
      "upload", "\(server.url)/videos?x=1", "-F", "title=Holiday", "-F", "video=@\(folder.path)/video.mp4")
    outcome.expectSuccess()
    let request = try server.onlyRequest()
    #expect(outcome.text == "the answer \(request.body.count)")
    #expect(request.head.method == "POST")
    #expect(request.head.target == "/videos?x=1")
    #expect(request.head.contentLength == Int64(request.body.count))
    let boundary = try #require(request.boundary)
    #expect(request["Content-Type"] == ["multipart/form-data; boundary=\(boundary)"])
    let head =
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nHoliday\r\n--\(boundary)\r\n"
      + "Content-Disposition: form-data; name=\"video\"; filename=\"video.mp4\"\r\nContent-Type: video/mp4\r\n\r\n"
    let isSame = request.body == Array(head.utf8) + content + Array("\r\n--\(boundary)--\r\n".utf8)
    #expect(isSame)
  }

  @Test func `a body of unknown length is sent in chunks`() throws {
    let content = sampleBytes(300_000)
    let outcome = try sluice("upload", server.url, "-F", "a=<-", input: .bytes(content))
    outcome.expectSuccess()
    let request = try server.onlyRequest()
    #expect(request.head.isChunked)
    let boundary = try #require(request.boundary)
    let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"
    let isSame = request.body == Array(head.utf8) + content + Array("\r\n--\(boundary)--\r\n".utf8)
    #expect(isSame)
  }

  @Test(arguments: [
    ["multipart/form-data"], ["Multipart/Form-Data"], ["multipart/form-data;"],
    ["multipart/form-data", "--gzip"],
    ["multipart/form-data", "--resumable"], ["multipart/form-data; charset=utf-8"],
  ]) func `the boundary is added to a Content-Type of the caller's`(arguments: [String]) throws {
    let record = ["--record", "\(folder.path)/record"]
    let options = arguments.dropFirst() + (arguments.contains("--resumable") ? record : [])
    let outcome = try sluice(
      ["upload", server.url, "-F", "a=b", "-H", "Content-Type: \(arguments[0])"] + options)
    outcome.expectSuccess()
    let request = try server.onlyRequest()
    let type = try #require(request["Content-Type"].first)
    #expect(request["Content-Type"].count == 1 && type.lowercased().hasPrefix("multipart/form-data;"))
    let boundary = try #require(request.boundary)
    if !arguments.contains("--gzip") {
      #expect(String(decoding: request.body, as: UTF8.self).hasPrefix("--\(boundary)\r\n"))
    }
  }

  @Test(arguments: [
    "multipart/form-data; boundary=B", "multipart/mixed", "application/json", "multipart", "x",
    "multipart/form-data; boundary=B; boundary=B",
  ]) func `another Content-Type for a form is an error before anything is sent`(type: String) throws {
    for options in [[], ["--gzip"], ["--resumable", "--record", "\(folder.path)/record"]] {
      let outcome = try sluice(
        ["upload", server.url, "-F", "a=b", "-H", "Content-Type: \(type)"] + options)
      outcome.expectFailure(64, "content-type-conflict")
    }
    #expect(server.connectionCount == 0)
    #expect(try folder.names().isEmpty)
  }

  @Test func `-X sets the method`() throws {
    #expect(try upload("-X", "PUT").request.head.method == "PUT")
  }

  @Test func `an upload whose method a redirect changes fails, unless it is a POST`() throws {
    try withServer { connection in
      try connection.serveRequests { head, connection in
        _ = try connection.readBody()
        try connection.respond(head.method == "GET" ? 200 : 303, headers: [("Location", "/page")])
      }
    } test: { server in
      try sluice("upload", server.url, "-F", "a=b", "-X", "PUT")
        .expectFailure(77, "redirect-refused", saying: "the status 303 redirects the upload to a page")
      try sluice("upload", server.url, "-F", "a=b").expectSuccess()
      let folder = try TemporaryDirectory()
      try sluice(
        "upload", server.url, folder.file("f", [1, 2, 3]), "--resumable", "--record", folder.path("record")
      ).expectFailure(77, "redirect-refused", saying: "the status 303 redirects the upload to a page")
    }
  }

  @Test func `fields are sent in order`() throws {
    let (_, request) = try upload(
      "-H", "X-One: 1", "-H", "x-one:2", "-H", "X-Empty:", "-H", "X-Blanks: \t ä  b \t")
    #expect(request["X-One"] == ["1", "2"])
    #expect(request["X-Empty"] == [""])
    #expect(request["X-Blanks"] == ["ä  b"])
    #expect(request.head.headers.map(\.name).contains("x-one"))
  }

  @Test func `the body decides its framing, not the given fields`() throws {
    let (_, request) = try upload("-H", "Content-Length: 3", "-H", "Transfer-Encoding: chunked")
    #expect(request["Content-Length"] == ["\(request.body.count)"])
    #expect(!request.head.isChunked)
  }

  @Test func `the user agent is the tool's unless one is given`() throws {
    let version = try sluice("--version").text.trimmingPrefix { $0.isWhitespace }.prefix { $0 != "\n" }
    let agent = try #require(upload().request["User-Agent"].first)
    #expect(agent.hasPrefix("sluice/\(version) libcurl/"))
    let other = try UploadServer()
    try sluice("upload", other.url, "-F", "a=b", "-H", "User-Agent: mine").expectSuccess()
    #expect(try other.onlyRequest()["User-Agent"] == ["mine"])
  }

  @Test(arguments: [
    (["-u", "Aladdin:open:sesame"], "Basic QWxhZGRpbjpvcGVuOnNlc2FtZQ=="),
    (["--user", "ü:"], "Basic w7w6"),
    (["--bearer", "abc.def"], "Bearer abc.def"),
    (["-H", "Authorization: Own x", "--bearer", "abc"], "Bearer abc"),
  ]) func `credentials are sent with the first request`(options: [String], value: String) throws {
    try sluice(["upload", server.url, "-F", "a=b"] + options).expectSuccess()
    #expect(try server.onlyRequest()["Authorization"] == [value])
  }

  @Test func `user information in the URL is sent as credentials`() throws {
    let url = server.url.replacing("http://", with: "http://us%65r:p%40ss@")
    try sluice("upload", url, "-F", "a=b").expectSuccess()
    #expect(try server.onlyRequest()["Authorization"] == ["Basic dXNlcjpwQHNz"])
  }

  @Test func `-i prints the head before the body`() throws {
    let server = try UploadServer {
      try $1.respond(201, reason: "Made", headers: [("X-A", "1"), ("X-A", "2")], body: "body")
    }
    let outcome = try sluice("upload", server.url, "-F", "a=b", "-i")
    outcome.expectSuccess()
    let lines = outcome.text.split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines == ["HTTP/1.1 201 Made", "X-A: 1", "X-A: 2", "Content-Length: 4", "", "body"])
  }

  @Test func `a 307 sends the body again`() throws {
    let server = try UploadServer { request, connection in
      if request.head.target == "/" {
        try connection.respond(307, headers: [("Location", "/there")])
      } else {
        try connection.respond(200, body: "arrived")
      }
    }
    let outcome = try sluice("upload", server.url, "-F", "a=b", "--bearer", "t")
    outcome.expectSuccess()
    #expect(outcome.text == "arrived")
    #expect(server.requests.map(\.head.target) == ["/", "/there"])
    #expect(Set(server.requests.map(\.form)) == [formText(fieldText("a", "b"))])
    #expect(server.requests.map { $0["Authorization"] } == [["Bearer t"], ["Bearer t"]])
  }

  @Test func `--limit-rate limits the rate`() throws {
    try folder.file("slow", sampleBytes(300_000))
    let clock = ContinuousClock()
    let time = try clock.measure {
      try sluice(
        "upload", server.url, "-F", "a=@\(folder.path)/slow", "--limit-rate", "200000"
      ).expectSuccess()
    }
    // The limit means 1.5 seconds, of which libcurl may save a part at the start.
    #expect(time > .seconds(0.7))
  }

  @Test func `hundreds of files are sent`() throws {
    let arguments = try (0..<500).flatMap {
      ["-F", "f=@\(try folder.file("\($0).txt", Array("\($0)".utf8)))"]
    }
    try sluice(["upload", server.url] + arguments).expectSuccess()
    let form = try server.onlyRequest().form
    #expect(
      form == formText((0..<500).map { fileText("f", fileName: "\($0).txt", type: "text/plain", "\($0)") }))
  }
}
