import Sluice
import SluiceClientTestSupport
import SluiceTestSupport
import Testing

/// The warning about a base URL whose last segment is lost.
@Suite(.timeLimit(.minutes(5))) struct BaseURLWarningTests {
  /// Returns the warnings about a base URL, whose host is in no other test.
  private func warnings(_ base: String, _ host: String, _ references: [String]) throws -> [String] {
    let log = SystemLog.messages
    let session = Session(.test(baseURL: base))
    for reference in references { _ = try session.request(.get, .init(reference)) }
    return log.all.filter { $0.contains(host) }
  }

  @Test func `a lost segment is logged once per session`() throws {
    let base = "https://me:SECRET@once.example/api/v1?SECRET"
    let text = """
      warning: the reference 'users/1' replaces 'v1', the last segment of the base URL: \
      https://once.example/api/users/1; to keep the segment, end the base URL in a slash: \
      https://once.example/api/v1/
      """
    let references = ["/first", "users/1?SECRET#SECRET", "users/2", "users/1"]
    #expect(try warnings(base, "once.example", references) == [text])
    #expect(try warnings(base, "once.example", references) == [text, text], "another session")
  }

  @Test(arguments: ["users", "users/", "./users", "..", ".", "a b", "ü", "users?q#f"])
  func `a relative path loses the segment`(reference: String) throws {
    let host = "lost\(reference.utf8.map { String($0) }.joined()).example"
    #expect(try warnings("https://\(host)/v1", host, [reference]).count == 1)
  }

  @Test(arguments: [
    "/users", "", "?q=a/b", "#f", "//kept.example/x", "https://kept.example/x", "HTTP://kept.example",
  ])
  func `no other reference loses it`(reference: String) throws {
    #expect(try warnings("https://kept.example/v1", "kept.example", [reference]) == [])
  }

  @Test(arguments: [
    "https://none.example", "https://none.example/", "https://none.example/v1/",
    "https://none.example/v1/?a/b",
    "https://none.example?a/b", "https://none.example/v1/..", "https://none.example/v1/.",
    "https://none.example/v1/#a",
  ]) func `a base without a last segment loses none`(base: String) throws {
    #expect(try warnings(base, "none.example", ["users"]) == [])
  }
}
