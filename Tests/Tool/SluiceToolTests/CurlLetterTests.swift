import SluiceLoopback
import SluiceTestSupport
import Testing

/// Options that have the letters and names of curl's, and mean the same.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct CurlLetterTests {
  private let folder: TemporaryDirectory
  private let server: UploadServer

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("text", Array("a b&c\n".utf8))
    server = try UploadServer()
  }

  private func words(_ arguments: [String]) -> [String] {
    arguments.map { $0.replacing("URL", with: server.url).replacing("DIR", with: folder.path) }
  }

  private static let form = "application/x-www-form-urlencoded"

  @Test(arguments: [
    (["-d", "a=1"], "a=1"), (["--data", "a=1", "-d", "b=2"], "a=1&b=2"),
    (["--data-binary", "@DIR/text"], "a b&c\n"), (["-d", "a=1", "-d", "@DIR/text"], "a=1&a b&c\n"),
    (["--data-urlencode", "q=a b&c=ü"], "q=a+b%26c%3D%C3%BC"), (["--data-urlencode", "=a=b"], "a%3Db"),
    (["--data-urlencode", "a b"], "a+b"), (["--data-urlencode", "q@DIR/text"], "q=a+b%26c%0A"),
    (["--data-urlencode", "@DIR/text"], "a+b%26c%0A"),
    (["-d", "a=1", "--data-urlencode", "b= ", "--data-urlencode", "c="], "a=1&b=+&c="),
  ])
  func `data is the body of a POST with the type of a form`(options: [String], body: String) throws {
    try sluice(words(["request", "URL/x"] + options)).expectSuccess()
    let request = try server.onlyRequest()
    #expect(request.head.method == "POST" && request.head.target == "/x")
    #expect(request["Content-Type"] == [Self.form])
    #expect(String(decoding: request.body, as: UTF8.self) == body)
  }

  @Test(arguments: [
    ("URL/x", "/x?a=1&q=b+c"), ("URL/x?y", "/x?y&a=1&q=b+c"), ("URL/x#f?", "/x?a=1&q=b+c"),
  ])
  func `-G adds the data to the query of a GET`(url: String, target: String) throws {
    try sluice(words(["request", url, "-G", "-d", "a=1", "--data-urlencode", "q=b c"])).expectSuccess()
    let request = try server.onlyRequest()
    #expect(request.head.method == "GET" && request.head.target == target)
    #expect(request.body == [] && request["Content-Type"] == [])
  }

  @Test func `-G escapes what would end the query`() throws {
    try sluice(words(["request", "URL/x?", "-G", "-d", "tag=#1", "--data-urlencode", "q=b"])).expectSuccess()
    #expect(try server.onlyRequest().head.target == "/x?tag=%231&q=b")
  }

  @Test func `another type of data is given with -H`() throws {
    try sluice(words(["request", "URL", "-d", "{}", "-H", "Content-Type: application/json"])).expectSuccess()
    #expect(try server.onlyRequest()["Content-Type"] == ["application/json"])
  }

  @Test func `-I sends HEAD and prints the head`() throws {
    let outcome = try sluice(words(["request", "-I", "URL/x"]))
    outcome.expectSuccess()
    #expect(try server.onlyRequest().head.method == "HEAD")
    #expect(outcome.text.hasPrefix("HTTP/1.1 200") && outcome.text.hasSuffix("\r\n\r\n"))
  }

  @Test(arguments: [["-X", "patch"], ["--request", "PATCH"], ["--request=PATCH"]])
  func `-X is the method`(options: [String]) throws {
    try sluice(words(["request", "URL/x"] + options)).expectSuccess()
    #expect(try server.onlyRequest().head.method == "PATCH")
  }

  @Test(arguments: [
    ["request", "GET", "URL", "-X", "PUT"], ["request", "GET", "URL", "-I"],
    ["request", "URL", "-I", "-X", "GET"],
    ["request", "URL", "-d", "a", "--json", "1"], ["request", "URL", "--digest"],
    ["request", "URL", "-k", "--cacert", "x"],
    ["outbox", "add", "DIR/box", "GET", "URL", "-X", "PUT"],
    ["outbox", "add", "DIR/box", "URL", "-u", "a:b", "--digest"],
  ])
  func `options that contradict each other are wrong usage`(arguments: [String]) throws {
    try sluice(words(arguments)).expectFailure(64, "usage")
    #expect(server.connectionCount == 0)
  }

  @Test func `what is always so has no effect`() throws {
    let flags = ["-L", "--location", "--compressed", "--fail-with-body"]
    try sluice(words(["request", "URL"] + flags)).expectSuccess()
    try sluice(words(["upload", "URL", "-F", "a=b"] + flags)).expectSuccess()
    let plain = try sluice(words(["request", "URL"] + flags)).text
    #expect(plain == "ok" && server.requests.count == 3)
  }

  @Test func `a time limit has curl's names`() throws {
    try withServer {
      $0.stall()
    } test: { server in
      for option in ["-m", "--max-time"] {
        try sluice("request", server.url, option, "0.2").expectFailure(75, "timed-out", saying: "(timeout)")
      }
    }
  }

  /// The first request has no password. The second one proves it.
  @Test func `--digest proves the password of -u, and never sends it`() throws {
    let challenge = #"Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256"#
    let server = try UploadServer { request, connection in
      if request["Authorization"].isEmpty {
        try connection.respond(401, headers: [("WWW-Authenticate", challenge)])
      } else {
        try connection.respond(200, body: "ok")
      }
    }
    try sluice("request", server.url, "-u", "me:s3cr3t", "--digest").expectSuccess()
    let first = server.requests.first?["Authorization"].first ?? ""
    #expect(first == "" || !first.contains("response="))
    let proof = try #require(server.requests.last?["Authorization"].first)
    #expect(proof.hasPrefix("Digest ") && proof.contains(#"username="me""#) && !proof.contains("s3cr3t"))
    let basic = try UploadServer {
      try $1.respond(401, headers: [("WWW-Authenticate", #"Basic realm="r""#)])
      _ = $0
    }
    try sluice("request", basic.url, "-u", "me:s3cr3t", "--digest").expectFailure(78, "unacceptable-status")
    #expect(basic.requests.allSatisfy { $0["Authorization"].isEmpty })
  }
}
