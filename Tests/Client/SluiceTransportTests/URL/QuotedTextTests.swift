import Sluice
import Testing

@testable import SluiceSession

/// Texts in errors: malformed URLs without their secrets, and settings.
@Suite(.timeLimit(.minutes(5))) struct QuotedTextTests {
  @Test(arguments: [
    ("users/1", "users/1"), ("/a?b=c", "/a"), ("/a#b", "/a"), ("ftp://host/path", "ftp://host/path"),
    ("ftp://me:pw@host/path?token", "ftp://(hidden)@host/path"), ("//me@host/", "(hidden)@host/"),
    ("me:pw@host", "(hidden)@host"), ("http://me:p/w@host/", "http://(hidden)@host/"),
    ("http://me:p?w@host/", "http://(hidden)"), ("http://me:p#w@host/", "http://(hidden)"),
    ("x?mail=a@b", "(hidden)"), ("a:b://c@d", "(hidden)@d"), ("p://w@h", "p://(hidden)@h"),
    ("http://h\u{0}\r\n\u{7F}\u{85}/", "http://h\\u{0}\\u{D}\\u{A}\\u{7F}\\u{85}/"),
    ("a\u{202E}b\u{2028}\u{200B}", "a\\u{202E}b\\u{2028}\\u{200B}"), ("ü\u{301}😀", "ü\u{301}😀"),
    ("?\u{301}x", ""), ("a@\u{301}b", "(hidden)@\u{301}b"),
  ]) func `a URL is quoted without its secrets`(text: String, quoted: String) {
    #expect(Array(text.quotedURL.utf8) == Array(quoted.utf8))
  }

  @Test func `a long text is cut`() {
    let text = String(repeating: "ä", count: 100)
    #expect(text.quoted == text && (text + "b").quoted == text + "…")
    #expect("http://h/\(text)".quotedURL == "http://h/" + text.prefix(91) + "…")
  }
}
