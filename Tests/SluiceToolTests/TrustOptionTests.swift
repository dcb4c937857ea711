import SluiceLoopback
import SluiceTestSupport
import Testing

/// Whom `upload` trusts.
@Suite(.enabled(if: TLSServer.isAvailable)) struct TrustOptionTests {
  private let server: TLSServer

  init() throws { server = try TLSServer() }

  private func upload(host: String = "127.0.0.1", path: String = "/", _ options: String...) throws -> Outcome
  {
    try sluice(["upload", "https://\(host):\(server.port)\(path)", "-F", "a=b"] + options)
  }

  private func expectTrust(_ outcome: Outcome, at location: SourceLocation = #_sourceLocation) {
    outcome.expectSuccess(at: location)
    #expect(outcome.text.contains("name=\"a\"\r\n\r\nb\r\n"), sourceLocation: location)
  }

  @Test func strangersAreNotTrusted() throws {
    try upload().expectFailure(77, "untrusted")
    try upload("--pin", server.pin).expectFailure(77, "untrusted")
    try upload(host: "localhost", "--cacert", server.certificate).expectFailure(77, "untrusted")
  }

  @Test func authoritiesOfAFileAreTrusted() throws {
    expectTrust(try upload("--cacert", server.certificate))
  }

  @Test func anybodyIsTrustedWhereAskedFor() throws {
    expectTrust(try upload(host: "localhost", "--insecure"))
  }

  @Test func pinsAreKeptTo() throws {
    let other = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    expectTrust(try upload("--cacert", server.certificate, "--pin", server.pin))
    expectTrust(try upload("--insecure", "--pin", other, "--pin", server.pin))
    try upload("--cacert", server.certificate, "--pin", other).expectFailure(77, "untrusted")
    try upload("--insecure", "--pin", other).expectFailure(77, "untrusted")
  }

  @Test func httpsDoesNotFallToHTTP() throws {
    try upload(path: "/down", "--insecure").expectFailure(77, "redirect-refused", saying: "https to http")
  }

  @Test func aServerWithoutTLSBreaksTheProtocol() throws {
    try withServer {
      try $0.write("HTTP/1.1 400 Bad Request\r\n\r\n")
    } test: { plain in
      try sluice("upload", "https://127.0.0.1:\(plain.port)/", "-F", "a=b").expectFailure(76, "tls-failed")
    }
  }

  @Test func authoritiesThatAreMissingAreAnInputFile() throws {
    try upload("--cacert", "/no/such/file").expectFailure(66, "file-unreadable", saying: "/no/such/file")
  }
}
