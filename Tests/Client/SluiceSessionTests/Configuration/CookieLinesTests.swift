import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceTransport

/// Which files are taken for files of cookies, and replaced.
@Suite(.timeLimit(.minutes(1))) struct CookieLinesTests {
  private static let cookie = "example.com\tFALSE\t/\tTRUE\t1893456000\tid\t1"

  @Test(arguments: [
    "", cookie, "\(cookie)\n", "\(cookie)\r\n", "# Netscape HTTP Cookie File", "# HTTP Cookie File\n",
    "# Netscape HTTP Cookie File\n# https://curl.se/docs/http-cookies.html\n\n\(cookie)\n",
    "# Netscape HTTP Cookie File. Do not edit.\n",
    "# Netscape HTTP Cookie File\n\nexample.com\tFALSE\t\"/\"\tFALSE\t0\tid\t1\n",
    "# a comment\n \t\n#HttpOnly_.example.com\tTRUE\t/docs\tfalse\t0\tsession\t\n",
    "[::1]\tFALSE\t/\tFALSE\t0\ta\t1\n", "b\u{fc}cher.example\tFALSE\t/\tFALSE\t0\t\t1\n",
  ]) func `cookies are recognized`(text: String) {
    #expect(CookieLines.haveAll(of: Array(text.utf8)))
  }

  @Test(arguments: [
    "date\tname\tcity\tstreet\tphone\temail\tnote\n2024-01-01\tAnn\tOslo\tGata 1\t123\ta@b.c\tpaid\n",
    "a", "\n", "# a comment\n", "# HTTP Cookie Files and how to read them\n",
    "# Netscape HTTP Cookie File\nprecious\n", "\(cookie)\nprecious", "\(cookie)\n\(cookie)\tmore\n",
    "#HttpOnly_ is a prefix\n\(cookie)\n",
    cookie.replacing("example.com", with: ""), cookie.replacing("example.com", with: "."),
    cookie.replacing("example.com", with: "a b"), cookie.replacing("FALSE", with: "NO"),
    cookie.replacing("/", with: ""), cookie.replacing("/", with: "a"), cookie.replacing("TRUE", with: "1"),
    cookie.replacing("1893456000", with: ""), cookie.replacing("1893456000", with: "soon"),
    cookie.replacing("id\t1", with: "\t"), cookie.replacing("\tid", with: ""),
  ]) func `anything else is not`(text: String) {
    #expect(!CookieLines.haveAll(of: Array(text.utf8)))
  }

  @Test func `all of a file is read`() throws {
    let folder = try TemporaryDirectory()
    let lines = Array(String(repeating: "\(Self.cookie)\n", count: 10_000).utf8)
    for (end, isOfCookies) in [("", true), ("precious", false), ("# a comment", true)] {
      let path = try folder.file("cookies", lines + Array(end.utf8))
      #expect(try CookieLines.haveAll(of: .open(path, flags: 0)) == isOfCookies)
    }
    let path = try folder.file("cookies", Array(repeating: UInt8(ascii: "#"), count: 1 << 20))
    #expect(try !CookieLines.haveAll(of: .open(path, flags: 0)))
  }
}
