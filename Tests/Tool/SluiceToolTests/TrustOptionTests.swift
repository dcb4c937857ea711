import SluiceLoopback
import SluiceTestSupport
import Testing

/// The servers that `upload` trusts.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct TrustOptionTests {
  @Test(.enabled(if: TLSServer.isAvailable)) func `trust follows the authorities, the pins and --insecure`()
    throws
  {
    let server = try TLSServer()
    let authority = ["--cacert", server.certificate]
    let (pin, otherPin) = (
      ["--pin", server.pin], ["--pin", "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]
    )
    for (host, options, isTrusted) in [
      ("127.0.0.1", [], false),
      ("127.0.0.1", authority, true),
      ("localhost", authority, false),
      ("localhost", ["--insecure"], true),
      // A pin is required in addition to trust, not instead of it.
      ("127.0.0.1", pin, false),
      ("127.0.0.1", authority + pin, true),
      ("127.0.0.1", ["--insecure"] + otherPin + pin, true),
      ("127.0.0.1", authority + otherPin, false),
      ("127.0.0.1", ["--insecure"] + otherPin, false),
    ] {
      let outcome = try sluice(["upload", "https://\(host):\(server.port)/", "-F", "a=b"] + options)
      if isTrusted {
        outcome.expectSuccess()
        #expect(outcome.text.contains("name=\"a\"\r\n\r\nb\r\n"), "\(host) \(options)")
      } else {
        outcome.expectFailure(77, "untrusted", saying: host)
        #expect(outcome.output == [], "\(host) \(options)")
      }
    }
    try sluice("upload", "https://127.0.0.1:\(server.port)/down", "-F", "a=b", "--insecure")
      .expectFailure(77, "redirect-refused", saying: "https to http")
  }

  @Test func `a malformed pin is an error before connecting`() throws {
    let server = try UploadServer()
    try sluice("upload", server.url, "-F", "a=b", "--pin", "nonsense").expectFailure(
      64, "usage", saying: "--pin")
    try sluice("upload", server.url, "-F", "a=b", "--pin", "sha256//nonsense")
      .expectFailure(64, "invalid-configuration", saying: "the pin 'sha256//nonsense'")
    #expect(server.connectionCount == 0)
  }

  @Test(.enabled(if: TLSServer.isAvailable))
  func `a client certificate is sent to a server that requires one`()
    throws
  {
    let folder = try TemporaryDirectory()
    let server = try TLSServer(requiresCertificate: true)
    let url = "https://127.0.0.1:\(server.port)/"
    let both = try folder.file("both", server.certificateAndKey())
    for options in [["--cert", server.certificate, "--key", server.key], ["--cert", both]] {
      for command in [["upload", url, "-F", "a=b"], ["request", url, "--data", "a=b"]] {
        let outcome = try sluice(command + ["--cacert", server.certificate] + options)
        outcome.expectSuccess()
        #expect(!outcome.output.isEmpty)
      }
    }
    let outcome = try sluice("upload", url, "-F", "a=b", "--cacert", server.certificate)
    #expect(outcome.end != .exited(0) && outcome.output == [])
    for options in [["--cert", "/no/cert"], ["--cert", both, "--key", "/no/key"]] {
      try sluice(["upload", url, "-F", "a=b"] + options)
        .expectFailure(66, "file-unreadable", saying: options[options.count - 1])
    }
  }

  @Test func `a server without TLS is an error`() throws {
    try withServer {
      try $0.write("HTTP/1.1 400 Bad Request\r\n\r\n")
    } test: { plain in
      try sluice("upload", "https://127.0.0.1:\(plain.port)/", "-F", "a=b").expectFailure(76, "tls-failed")
    }
  }

  @Test func `a missing file of authorities is an error before connecting`() throws {
    let server = try UploadServer()
    try sluice("upload", server.url, "-F", "a=b", "--cacert", "/no/such/file")
      .expectFailure(66, "file-unreadable", saying: "/no/such/file", "No such file")
    #expect(server.connectionCount == 0)
  }
}
