import FoundationEssentials
import SluiceLoopback
import SluiceTestSupport
import Testing

/// A cookie jar that cannot keep the cookies.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct CookieJarTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test(arguments: ["missing/jar", "directory", "fifo", "file/jar"])
  func `a jar that cannot be written is an error before connecting`(name: String) throws {
    try folder.directory("directory")
    try folder.file("file")
    _ = try folder.fifo("fifo")
    let server = try UploadServer()
    let jar = folder.path(name)
    for command in [
      ["request", server.url], ["upload", server.url, "-F", "a=b"],
      ["download", server.url, "-o", folder.path("out")],
    ] {
      try sluice(command + ["--cookie-jar", jar]).expectFailure(74, "cookie-jar", saying: jar)
    }
    #expect(server.connectionCount == 0)
    #expect(try folder.names().sorted() == ["directory", "fifo", "file"])
  }

  @Test func `a jar that is checked is not created, and a check leaves nothing`() throws {
    let server = try UploadServer()
    try sluice("request", server.url, "--cookie-jar", folder.path("jar")).expectSuccess()
    #expect(try folder.names() == [])
  }

  @Test func `a jar that can no longer be written is reported after the response`() throws {
    let path = try folder.directory("directory")
    let server = try UploadServer {
      try FileManager.default.removeItem(atPath: path)
      _ = $0
      try $1.respond(200, headers: [("Set-Cookie", "id=s3cr3t")], body: "ok")
    }
    let outcome = try sluice("request", server.url, "--cookie-jar", "\(path)/jar")
    #expect(outcome.end == .exited(74))
    #expect(outcome.text == "ok")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.hasPrefix("warning: the cookies cannot be saved: write-failed: \(path)/jar"))
    #expect(!outcome.errors.contains("s3cr3t"))
  }
}
