import SluiceLoopback
import SluiceTestSupport
import Testing

/// A URL from the command line may have what a URL must not have as it is.
@Suite struct URLSpellingTests {
  @Test(arguments: [("/a b", "/a%20b"), ("/ü c", "/%C3%BC%20c"), ("/a?q=to & fro", "/a?q=to%20&%20fro")])
  func `a space in a URL becomes %20`(target: String, sent: String) throws {
    let server = try UploadServer()
    try sluice("upload", server.url + target, "-F", "a=b").expectSuccess()
    #expect(server.requests.map(\.head.target) == [sent])
  }
}
