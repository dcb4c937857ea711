import SluiceLoopback
import SluiceTestSupport
import Testing

/// Secrets, which are never printed.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct SecrecyTests {
  private let secret = "s3cr3t"

  private func expectNoSecret(_ outcome: Outcome, at location: SourceLocation = #_sourceLocation) {
    #expect(!outcome.errors.contains(secret), sourceLocation: location)
    #expect(!outcome.text.contains(secret), sourceLocation: location)
    // `me:s3cr3t` as HTTP Basic encodes it.
    #expect(!outcome.errors.contains("bWU6czNjcjN0"), sourceLocation: location)
  }

  @Test(arguments: [
    ["-u", "me:s3cr3t"], ["--bearer", "s3cr3t"], ["-H", "Authorization: s3cr3t"],
    ["-H", "Proxy-Authorization: s3cr3t"], ["-H", "Cookie: s3cr3t"],
  ]) func `heads are printed without credentials`(options: [String]) throws {
    let server = try UploadServer { request, connection in
      let location = "http://127.0.0.1:\(request.head["Host"]?.split(separator: ":").last ?? "")/b?s3cr3t"
      let fields = [("Location", location), ("Set-Cookie", "a=s3cr3t"), ("X-Plain", "shown")]
      try connection.respond(request.head.target.hasPrefix("/a") ? 307 : 200, headers: fields, body: "done")
    }
    let url = server.url.replacing("http://", with: "http://you:s3cr3t@") + "/a?token=s3cr3t#s3cr3t"
    let outcome = try sluice(["upload", url, "-F", "a=b", "-v", "-H", "X-Own: told"] + options)
    #expect(outcome.end == .exited(0))
    #expect(outcome.text == "done")
    expectNoSecret(outcome)
    for line in [
      "> POST \(server.url)/a", "> X-Own: told", "< 307", "< X-Plain: shown", "> POST \(server.url)/b",
      "< 200",
    ] {
      #expect(outcome.errorLines.contains { $0.hasPrefix(line) }, "\(line)")
    }
  }

  @Test func `errors are printed without credentials`() throws {
    try DeadPort.refusing.with { port in
      let url = "http://me:s3cr3t@127.0.0.1:\(port)/x?token=s3cr3t"
      let refused = try sluice("upload", url, "-F", "a=b", "-v", "--bearer", secret)
      #expect(refused.end == .exited(69))
      #expect(refused.errorLines.last?.hasSuffix("(http://127.0.0.1:\(port)/x)") == true)
      expectNoSecret(refused)
    }

    for (options, code) in [
      (["http://me:s3cr3t@[/?s3cr3t", "-F", "a=b"], "invalid-url"),
      (["ftp://me:s3cr3t@127.0.0.1/?s3cr3t", "-F", "a=b"], "invalid-url"),
      (["http://127.0.0.1/", "-F", "a=b", "-H", "Authorization s3cr3t"], "header"),
      (["http://127.0.0.1/", "-F", "a=b", "-H", "Authorization: s3cr3t\n"], "header"),
      (["http://127.0.0.1/", "-F", "a=b", "-H", "Bad Name: s3cr3t"], "header"),
      (["http://127.0.0.1/", "-F", "a=b", "--bearer", "s3cr3t\r\nX: y"], "header"),
      (["http://127.0.0.1/", "-F", "a=b", "-u", "me:s3cr3t\u{1}"], "header"),
      (["http://127.0.0.1/", "-F", "a=b", "-u", "me:s3cr3t", "--bearer", "s3cr3t"], "usage"),
      (["http://127.0.0.1/", "-F", "password=s3cr3t;s3cr3t"], "form"),
      (["http://127.0.0.1/", "-F", "password=\"s3cr3t\"s3cr3t"], "form"),
    ] {
      let outcome = try sluice(["upload"] + options)
      outcome.expectFailure(64, code, saying: code == "invalid-url" ? "://(hidden)" : "")
      expectNoSecret(outcome)
    }

    for arguments in [
      ["http://127.0.0.1/", "-ume:s3cr3t"], ["http://127.0.0.1/", "-vume:s3cr3t"],
      ["http://127.0.0.1/", "-HAuthorization: s3cr3t"], ["http://me:s3cr3t@127.0.0.1/", "GET"],
    ] {
      let outcome = try sluice(["request"] + arguments)
      outcome.expectFailure(64, "usage")
      expectNoSecret(outcome)
    }
  }

  @Test(arguments: [
    ["download", "plan", "--segment-size", "URL", "http://h/"], ["request", "--retry=URL", "http://h/"],
    ["cache", "list", "URL"], ["upload", "http://127.0.0.1:1/", "-F", "a=@URL"], ["gzip", "URL"],
  ])
  func `a URL in the place of something else is printed without its password`(arguments: [String]) throws {
    let outcome = try sluice(arguments.map { $0.replacing("URL", with: "http://me:s3cr3t@host/path") })
    #expect(outcome.end != .exited(0))
    #expect(outcome.errors.contains("http://(hidden)@host/path"))
    expectNoSecret(outcome)
  }

  @Test func `a redirect to another origin sends no credentials`() throws {
    let other = try UploadServer()
    let server = try UploadServer { try $1.respond(308, headers: [("Location", other.url + "/there")]) }
    try sluice(
      "upload", server.url, "-F", "a=b", "-u", "me:s3cr3t", "-H", "Cookie: c", "-H", "X-Own: kept"
    ).expectSuccess()
    #expect(try server.onlyRequest()["Authorization"].count == 1)
    let request = try other.onlyRequest()
    #expect(request["Authorization"] == [] && request["Cookie"] == [] && request["X-Own"] == ["kept"])
    #expect(request.form == formText(fieldText("a", "b")))
  }
}
