import SluiceLoopback
import SluiceTestSupport
import Testing

/// Options that change the connection to a server.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct ConnectionOptionTests {
  @Test func `a Unix socket replaces the URL's host and port`() throws {
    let folder = try TemporaryDirectory()
    let server = try UploadServer(unixSocket: folder.path("socket"))
    let outcome = try sluice(
      "upload", "http://anybody.invalid/x", "-F", "a=b", "--unix-socket", folder.path("socket"))
    outcome.expectSuccess()
    #expect(outcome.text == "ok")
    let request = try server.onlyRequest()
    #expect(request.head.target == "/x")
    #expect(request["Host"] == ["anybody.invalid"])
    #expect(request.form == formText(fieldText("a", "b")))
    try sluice("upload", "http://localhost/", "-F", "a=b", "--unix-socket", folder.path("none"))
      .expectFailure(69, "connection-failed")
  }

  @Test(arguments: ["option", "environment", "option, not no_proxy"])
  func `a proxy receives the whole URL`(way: String) throws {
    let proxy = try UploadServer()
    let url = proxy.url.replacing("http://", with: "http://me:pw@")
    let outcome = try sluice(
      ["upload", "http://anybody.invalid:81/x?y=z", "-F", "a=b", "-v"]
        + (way == "environment" ? [] : ["--proxy", url]),
      environment: ["environment": ["http_proxy": url], "option": [:]][way] ?? ["no_proxy": "*"])
    #expect(outcome.end == .exited(0))
    let request = try proxy.onlyRequest()
    #expect(request.head.target == "http://anybody.invalid:81/x?y=z")
    #expect(request["Host"] == ["anybody.invalid:81"])
    #expect(request["Proxy-Authorization"] == ["Basic bWU6cHc="])
    #expect(request.form == formText(fieldText("a", "b")))
    #expect(!outcome.errors.contains("pw"))
  }

  @Test func `an error names the proxy of the environment`() throws {
    let environment = ["http_proxy": "http://me:pw@127.0.0.1:9"]
    let outcome = try sluice("request", "http://some.example/", environment: environment)
    outcome.expectFailure(
      69, "connection-failed", saying: "by way of the proxy http://127.0.0.1:9 of http_proxy")
    #expect(!outcome.errors.contains("pw"))
  }

  @Test func `an invalid proxy URL is reported without its password`() throws {
    for url in ["http://me:pw@:::", "foo://me:pw@x"] {
      let outcome = try sluice("upload", "http://127.0.0.1:9/", "-F", "a=b", "--proxy", url)
      outcome.expectFailure(64, "invalid-url", saying: "proxy")
      #expect(!outcome.errors.contains("pw"))
    }
  }

  @Test(arguments: [(407, 77), (403, 77), (503, 69)])
  func `a proxy that refuses to connect is asked once, unless it is busy`(status: Int, code: Int32) throws {
    let server = try UploadServer { try $1.respond(status) }
    try sluice("request", "https://some.example/", "--proxy", server.url, "--retry", "1")
      .expectFailure(code, "proxy-refused", saying: "the proxy responded \(status) to CONNECT")
    #expect(server.requests.map(\.head.method) == Array(repeating: "CONNECT", count: status == 503 ? 2 : 1))
  }

  @Test func `either HTTP version option works with a server that has only HTTP 1.1`() throws {
    let server = try UploadServer()
    for option in ["--http1.1", "--http2"] {
      let outcome = try sluice("upload", server.url, "-F", "a=b", option)
      outcome.expectSuccess()
      #expect(outcome.text == "ok")
    }
    #expect(server.requests.map(\.head.version) == ["HTTP/1.1", "HTTP/1.1"])
  }
}
