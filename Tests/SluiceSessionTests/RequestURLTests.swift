import Sluice
import Testing

@testable import SluiceSession

/// What is read out of a URL, and what is refused.
@Suite struct RequestURLTests {
  @Test(arguments: [
    ("http://a.example", "http://a.example/"), ("HTTP://A.Example:80/B", "http://a.example:80/B"),
    ("https://a.example?q=1", "https://a.example/?q=1"),
    ("http://a.example/a/../b/./c#f", "http://a.example/b/c"),
    ("http://[::1]:8080/x", "http://[::1]:8080/x"), ("http://[2001:DB8::1]", "http://[2001:db8::1]/"),
    ("http://[FE80::1%25Eth0]:8080", "http://[fe80::1%25Eth0]:8080/"),
    ("http://[fe80::1%eth0]/", "http://[fe80::1%25eth0]/"),
    ("http://127.0.0.1:1/", "http://127.0.0.1:1/"), ("http://u:p@a.example/x", "http://a.example/x"),
    ("http://a.example/a b?c d", "http://a.example/a%20b?c+d"),
    ("http://a.example/%20%2F%C3", "http://a.example/%20%2F%C3"),
    ("http://a.example/ü", "http://a.example/%c3%bc"), ("http://a.example//x//y", "http://a.example//x//y"),
    ("http://a.example:65535/", "http://a.example:65535/"), ("http://127.1/", "http://127.0.0.1/"),
    ("http://0177%2e0.1/", "http://127.0.0.1/"), ("http://A%2Eexample/", "http://a.example/"),
  ])
  func aURLIsPutInOrder(url: String, text: String) throws {
    #expect(try RequestURL(url).text == text)
  }

  @Test(arguments: [
    "", "a.example", "/path", "//a.example/", "http:", "http://", "http:///", "http://a.example:65536/",
    "http://a.example:-1/", "http://a.example:x/", "http://[::1/", "http://[::g]/", "http://a b/",
    "http://a.example/\0",
    "http://a.example\0.evil.example/", "http://a.example/\r\nX: y", "http://a.example/\u{7F}",
    "ftp://a.example/",
    "file:///etc/passwd", "javascript:alert(1)", "http//a.example", "ht tp://a.example/", "http://u:p@/",
    // Decoded once, these name another host than decoded twice.
    "http://a%252eexample/", "http://localhos%2574/", "http://%25/", "http://127.0.0%252e1/",
    "http://[fe80::1%25a%41]/", "http://[fe80::1%25a\"b]/",
  ])
  func whatIsNoHTTPURLIsRefused(url: String) {
    let error = #expect(throws: SessionError.self) { try RequestURL(url) }
    #expect(error?.code == .invalidURL)
  }

  @Test(arguments: [
    ("http://a.example/", "http", "a.example", "80"), ("https://a.example/", "https", "a.example", "443"),
    ("HTTPS://A.EXAMPLE:8443", "https", "a.example", "8443"), ("http://[::1]", "http", "[::1]", "80"),
    ("http://u:p@a.example:80", "http", "a.example", "80"),
  ])
  func anOriginIsSchemeHostAndPort(url: String, scheme: String, host: String, port: String) throws {
    #expect(try RequestURL(url).origin == RequestURL.Origin(scheme: scheme, host: host, port: port))
  }

  @Test(arguments: [
    ("http://us%40er:p%3Aw@h/", "us@er", "p:w"), ("http://user@h/", "user", ""), ("http://:pw@h/", "", "pw"),
    ("http://%C3%BC:p@h/", "ü", "p"), ("http://a:b:c@h/", "a", "b:c"),
  ])
  func userInfoIsDecoded(url: String, user: String, password: String) throws {
    let userInfo = try #require(try RequestURL(url).userInfo)
    #expect(userInfo.user == user && userInfo.password == password)
  }

  @Test(arguments: [("x", "u"), ("/x", "u"), ("//b.example/", nil), ("http://a.example/", nil)])
  func aBasesUserInfoIsForItsOwnHost(reference: String, user: String?) throws {
    #expect(try RequestURL(reference, relativeTo: "http://u:p@a.example/").userInfo?.user == user)
  }

  @Test func whereThereIsNoUserInfoThereIsNone() throws {
    #expect(try RequestURL("http://h/a@b").userInfo == nil)
  }

  @Test(arguments: [
    ("http://u:p@h:81/a/b?q=1#f", "http://h:81/a/b"), ("http://h", "http://h/"),
    ("http://h/a%3Fb?c", "http://h/a%3Fb"),
  ])
  func aURLIsToldWithoutItsSecrets(url: String, redacted: String) throws {
    #expect(try RequestURL(url).redacted == redacted)
  }

  @Test(arguments: [
    ("users/1", "https://api.example/v1/users/1"), ("/users", "https://api.example/users"),
    ("?q", "https://api.example/v1/?q"),
    ("", "https://api.example/v1/"), ("..", "https://api.example/"), ("//b.example/x", "https://b.example/x"),
    ("http://b.example:81", "http://b.example:81/"), ("a/../b", "https://api.example/v1/b"),
    ("users/a:b", "https://api.example/v1/users/a:b"),
  ])
  func aReferenceIsResolvedAgainstTheBase(reference: String, url: String) throws {
    #expect(try RequestURL(reference, relativeTo: "https://api.example/v1/").text == url)
  }

  @Test(arguments: ["", "/relative", "ftp://h/", "h"]) func aBaseMustBeAnAbsoluteURL(base: String) {
    let error = #expect(throws: SessionError.self) { try RequestURL("x", relativeTo: base) }
    #expect(error?.code == .invalidURL)
  }

  @Test func whatIsReadIsReadTheSameAgain() throws {
    for url in ["http://a.example/a b?c=d e", "http://[::1]:1/%41?%20", "https://ü.example/ß"] {
      let once = try RequestURL(url)
      let twice = try RequestURL(once.text)
      #expect(once.text == twice.text && once.origin == twice.origin)
    }
  }
}
