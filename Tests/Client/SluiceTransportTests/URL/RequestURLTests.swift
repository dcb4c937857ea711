import Sluice
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// The parser of URLs, rule by rule.
@Suite(.timeLimit(.minutes(5))) struct RequestURLTests {
  private func message(_ url: String, relativeTo base: String? = nil) -> String? {
    do {
      _ = try RequestURL(url, relativeTo: base)
      return nil
    } catch {
      return error.code == .invalidURL ? error.message : "\(error)"
    }
  }

  // MARK: Normal form

  @Test(arguments: [
    ("empty path", "http://a.example", "http://a.example/"),
    ("upper case", "HTTP://A.Example:80/B", "http://a.example:80/B"),
    ("query without path", "https://a.example?q=1", "https://a.example/?q=1"),
    ("fragment without path", "https://a.example#f", "https://a.example/"),
    ("question mark in a fragment", "http://h/a#f?g", "http://h/a"),
    ("slash in a query", "http://h?a/b", "http://h/?a/b"),
    ("empty query", "http://h/a?", "http://h/a"),
    ("empty query and a fragment", "http://h/a?#f", "http://h/a"),
    ("query of a question mark", "http://h/a??", "http://h/a??"),
    ("user-info", "http://u:p@a.example/x", "http://a.example/x"),
    ("two @", "http://u@v:p@a.example/x", "http://a.example/x"),
    ("@ in a path", "http://h/a@b", "http://h/a@b"),
    ("empty segments", "http://a.example//x//y", "http://a.example//x//y"),
    ("dot segments", "http://a.example/a/../b/./c#f", "http://a.example/b/c"),
    ("dot segments at the end", "http://h/a/b/..", "http://h/a/"),
    ("a dot at the end", "http://h/a/.", "http://h/a/"),
    ("more dot segments than segments", "http://h/../../a", "http://h/a"),
    ("dot segment after an empty one", "http://h//../a", "http://h/a"),
    ("names with dots", "http://h/.a/..b/...", "http://h/.a/..b/..."),
    ("escaped dots are data", "http://h/a/%2e%2E/b", "http://h/a/%2E%2E/b"),
    ("dots in a query", "http://h/a?b/../c", "http://h/a?b/../c"),
  ]) func `a URL is put in normal form`(name: String, url: String, text: String) throws {
    #expect(try RequestURL(url).text == text, "\(name)")
  }

  @Test(arguments: [
    ("space", " ", "%20"), ("plus", "+", "+"), ("unreserved", "aZ09-._~", "aZ09-._~"),
    ("sub-delims", "!$&'()*+,;=", "!$&'()*+,;="), ("colon, at and slash", ":@/x", ":@/x"),
    ("brackets", "[]", "[]"), ("excluded", "\"<>\\^`{|}", "%22%3C%3E%5C%5E%60%7B%7C%7D"),
    ("UTF-8", "ü€😀", "%C3%BC%E2%82%AC%F0%9F%98%80"), ("combining mark", "\u{301}", "%CC%81"),
    ("escape", "%20", "%20"), ("lower-case escape", "%c3%bc%2f", "%C3%BC%2F"),
    ("escape of a letter", "%41", "%41"), ("escape of NUL", "%00", "%00"),
    ("invalid UTF-8 in escapes", "%c3%28", "%C3%28"), ("percent sign", "100%", "100%25"),
    ("percent sign and one digit", "%4", "%254"), ("percent sign and letters", "%zz", "%25zz"),
    ("two percent signs", "%%41", "%25%41"),
  ]) func `path and query are percent-encoded alike`(name: String, text: String, encoded: String) throws {
    #expect(try RequestURL("http://h/" + text).target == "/" + encoded, "\(name)")
    #expect(try RequestURL("http://h/?" + text).target == "/?" + encoded, "\(name)")
  }

  @Test func `a redirect and a caller's URL are encoded alike`() throws {
    for path in ["/ü c", "/a b", "/%c3?a b%"] {
      let location = try RequestURL(path, relativeTo: "http://h/x")
      #expect(try RequestURL("http://h" + path).text == location.text)
    }
    #expect(try RequestURL("/ü c", relativeTo: "http://h/x").target == "/%C3%BC%20c")
  }

  // MARK: Hosts

  @Test(arguments: [
    ("trailing dot", "a.example.", "a.example."), ("underscore and tilde", "_a~.b", "_a~.b"),
    ("percent-encoded", "A%2Eex%41mple", "a.example"), ("non-ASCII", "ÜBER.example", "xn--ber-goa.example"),
    ("percent-encoded non-ASCII", "%C3%9Cber", "xn--ber-goa"), ("Kelvin sign", "\u{212A}", "k"),
    ("sharp s", "straße", "xn--strae-oqa"),
    ("digits before the last label", "1.2.3.4.example", "1.2.3.4.example"),
    ("number and letters", "1h", "1h"), ("number-like", "a.0xg", "a.0xg"), ("hyphen", "-h-", "-h-"),
  ]) func `a name is decoded and lower-cased`(name: String, host: String, normal: String) throws {
    #expect(try RequestURL("http://\(host)/").origin.host == normal, "\(name)")
    #expect(try RequestURL("http://\(host):81/").authority == normal + ":81", "\(name)")
  }

  @Test(arguments: [
    ("none", ""), ("user-info alone", "u:p@"), ("port alone", ":80"), ("space", "a b"),
    ("leading space", " a"),
    ("escaped space", "a%20b"), ("escaped slash", "a%2Fb"), ("escaped @", "a%40b"), ("escaped NUL", "a%00b"),
    ("escaped line end", "a%0Ab"), ("escaped colon", "a%3A80"), ("escaped bracket", "%5B::1%5D"),
    ("double escape", "a%252eexample"), ("double escape of a letter", "localhos%2574"),
    ("escaped percent sign", "%25"),
    ("double escape in an address", "127.0.0%252e1"), ("malformed escape", "a%zz"), ("invalid UTF-8", "a%ff"),
    ("surrogate", "%ED%A0%80"), ("backslash", "a\\b"), ("escaped backslash", "a%5Cb"),
    ("backslash in user-info", "u\\:p@h"), ("sub-delim", "a!b"), ("comma", "a,b"), ("quote", "a\"b"),
    ("angle bracket", "a<b"), ("brace", "a{b"), ("bar", "a|b"), ("caret", "a^b"), ("grave accent", "a`b"),
    ("asterisk", "*.example"), ("dot", "."), ("two dots", ".."), ("empty label", "a..b"),
    ("leading dot", ".a"), ("two trailing dots", "a.."), ("escaped empty label", "a%2E%2Eb"),
    ("ideographic full stop", "127。0。0。1"), ("full-width digits", "１２７.0.0.1"), ("circled digit", "①.1.1.1"),
    ("full-width letter", "ａ.example"), ("zero-width space", "a\u{200B}b"), ("soft hyphen", "a\u{AD}b"),
    ("right-to-left override", "a\u{202E}b"), ("no-break space", "a\u{A0}b"),
    ("line separator", "a\u{2028}b"),
    ("C1 control", "a\u{85}b"), ("care of", "\u{2105}.example"), ("bracket in a name", "a]b"),
    ("bracket that is not closed", "[::1"), ("text after a bracket", "[::1]a"), ("two brackets", "[[::1]]"),
  ]) func `an invalid host is refused`(name: String, host: String) {
    let message = message("http://\(host)/")
    #expect(message != nil, "\(name)")
    #expect(
      self.message("/x", relativeTo: "http://\(host)/")
        == message.map { "the base URL cannot be used: " + $0 },
      "\(name)")
  }

  @Test(arguments: [
    ("four numbers", "127.0.0.1", "127.0.0.1"), ("two", "127.1", "127.0.0.1"),
    ("three", "127.0.1", "127.0.0.1"),
    ("one", "2130706433", "127.0.0.1"), ("octal", "0177.0.0.01", "127.0.0.1"),
    ("octal one", "017700000001", "127.0.0.1"),
    ("hexadecimal", "0X7F.1", "127.0.0.1"), ("hexadecimal one", "0x7f000001", "127.0.0.1"),
    ("trailing dot", "127.0.0.1.", "127.0.0.1"), ("escaped dot", "0177%2e0.1", "127.0.0.1"),
    ("zero", "0", "0.0.0.0"), ("leading zeros", "0x00000000000000000001", "0.0.0.1"),
    ("largest", "4294967295", "255.255.255.255"), ("largest of two", "255.16777215", "255.255.255.255"),
    ("largest of three", "255.255.65535", "255.255.255.255"),
  ]) func `an IPv4 address is written as four numbers`(name: String, host: String, normal: String) throws {
    #expect(try RequestURL("http://\(host)/").origin.host == normal, "\(name)")
    #expect(try RequestURL("http://\(host):81/").authority == normal + ":81", "\(name)")
  }

  @Test(arguments: [
    "1.2.3.4.5", "127.0.0.256", "a.1", "256.1", "1.16777216", "1.1.65536", "4294967296", "08", "1.2.3.09",
    "0x",
    "1.0x", "0x100000000", "0b1", "1.0b", "1.a.2", "1.0xg.2", "99999999999999999999999999", "a.0x1",
    "0xffffffffffffffffffffff",
  ]) func `any other host that ends in a number is refused`(host: String) {
    for url in ["http://\(host)/", "http://\(host)./"] {
      #expect(message(url) == "the URL's host ends in a number but is not an IPv4 address: \(url)")
    }
  }

  @Test(arguments: [
    ("loopback", "::1", "::1"), ("any", "::", "::"), ("upper case", "2001:DB8::A", "2001:db8::a"),
    ("leading zeros", "2001:0db8:0000::0001", "2001:db8::1"),
    ("all groups", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
    ("zeros that are not shortened", "1:0:0:0:2:0:0:3", "1::2:0:0:3"),
    ("IPv4", "::ffff:1.2.3.4", "::ffff:1.2.3.4"), ("IPv4 in groups", "::ffff:102:304", "::ffff:1.2.3.4"),
    ("one zero group", "1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"),
    ("zone", "FE80::1%25Eth0", "fe80::1%25Eth0"),
    ("zone after a percent sign", "fe80::1%eth0", "fe80::1%25eth0"),
    ("zone of digits", "fe80::1%2", "fe80::1%252"),
    ("zone that looks escaped", "fe80::1%2525", "fe80::1%2525"),
    ("longest zone", "fe80::1%25a-b_c.d~0123456", "fe80::1%25a-b_c.d~0123456"),
  ]) func `an IPv6 address is written in its shortest form`(name: String, address: String, normal: String)
    throws
  {
    #expect(try RequestURL("http://[\(address)]").origin.host == "[\(normal)]", "\(name)")
    #expect(try RequestURL("http://u@[\(address)]:81/").authority == "[\(normal)]:81", "\(name)")
  }

  @Test(arguments: [
    ("empty", ""), ("name", "a"), ("group of five digits", "12345::"), ("nine groups", "1:2:3:4:5:6:7:8:9"),
    ("seven groups", "1:2:3:4:5:6:7"), ("two gaps", "1::2::3"), ("colon", ":"),
    ("trailing colon", "1:2:3:4:5:6:7:"),
    ("IPv4", "127.0.0.1"), ("short IPv4 at the end", "::127.1"), ("IPvFuture", "v1.a"), ("space", "::1 "),
    ("escaped digit", "::%31"), ("letters that look escaped", "fe80::1%bad"), ("empty zone", "::1%25"),
    ("no zone", "::1%"),
    ("long zone", "::1%250123456789abcdef"), ("escape in a zone", "::1%25a%41"),
    ("quote in a zone", "::1%25a\"b"),
    ("non-ASCII zone", "::1%25ü"), ("slash in a zone", "::1%25a/b"),
  ]) func `other text in brackets is refused`(name: String, address: String) {
    #expect(message("http://[\(address)]/") != nil, "\(name)")
  }

  // MARK: Ports and user-info

  @Test(arguments: [
    ("none", "http://h/", "h", "80"), ("none for https", "https://h/", "h", "443"),
    ("empty", "http://h:/", "h", "80"),
    ("default", "http://h:80/", "h:80", "80"), ("other default", "http://h:443/", "h:443", "443"),
    ("largest", "http://h:65535", "h:65535", "65535"),
    ("leading zeros", "http://h:00000000000000000000081", "h:81", "81"),
    ("empty after an address", "http://[::1]:", "[::1]", "80"),
    ("upper-case https", "HTTPS://H:8443", "h:8443", "8443"),
  ])
  func `a port is a number, by default that of the scheme`(
    name: String, url: String, authority: String, port: String
  ) throws {
    let url = try RequestURL(url)
    #expect(url.authority == authority && url.origin.port == port, "\(name)")
  }

  @Test(arguments: [
    "0", "000", "65536", "99999999999999999999999", "-1", "+1", "x", "80x", " 80", "80 ", "8%30", "80:80",
    "٣", "\u{301}80",
  ]) func `a port that is not from 1 to 65535 is refused`(port: String) {
    #expect(
      message("http://h:\(port)/")?.hasPrefix("the URL's port is not a number from 1 to 65535: http://")
        == true)
  }

  @Test func `an origin is scheme, host and port`() throws {
    let origin = try RequestURL("HTTPS://u:p@A.EXAMPLE").origin
    #expect(origin == RequestURL.Origin(scheme: "https", host: "a.example", port: "443"))
    #expect(try origin == RequestURL("https://a%2eexample:0443/x?y").origin)
  }

  @Test(arguments: [
    ("escapes", "us%40er:p%3Aw", "us@er", "p:w"), ("user", "user", "user", ""), ("password", ":pw", "", "pw"),
    ("non-ASCII", "%C3%BC:ß", "ü", "ß"), ("two colons", "a:b:c", "a", "b:c"),
    ("two @", "a@b:c@d", "a@b", "c@d"),
    ("percent sign", "a%:100%", "a%", "100%"), ("bracket", "[::1]:x", "[", ":1]:x"),
    ("space", "a b:c", "a b", "c"),
  ]) func `user-info is decoded`(name: String, text: String, user: String, password: String) throws {
    let userInfo = try #require(try RequestURL("http://\(text)@h/").userInfo, "\(name)")
    #expect(userInfo.user == user && userInfo.password == password, "\(name)")
  }

  @Test(arguments: ["h", "@h", ":@h", "h/a@b", "h?a@b", "h#a@b"]) func `empty user-info is nil`(url: String)
    throws
  {
    let url = try RequestURL("http://" + url)
    #expect(url.userInfo == nil && url.origin.host == "h")
  }

  @Test(arguments: ["u%00:p@h", "u:p%0a@h", "%ff@h", "u:%c3@h", "u:p%7f@h"])
  func `user-info that cannot be sent is refused`(authority: String) {
    #expect(message("http://" + authority) != nil)
  }

  @Test(
    arguments: [("x", "u"), ("/x", "u"), ("//b.example/", nil), ("http://a.example/", nil)]
      as [(String, String?)])
  func `a base's user-info belongs to its host`(reference: String, user: String?) throws {
    #expect(try RequestURL(reference, relativeTo: "http://u:p@a.example/").userInfo?.user == user)
  }

  // MARK: Errors

  @Test(arguments: [
    ("empty", "", "the URL does not begin with http:// or https://"),
    ("host", "a.example", "the URL does not begin with http:// or https://"),
    ("host and port", "localhost:80/", "the URL does not begin with http:// or https://"),
    ("path", "/path", "the URL does not begin with http:// or https://"),
    ("no scheme", "//a.example/", "the URL does not begin with http:// or https://"),
    ("other scheme", "ftp://a.example/", "the URL does not begin with http:// or https://"),
    ("longer scheme", "httpss://a.example/", "the URL does not begin with http:// or https://"),
    ("combining mark in the scheme", "http\u{301}://h/", "the URL does not begin with http:// or https://"),
    ("scheme alone", "http:", "the URL's scheme is not followed by //"),
    ("one slash", "http:/a.example", "the URL's scheme is not followed by //"),
    ("backslashes", "http:\\\\a.example", "the URL's scheme is not followed by //"),
    ("no host", "http://", "the URL has no host"), ("three slashes", "http:///a", "the URL has no host"),
    ("query for a host", "http://?a", "the URL has no host"),
    ("leading space", " http://h/", "the URL begins with a space"),
    ("leading tab", "\thttp://h/", "the URL contains a control character"),
    ("NUL in a host", "http://a\0.evil.example/", "the URL contains a control character"),
    ("line end in a path", "http://h/\r\nX: y", "the URL contains a control character"),
    ("delete in a query", "http://h/?\u{7F}", "the URL contains a control character"),
    ("NUL in a fragment", "http://h/#\0", "the URL contains a control character"),
    ("NUL in a removed segment", "http://h/\0/../", "the URL contains a control character"),
    ("control as a colon", "http\u{1A}//h/", "the URL contains a control character"),
  ]) func `an error names the problem`(name: String, url: String, message: String) {
    #expect(self.message(url) == (url.isEmpty ? message : "\(message): \(url.quotedURL)"), "\(name)")
  }

  @Test func `no error shows a secret`() {
    for url in [
      "http://u:SECRET@/", "http://SECRET@[::g]/", "http://h:0/?SECRET", "ftp://SECRET@h/", "u:SECRET@h/",
      "http://u:SECRET%00@h/", "http://u:SECRET\\@h/", "http://u:SEC/SECRET@h/", "http://u:S?SECRET@h/",
      "http://u:S#SECRET@h/", "http://h:0/#SECRET", "//u:SECRET@h/", "x?SECRET", "http:/u:SECRET@h",
    ] {
      for message in [message(url), message("x", relativeTo: url)] {
        #expect(message.map { $0.contains("SECRET") } == false)
      }
    }
  }

  @Test func `a URL has a size limit`() throws {
    let limit = 1 << 20
    let url = "http://h/" + String(repeating: "a", count: limit - 9)
    #expect(try RequestURL(url).text == url)
    let message = "the URL is longer than 1048576 bytes"
    let start = "http://h/" + String(repeating: "a", count: 91) + "…"
    #expect(self.message(url + "a") == "\(message): \(start)")
    #expect(self.message(url.dropLast() + " ") == "\(message): \(start)")
    let reference = String(repeating: "a/../", count: limit / 4)
    #expect(self.message(reference, relativeTo: "http://h/") == "\(message): \(reference.prefix(100))…")
    #expect(self.message("x", relativeTo: url + "a") == "the base URL cannot be used: \(message): \(start)")
    #expect(self.message("x", relativeTo: String(url.dropLast()) + "/") == "\(message): x")
  }

  @Test func `a host has a size limit`() throws {
    let host = String(repeating: "a.", count: 32_767) + "a"
    #expect(try RequestURL("http://\(host)/").origin.host == host)
    #expect(message("http://\(host)b/")?.hasPrefix("the URL's host is longer than 65535 bytes: ") == true)
    #expect(message("//\(host)b/x", relativeTo: "http://h/")?.contains("longer than 65535 bytes") == true)
  }

  @Test func `time is linear in the size`() throws {
    for piece in ["/..", "/.", "a/../", "@", "%", "ü", ":", "1.", "[", "a.", "%41", "?", "\\", "0", "é."] {
      let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
      for prefix in ["http://", "http://h/", "http://h?", "http://h:", "http://[::1%"] {
        let time = ThreadClock.measure { _ = try? RequestURL(prefix + text) }
        #expect(time < .seconds(5), "\(prefix) and \(piece)")
      }
    }
  }

  // MARK: Parts

  @Test(arguments: [
    ("http://u:p@h:81/a/b?q=1#f", "http://h:81/a/b"), ("http://h", "http://h/"),
    ("http://h/a%3Fb?c", "http://h/a%3Fb"),
  ]) func `a redacted URL has no user-info and no query`(url: String, redacted: String) throws {
    #expect(try RequestURL(url).redacted == redacted)
  }

  @Test(
    arguments: [
      ("scheme", "http", "h", "/a?b", "http://h/a?b"), ("case", "HTTPS", "H:1", "/", "https://h:1/"),
      ("no path", "http", "h", nil, "http://h/"), ("two slashes", "http", "h", "//x", "http://h//x"),
      ("colon and @ in the path", "http", "h", "/:@x", "http://h/:@x"),
      ("space", "http", "h", "/a b", "http://h/a%20b"),
      ("no scheme", nil, "h", "/", nil), ("no authority", "http", nil, "/", nil),
      ("empty authority", "http", "", "/", nil),
      ("other scheme", "ftp", "h", "/", nil), ("URL as the scheme", "http://e.example/?", "h", "/", nil),
      ("colon in the scheme", "http:", "h", "/", nil), ("slash in the authority", "http", "h/x", "/", nil),
      ("query in the authority", "http", "h?x", "/", nil),
      ("fragment in the authority", "http", "h#x", "/", nil),
      ("no slash in the path", "http", "h", "x", nil), ("empty path", "http", "h", "", nil),
      ("@ path", "http", "h", "@x/", nil),
      ("asterisk", "http", "h", "*", nil),
    ] as [(String, String?, String?, String?, String?)]) func `a request's parts do not run into each other`(
      name: String, scheme: String?, authority: String?, path: String?, text: String?
    )
  {
    let head = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
    do {
      #expect(try RequestURL(of: head).text == text, "\(name)")
    } catch {
      #expect(text == nil && error.code == .invalidURL, "\(name)")
    }
  }

  // MARK: References

  /// The examples of RFC 3986 §5.4 that are http URLs.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q"),
    ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"),
    ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
    ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g"), ("g#s/../x", "http://a/b/c/g"),
  ]) func `the standard's examples are resolved`(reference: String, url: String) throws {
    #expect(try RequestURL(reference, relativeTo: "http://a/b/c/d;p?q").text == url)
  }

  @Test(arguments: ["g:h", "http:g", "http:", "mailto:a@b", "1a://h"])
  func `a reference with another scheme is refused or read as a path`(reference: String) {
    let url = try? RequestURL(reference, relativeTo: "http://a/b/c/d;p?q")
    #expect(url?.text == (reference == "1a://h" ? "http://a/b/c/1a://h" : nil))
  }

  @Test(arguments: [
    ("users/1", "https://api.example/v1/users/1"), ("/users", "https://api.example/users"),
    ("?q", "https://api.example/v1/?q"), ("?", "https://api.example/v1/"), ("", "https://api.example/v1/"),
    ("..", "https://api.example/"), ("//b.example/x", "https://b.example/x"),
    ("http://b.example:81", "http://b.example:81/"), ("HTTP://b.example/a/..", "http://b.example/"),
    ("a/../b", "https://api.example/v1/b"), ("users/a:b", "https://api.example/v1/users/a:b"),
    ("/\u{301}", "https://api.example/%CC%81"), ("a b", "https://api.example/v1/a%20b"),
  ]) func `a reference is resolved against the base`(reference: String, url: String) throws {
    #expect(try RequestURL(reference, relativeTo: "https://api.example/v1/").text == url)
  }

  @Test(arguments: ["", "/relative", "ftp://h/", "h", " http://h/", "http://h/\n/../"])
  func `a base must be an absolute URL`(base: String) {
    let message = message("x", relativeTo: base)
    #expect(message?.hasPrefix("the base URL cannot be used: the URL ") == true)
    #expect(base.isEmpty || message?.hasSuffix(": \(base.quotedURL)") == true)
  }

  @Test(arguments: ["\0", "a\n/../b", " x", "\u{7F}"])
  func `an invalid reference is refused despite a valid base`(reference: String) {
    #expect(message(reference, relativeTo: "http://h/")?.hasSuffix(": \(reference.quotedURL)") == true)
  }
}
