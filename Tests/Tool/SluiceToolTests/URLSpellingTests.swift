import SluiceLoopback
import SluiceTestSupport
import Testing

/// URLs on the command line with characters that have to be escaped.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct URLSpellingTests {
  @Test(arguments: [("/a b", "/a%20b"), ("/ü c", "/%C3%BC%20c"), ("/a?q=to & fro", "/a?q=to%20&%20fro")])
  func `a space in a URL becomes %20`(target: String, sent: String) throws {
    let server = try UploadServer()
    try sluice("upload", server.url + target, "-F", "a=b").expectSuccess()
    #expect(server.requests.map(\.head.target) == [sent])
  }
}
