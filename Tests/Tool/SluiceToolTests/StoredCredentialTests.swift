import FoundationEssentials
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Credentials and cookies from files.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct StoredCredentialTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  /// The arguments of each command for a URL.
  private func commands(_ url: String) -> [[String]] {
    [["upload", url, "-F", "a=b"], ["request", url], ["download", url, "-o", folder.path("file")]]
  }

  @Test func `--netrc sends the user and the password of the host`() throws {
    try folder.file(".netrc", Array("machine 127.0.0.1 login me password pw\n".utf8))
    let server = try UploadServer()
    for command in commands(server.url) {
      try sluice(command + ["--netrc"], environment: ["HOME": folder.path]).expectSuccess()
      try sluice(command, environment: ["HOME": folder.path]).expectSuccess()
    }
    // printf me:pw | base64
    let values = server.requests.map { $0["Authorization"] }
    #expect(values == [["Basic bWU6cHc="], [], ["Basic bWU6cHc="], [], ["Basic bWU6cHc="], []])
  }

  @Test(.timeLimit(.minutes(1))) func `a netrc file that cannot be used is an error`() throws {
    let server = try UploadServer()
    try folder.file(".netrc", Array("machine 127.0.0.1 login \"me\n".utf8))
    // Newer versions of libcurl take it for one without the host.
    let malformed = try sluice("request", server.url, "--netrc", environment: ["HOME": folder.path])
    if malformed.end != .exited(0) {
      malformed.expectFailure(64, "invalid-configuration", saying: "netrc")
    }
    let count = server.requests.count
    try FileManager.default.removeItem(atPath: folder.path(".netrc"))
    _ = try folder.fifo(".netrc")
    try sluice("request", server.url, "--netrc", environment: ["HOME": folder.path])
      .expectFailure(64, "invalid-configuration", saying: "/.netrc' is not a regular file")
    #expect(server.requests.count == count)
  }

  @Test func `--cookie-jar stores cookies and sends them the next time`() throws {
    let server = try UploadServer {
      try $1.respond(200, headers: [("Set-Cookie", "id=42; Max-Age=1000")], body: "ok")
    }
    for (index, command) in commands(server.url).enumerated() {
      let jar = folder.path("jar\(index)")
      for _ in 0..<2 { try sluice(command + ["--cookie-jar", jar]).expectSuccess() }
      #expect(try String(decoding: folder.contents("jar\(index)"), as: UTF8.self).contains("id\t42"))
    }
    #expect(server.requests.map { $0["Cookie"] } == [[], ["id=42"], [], ["id=42"], [], ["id=42"]])
  }
}
