import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceTool

/// URLs on the command line with characters that have to be escaped.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct URLSpellingTests {
  @Test(arguments: [("/a b", "/a%20b"), ("/ü c", "/%C3%BC%20c"), ("/a?q=to & fro", "/a?q=to%20&%20fro")])
  func `a space in a URL becomes %20`(target: String, sent: String) throws {
    let server = try UploadServer()
    try sluice("upload", server.url + target, "-F", "a=b").expectSuccess()
    #expect(server.requests.map(\.head.target) == [sent])
  }

  @Test(arguments: [
    ("example.com", "https://example.com"), ("example.com/a?b=c://d", "https://example.com/a?b=c://d"),
    ("EXAMPLE.com:8443/a", "https://EXAMPLE.com:8443/a"), ("me:pw@example.com", "https://me:pw@example.com"),
    ("bücher.example/ü", "https://bücher.example/ü"), ("localhost", "http://localhost"),
    ("localhost:8080/a", "http://localhost:8080/a"), ("api.LOCALHOST/a", "http://api.LOCALHOST/a"),
    ("localhost.example.com", "https://localhost.example.com"), ("me@localhost/", "http://me@localhost/"),
    ("localhost@example.com", "https://localhost@example.com"), ("127.0.0.1:80", "http://127.0.0.1:80"),
    ("[::1]:8080/a", "http://[::1]:8080/a"), (":8080/a", "http://localhost:8080/a"),
    (":/a", "http://localhost/a"),
    (":", "http://localhost"), ("http://h", "http://h"), ("HTTPS://h", "HTTPS://h"), ("ftp://h", "ftp://h"),
    ("", ""), ("/a", "/a"), ("?a", "?a"), ("#a", "#a"),
  ])
  func `a URL without a scheme is https, or http on this machine`(argument: String, url: String) {
    #expect(targetURL(argument) == url)
  }

  @Test(arguments: [
    ["request", "URL/f"], ["request", "GET", "URL/f"], ["upload", "URL/f", "FILE"],
    ["upload", "URL/f", "-F", "a=b"],
    ["download", "URL/f", "-o", "OUT"], ["upload-files", "MANIFEST", "--url", "URL/{path}"],
  ]) func `each command takes a URL without a scheme`(arguments: [String]) throws {
    let folder = try TemporaryDirectory()
    let server = try UploadServer()
    let paths = [
      "FILE": try folder.file("f"), "OUT": folder.path("out"),
      "MANIFEST": try folder.file("manifest", Array(#"{"path":"f"}"#.utf8)),
      "URL": "127.0.0.1:\(server.port)",
    ]
    let words = arguments.map { word in paths.reduce(word) { $0.replacing($1.key, with: $1.value) } }
    try #expect(sluice(words).end == .exited(0))
    #expect(server.requests.map(\.head.target) == ["/f"])
  }
}
