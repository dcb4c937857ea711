import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The request that `request` sends, and its output for the response.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct RequestCommandTests {
  private func sent(_ arguments: String..., input: String = "") throws -> ReceivedRequest {
    let server = try UploadServer()
    let arguments = arguments.map { $0.replacing("URL", with: server.url) }
    let outcome = try sluice(["request"] + arguments, input: .bytes(Array(input.utf8)))
    outcome.expectSuccess()
    #expect(outcome.text == "ok")
    return try server.onlyRequest()
  }

  @Test func `a request is a GET unless a method is given`() throws {
    let request = try sent("URL/a?b", "-H", "X-A: c")
    #expect(request.head.method == "GET" && request.head.target == "/a?b" && request.body == [])
    #expect(request["X-A"] == ["c"] && request["Content-Type"] == [])
    #expect(try sent("DELETE", "URL/a").head.method == "DELETE")
    #expect(try sent("delete", "URL/a").head.method == "DELETE")
    // A method can be any token.
    #expect(try sent("PURGE", "URL").head.method == "PURGE")
  }

  @Test(arguments: [
    (["request", "HEAD", "URL", "--data", "x"], "body-failed"),
    (["request", "TRACE", "URL", "--data", "x"], "body-failed"),
    (["request", "CONNECT", "URL/x"], "invalid-url"),
    (["upload", "URL", "-X", "HEAD", "-F", "a=b"], "body-failed"),
    (["upload", "URL", "-X", "TRACE", "-F", "a=b"], "body-failed"),
    (["upload", "URL", "-X", "CONNECT", "-F", "a=b"], "invalid-url"),
  ]) func `a request that HTTP does not allow is a mistake in the arguments`(
    arguments: [String], code: String
  ) throws {
    let server = try UploadServer()
    try sluice(arguments.map { $0.replacing("URL", with: server.url) }).expectFailure(64, code)
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: ["br", "gzip", "compress, gzip"])
  func `an error whose body cannot be decoded has its status`(coding: String) throws {
    let server = try UploadServer { try $1.respond(404, headers: [("Content-Encoding", coding)], body: "xx") }
    let outcome = try sluice("request", server.url, "-i")
    outcome.expectFailure(78, "unacceptable-status", saying: "404")
    #expect(outcome.text.hasPrefix("HTTP/1.1 404"))
  }

  @Test(arguments: ["br", "zstd", "none", "unknown", "gzip"])
  func `a response without content is not decoded`(coding: String) throws {
    let server = try UploadServer { request, connection in
      try connection.respond(
        request.head.target == "/204" ? 204 : 200, headers: [("Content-Encoding", coding)])
    }
    for arguments in [["HEAD", server.url], [server.url], [server.url + "/204"]] {
      try sluice(["request"] + arguments).expectSuccess()
    }
  }

  @Test func `a charset for a coding is ignored`() throws {
    let server = try UploadServer {
      try $1.respond(200, headers: [("Content-Encoding", "UTF-8")], body: "ok")
    }
    let outcome = try sluice("request", server.url)
    outcome.expectSuccess()
    #expect(outcome.text == "ok")
  }

  @Test func `--query is appended to the query of the URL`() throws {
    let query = #"{"q":"a b","n":[1,2]}"#
    #expect(try sent("URL/a?b", "--query", query).head.target == "/a?b&q=a%20b&n%5B%5D=1&n%5B%5D=2")
    let post = try sent("POST", "URL/a#f", "--query", query, "--data", "x")
    #expect(post.head.target == "/a?q=a%20b&n%5B%5D=1&n%5B%5D=2" && post.body == Array("x".utf8))
    #expect(try sent("URL/a", "--query", "{}").head.target == "/a")
  }

  @Test func `a body makes the request a POST unless a method is given`() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("f.json", Array(" [1,\n2.50] ".utf8))
    for (json, body) in [(#"{"b": "/", "a": null}"#, #"{"b":"/","a":null}"#), ("@\(path)", "[1,2.50]")] {
      let request = try sent("URL", "--json", json)
      #expect(request.head.method == "POST" && request["Content-Type"] == ["application/json"])
      #expect(String(decoding: request.body, as: UTF8.self) == body)
    }
    let form = try sent("PUT", "URL", "--urlencoded", #"{"a":"b c","d":{"e":true}}"#)
    #expect(form.head.method == "PUT" && form["Content-Type"] == ["application/x-www-form-urlencoded"])
    #expect(String(decoding: form.body, as: UTF8.self) == "a=b+c&d%5Be%5D=true")
    #expect(try sent("URL", "--json", "1", "-H", "Content-Type: a/b")["Content-Type"] == ["a/b"])
  }

  @Test func `--data is sent as it is`() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", sampleBytes(100_000))
    let file = try sent("URL", "--data", "@\(path)")
    #expect(
      file.body == sampleBytes(100_000) && file["Content-Type"] == ["application/x-www-form-urlencoded"]
        && file["Content-Length"] == ["100000"])
    #expect(try sent("URL", "--data", " a=b&c\n").body == Array(" a=b&c\n".utf8))
    let piped = try sent("URL", "--data", "@-", input: "piped")
    #expect(piped.body == Array("piped".utf8) && piped["Transfer-Encoding"] == ["chunked"])
  }

  @Test func `a property list is sent in its own format`() throws {
    let folder = try TemporaryDirectory()
    let xml = "<plist><dict><key>a</key><integer>1</integer></dict></plist>"
    let path = try folder.file("f.plist", Array(xml.utf8))
    let request = try sent("URL", "--plist", "@\(path)")
    #expect(request["Content-Type"] == ["application/x-plist"])
    #expect(String(decoding: request.body, as: UTF8.self).contains("<key>a</key>\n\t<integer>1</integer>"))
    let binary = try sluice("plist", "convert", "--to", "binary", path).output
    let binaryPath = try folder.file("b.plist", binary)
    let second = try sent("URL", "--plist", "@\(binaryPath)")
    #expect(second["Content-Type"] == ["application/x-bplist"] && second.body == binary)
  }

  @Test(arguments: [
    ("json", "application/json", "{\"a\": 1}"), ("json", "application/problem+json", "1"),
    ("text", "text/csv", "a,b"),
    ("plist", "application/x-plist", "<plist><true/></plist>"), ("any", "x/y", "\u{1}"),
  ]) func `a response that matches --expect is printed as received`(
    expectation: String, type: String, body: String
  )
    throws
  {
    let server = try UploadServer { try $1.respond(200, headers: [("Content-Type", type)], body: body) }
    let outcome = try sluice("request", server.url, "--expect", expectation)
    outcome.expectSuccess()
    #expect(outcome.text == body)
  }

  @Test(arguments: [
    ("text", "text/plain; charset=iso-8859-1", [0x6E, 0xE9] as [UInt8], "né"),
    ("lines", "text/plain", Array("a\r\n\nb".utf8), "a\n\nb\n"),
    ("jsonl", "application/x-ndjson", Array("{\"a\": 1}\r\n\n[ 2 ]".utf8), "{\"a\":1}\n[2]\n"),
    ("json-seq", "application/json-seq", Array("\u{1E}{\"a\": 1}\n\u{1E}[ 2 ]\n".utf8), "{\"a\":1}\n[2]\n"),
    ("json-elements", "application/json", Array("[{\"a\": 1},\n[ 2 ]]".utf8), "{\"a\":1}\n[2]\n"),
    (
      "sse", "text/event-stream",
      Array("id: 7\nretry: 1500\ndata: a\ndata: b\n\nevent: x\ndata\n\ndata: lost".utf8),
      #"{"type":"message","data":"a\nb","id":"7","retry":1500}"# + "\n"
        + #"{"type":"x","data":"","id":"7","retry":1500}"# + "\n"
    ),
    ("jsonl", "application/jsonl", [], ""),
  ]) func `a response is printed as text or one element per line`(
    expectation: String, type: String, body: [UInt8], printed: String
  ) throws {
    let accept = Lock("")
    let server = try UploadServer { request, connection in
      accept.withLock { $0 = request["accept"].joined() }
      try connection.respond(200, headers: [("Content-Type", type)], body: body)
    }
    let outcome = try sluice("request", server.url, "--expect", expectation)
    outcome.expectSuccess()
    #expect(outcome.text == printed)
    let essence = type.prefix { $0 != ";" }
    #expect(accept.withLock { $0.contains(essence) || $0.contains("text/*") })
  }

  @Test(arguments: [
    (
      "jsonl", "application/jsonl", "{\"a\":1}\n{\n", "{\"a\":1}\n", "invalid-json",
      " at line 2, column 2 (byte 9)"
    ),
    (
      "json-elements", "application/json", "[1,\n 2,]", "1\n2\n", "invalid-json",
      " at line 2, column 4 (byte 7)"
    ),
    ("lines", "text/plain", "a\n\u{0}\n", "a\n\u{0}\n", "", ""),
  ]) func `elements before an error are printed`(
    expectation: String, type: String, body: String, printed: String, code: String, place: String
  ) throws {
    let server = try UploadServer { try $1.respond(200, headers: [("Content-Type", type)], body: body) }
    let outcome = try sluice("request", server.url, "--expect", expectation)
    if code.isEmpty { outcome.expectSuccess() } else { outcome.expectFailure(65, code, saying: place) }
    #expect(outcome.text == printed)
  }

  @Test(arguments: ["any", "text", "jsonl", "lines", "sse"], [("GET", 204), ("DELETE", 205), ("HEAD", 200)])
  func `a response without content matches an expectation that nothing fulfills`(
    expectation: String, answer: (method: String, status: Int)
  ) throws {
    let server = try UploadServer { try $1.respond(answer.status, headers: [("Content-Type", "text/html")]) }
    let outcome = try sluice("request", answer.method, server.url, "--expect", expectation)
    outcome.expectSuccess()
    #expect(outcome.text == "")
  }

  @Test(arguments: ["json", "plist", "json-elements"], [("GET", 200), ("GET", 204), ("DELETE", 205)])
  func `a missing body is an error, and replaces no file`(
    expectation: String, answer: (method: String, status: Int)
  ) throws {
    let folder = try TemporaryDirectory()
    try folder.file("out", Array("good".utf8))
    let type = expectation == "plist" ? "application/x-plist" : "application/json"
    let server = try UploadServer { try $1.respond(answer.status, headers: [("Content-Type", type)]) }
    let arguments = ["request", answer.method, server.url, "--expect", expectation, "-o", folder.path("out")]
    try sluice(arguments).expectFailure(78, "empty-body", saying: "\(answer.status)")
    #expect(try folder.contents("out") == Array("good".utf8))
  }

  @Test(arguments: ["json", "plist", "json-elements"])
  func `a response to HEAD is not decoded`(expectation: String) throws {
    let type = expectation == "plist" ? "application/x-plist" : "application/json"
    let server = try UploadServer { try $1.respond(200, headers: [("Content-Type", type)]) }
    try sluice("request", "HEAD", server.url, "--expect", expectation).expectSuccess()
  }

  @Test func `malformed JSON is an error with its position`() throws {
    let server = try UploadServer {
      try $1.respond(200, headers: [("Content-Type", "application/json")], body: "{\n \"a\": }")
    }
    let outcome = try sluice("request", server.url, "--expect", "json")
    outcome.expectFailure(65, "decoding-failed")
    #expect(outcome.errors.hasSuffix(" at line 2, column 7 (byte 8)\n"))
  }

  @Test(arguments: [
    ("json", 200, "text/html", "<p>", 78, "unacceptable-media-type"),
    ("text", 200, "image/png", "x", 78, "unacceptable-media-type"),
    ("json", 404, "application/json", "{}", 78, "unacceptable-status"),
    ("json", 200, "application/json", "{", 65, "decoding-failed"),
    ("plist", 200, "application/x-plist", "<plist>", 65, "decoding-failed"),
  ]) func `a response that does not match --expect is an error and leaves no file`(
    expectation: String, status: Int, type: String, body: String, exitCode: CInt, code: String
  ) throws {
    let folder = try TemporaryDirectory()
    let server = try UploadServer { try $1.respond(status, headers: [("Content-Type", type)], body: body) }
    let outcome = try sluice("request", server.url, "--expect", expectation, "-o", folder.path("out"))
    outcome.expectFailure(exitCode, code)
    #expect(throws: (any Error).self) { try folder.contents("out") }
  }

  @Test func `--curl prints a curl command and sends nothing`() throws {
    let server = try UploadServer()
    let outcome = try sluice("request", server.url, "--json", "{\"it's\": 1}", "--bearer", "s3cret", "--curl")
    outcome.expectSuccess()
    #expect(
      outcome.text == """
        curl \(server.url)/ -H 'Authorization: (hidden)' -H 'Content-Type: application/json' --data-raw '{"it'\\''s":1}'

        """)
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: [
    ([], "usage", 64), (["a", "b", "c"], "usage", 64), (["URL", "--json", "1", "--data", "x"], "usage", 64),
    (["B AD", "URL"], "usage", 64), (["GET", "/nowhere"], "invalid-url", 64),
    (["URL", "--query", "[1]"], "unencodable", 65),
    (["URL", "--query", "{"], "invalid-json", 65), (["URL", "--urlencoded", "x"], "invalid-json", 65),
    (["URL", "--json", "@/no/such/file"], "file-missing", 66),
    (["URL", "--data", "@/no/such/file"], "file-missing", 66),
    (["URL", "--plist", "x"], "invalid-plist", 65), (["URL", "--expect", "xml"], "usage", 64),
  ]) func `invalid arguments are an error before connecting`(arguments: [String], code: String, status: CInt)
    throws
  {
    let server = try UploadServer()
    try sluice(["request"] + arguments.map { $0 == "URL" ? server.url : $0 }).expectFailure(status, code)
    #expect(server.connectionCount == 0)
  }
}
