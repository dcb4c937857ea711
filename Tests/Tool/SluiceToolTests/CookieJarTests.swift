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

  /// A file that is a mount, one that can only grow, one that stays as it is, and one in a folder whose names stay.
  @Test(arguments: [
    #"mount --bind "$2" "$2""#, #"chattr +a "$2""#, #"chattr +i "$2""#, #"chattr +a "$(dirname "$2")""#,
  ]) func `a jar that cannot be replaced is an error before connecting`(preparation: String) throws {
    let server = try UploadServer()
    try folder.directory("jars")
    let jar = try folder.file("jars/jar", [])
    let script = """
      \(preparation) 2>/dev/null || exit 99
      "$0" request "$1" --cookie-jar "$2"
      status=$?
      chattr -ai "$2" "$(dirname "$2")" 2>/dev/null
      exit $status
      """
    let outcome = try Run("unshare", ["-m", "sh", "-c", script, toolPath, server.url, jar]).finish()
    if outcome.end == .exited(99) || outcome.errors.hasPrefix("unshare: ") { return }  // Not allowed here.
    #expect(outcome.end == .exited(74) && outcome.errors.contains("cookie-jar"), "\(outcome.errors)")
    #expect(server.requests.isEmpty)
  }

  @Test func `a jar that is checked is not created, and a check leaves nothing`() throws {
    let server = try UploadServer()
    try sluice("request", server.url, "--cookie-jar", folder.path("jar")).expectSuccess()
    #expect(try folder.names() == [])
  }

  /// A server that sets the cookie `id=2`.
  private func cookieServer() throws -> UploadServer {
    try UploadServer {
      try $1.respond($0.head.target == "/" ? 200 : 404, headers: [("Set-Cookie", "id=2")], body: "ok")
    }
  }

  @Test func `-b sends cookies`() throws {
    let server = try cookieServer()
    try sluice("request", server.url, "-b", "a=1", "--cookie", "b=2; c=3", "-H", "X: y").expectSuccess()
    #expect(try server.onlyRequest()["Cookie"] == ["a=1; b=2; c=3"])
    try sluice("request", server.url, "-b", "a=\u{1}").expectFailure(64, "header", saying: "-b")
  }

  @Test func `-b reads a file of cookies, and does not write it`() throws {
    let server = try cookieServer()
    let old = "# Netscape HTTP Cookie File\n\n127.0.0.1\tFALSE\t/\tFALSE\t0\tid\t1\n"
    let path = try folder.file("in", Array(old.utf8))
    try sluice("request", server.url, "-b", path, "-b", "x=y").expectSuccess()
    #expect(try server.onlyRequest()["Cookie"].joined(separator: "; ").contains("id=1"))
    #expect(try server.onlyRequest()["Cookie"].joined(separator: "; ").contains("x=y"))
    #expect(try folder.contents("in") == Array(old.utf8))
    try sluice("request", server.url, "-b", folder.path("none")).expectFailure(66, "file-unreadable")
    try sluice("request", server.url, "-b", path, "-b", path).expectFailure(
      64, "usage", saying: "single file")
    try sluice("request", server.url, "-b", path, "--cookie-jar", folder.path("jar")).expectFailure(
      64, "usage")
    #expect(try folder.names() == ["in"])
  }

  @Test func `-b reads the cookies of a pipe, and refuses a folder`() throws {
    let server = try cookieServer()
    let jar = "# Netscape HTTP Cookie File\n\n127.0.0.1\tFALSE\t/\tFALSE\t0\tid\t1\n"
    let command = "printf '\(jar)' | '\(toolPath)' request \(server.url) -b /dev/stdin"
    try Run("sh", ["-c", command]).finish().expectSuccess()
    #expect(try server.onlyRequest()["Cookie"] == ["id=1"])
    try sluice("request", server.url, "-b", folder.path).expectFailure(66, "read-failed")
    #expect(server.requests.count == 1)
  }

  @Test func `-c replaces a file with the cookies of the command`() throws {
    let server = try cookieServer()
    func text(_ name: String) throws -> String { String(decoding: try folder.contents(name), as: UTF8.self) }
    let old = "# Netscape HTTP Cookie File\n\n127.0.0.1\tFALSE\t/\tFALSE\t0\tkept\t1\n"
    let path = try folder.file("in", Array(old.utf8))
    try folder.file("out", Array(old.replacing("kept", with: "lost").utf8))
    try sluice("request", server.url, "-c", folder.path("out")).expectSuccess()
    #expect(try server.onlyRequest()["Cookie"] == [])
    #expect(try text("out").contains("id\t2") && !text("out").contains("lost"))
    try sluice("request", server.url, "-b", path, "-c", folder.path("out")).expectSuccess()
    #expect(server.requests.last?["Cookie"] == ["kept=1"])
    #expect(try text("out").contains("id\t2") && text("out").contains("kept\t1"))
    #expect(try text("in") == old)
    // With the same file, it is a cookie jar.
    try sluice("request", server.url, "-b", path, "-c", path).expectSuccess()
    #expect(try text("in").contains("id\t2") && text("in").contains("kept\t1"))
    try folder.file("data", Array("hello".utf8))
    try sluice("request", server.url, "-c", folder.path("data")).expectFailure(74, "cookie-jar")
    #expect(try text("data") == "hello")
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
