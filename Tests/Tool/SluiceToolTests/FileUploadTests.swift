import Glibc
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Uploads of a file as it is, without a form.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct FileUploadTests {
  private let folder: TemporaryDirectory
  private let server: UploadServer

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("a file.png", Array("pixels".utf8))
    server = try UploadServer()
  }

  private func upload(_ arguments: String..., input: String = "") throws -> ReceivedRequest {
    let count = server.requests.count
    let arguments = arguments.map {
      $0.replacing("URL", with: server.url).replacing("FILE", with: folder.path("a file.png"))
    }
    let outcome = try sluice(["upload"] + arguments, input: .bytes(Array(input.utf8)))
    outcome.expectSuccess()
    #expect(outcome.text == "ok")
    #expect(server.requests.count == count + 1)
    return try #require(server.requests.last)
  }

  @Test(arguments: [
    ["URL/x", "FILE"], ["FILE", "URL/x"], ["URL/x", "-T", "FILE"], ["-T", "FILE", "URL/x"],
    ["--upload-file", "FILE", "URL/x"],
  ]) func `a file is sent with PUT, its size and the type of its name`(arguments: [String]) throws {
    let paths = arguments.map {
      $0.replacing("URL", with: server.url).replacing("FILE", with: folder.path("a file.png"))
    }
    try sluice(["upload"] + paths).expectSuccess()
    let request = try server.onlyRequest()
    #expect(request.head.method == "PUT" && request.head.target == "/x")
    #expect(request["Content-Type"] == ["image/png"] && request["Content-Length"] == ["6"])
    #expect(request.body == Array("pixels".utf8))
  }

  @Test(arguments: [
    ("URL", "/a%20file.png"), ("URL/", "/a%20file.png"), ("URL/b/", "/b/a%20file.png"), ("URL/b", "/b"),
    ("URL/b/?c", "/b/?c"), ("URL?c", "/?c"),
  ]) func `the name of the file is added to a URL that ends with a slash`(url: String, target: String) throws
  {
    #expect(try upload(url, "FILE").head.target == target)
  }

  @Test func `another method is sent to the URL as it is`() throws {
    let request = try upload("URL/b/", "FILE", "-X", "POST", "-H", "Content-Type: a/b")
    #expect(request.head.method == "POST" && request.head.target == "/b/")
    #expect(request["Content-Type"] == ["a/b"])
  }

  @Test func `standard input is sent in chunks`() throws {
    for arguments in [("URL/b/", "-"), ("URL/b/", "/dev/stdin")] {
      let request = try upload(arguments.0, arguments.1, input: "piped")
      #expect(request.head.method == "PUT" && request["Transfer-Encoding"] == ["chunked"])
      #expect(request.body == Array("piped".utf8))
    }
    #expect(server.requests.map(\.head.target) == ["/b/", "/b/stdin"])
  }

  @Test func `a file that changes while it is standard input is an error`() throws {
    // More than the sockets and the reader hold.
    let path = try folder.file("large", [UInt8](repeating: 0x61, count: 16_000_000))
    let server = try LoopbackServer { connection in
      _ = try connection.read(exactly: 1_000_000)
      try folder.append([0x62], to: "large")
      while try !connection.read().isEmpty {}
    }
    defer { server.stop() }
    let input = Run.Stream.descriptor(try .open(path, flags: O_RDONLY))
    try sluice("upload", server.url, "-", input: input).expectFailure(66, "changed")
    let script = #"{ "$0" gzip --level 0; echo $? >&2; } <"$1" | { head -c 1; echo >>"$1"; cat; } >/dev/null"#
    let errors = try Run("sh", ["-c", script, toolPath, path]).finish().errors
    #expect(errors.contains("error: changed: ") && errors.hasSuffix("\n66\n"))
  }

  @Test func `a file can be compressed while it is sent`() throws {
    let request = try upload("URL/x", "FILE", "--gzip")
    #expect(request["Content-Encoding"] == ["gzip"])
    let restored = try sluice("gunzip", input: .bytes(request.body))
    #expect(restored.output == Array("pixels".utf8))
  }

  @Test func `a file that has a coding is not compressed again`() throws {
    try sluice("upload", server.url, folder.path("a file.png"), "--gzip", "-H", "Content-Encoding: gzip")
      .expectFailure(64, "form", saying: "--gzip")
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: [("none", "file-missing"), (".", "file-is-directory")])
  func `a file that cannot be sent is an error before connecting`(name: String, code: String) throws {
    try sluice("upload", server.url, folder.path(name)).expectFailure(66, code)
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: [301, 302, 303], [[], ["-X", "POST"], ["-X", "POST", "--gzip"], ["-X", "GET"]])
  func `a redirect to a page says nothing about the file`(status: Int, options: [String]) throws {
    let server = try UploadServer {
      try $1.respond($0.head.target == "/login" ? 200 : status, headers: [("Location", "/login")])
    }
    let outcome = try sluice(["upload", server.url, folder.path("a file.png")] + options)
    if status != 303, !options.contains("POST") { return outcome.expectSuccess() }
    outcome.expectFailure(77, "redirect-refused")
  }
}
