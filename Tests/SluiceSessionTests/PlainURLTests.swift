import SluiceCoding
import SluiceTestSupport
import Testing

@testable import SluiceSession

/// URLs that need no parser: where one is taken for plain, libcurl's parser has to read the same.
@Suite struct PlainURLTests {
  private func isTheSame(_ text: String) -> Bool? {
    RequestURL.plain(text).map { isTheSame($0, text) }
  }

  private func isTheSame(_ plain: RequestURL, _ text: String) -> Bool {
    guard let parsed = try? RequestURL(parsing: text) else { return false }
    return plain.origin == parsed.origin && plain.authority == parsed.authority
      && plain.target == parsed.target
      && parsed.userInfo == nil
  }

  @Test(arguments: [
    "http://example.com/", "https://api.example.com:8443/v1/users/1?a=b&c=d", "http://127.0.0.1:8080/x",
    "http://localhost:80/", "http://example.com", "https://example.com:8443",
    "https://a-b.c/file.tar.gz?x=1,2+3", "http://h//double//slash",
  ]) func ordinaryURLsArePlain(text: String) {
    #expect(isTheSame(text) == true)
  }

  @Test(arguments: [
    "http://example.com?x", "HTTP://example.com/", "http://Example.com/", "http://u@h/", "http://u:p@h/",
    "http://h:0/",
    "http://h:080/", "http://h:65536/", "http://h:/", "http://127.1/", "http://0x7f.1/", "http://127.0.0.01/",
    "http://127.0.0.256/", "http://[::1]/", "http://h/../x", "http://h/./x", "http://h/a/..", "http://h/%41",
    "http://h/ x",
    "http://h/#f", "http://h\\x/", "http:///x", "http://h/\u{e9}", "ftp://h/", "http://h/\0", "http://1h/",
    "http://-h/", "http://h:\u{301}80/", "http\u{301}://h/", "",
  ]) func othersAreNot(text: String) {
    #expect(isTheSame(text) == nil)
  }

  private static let pieces = [
    "http://", "https://", "a", "b1", "0", "1", "127", "255", "256", ".", "..", "-", ":", "80", "443", "/",
    "//", "/.",
    "?", "=", "&", "#", "@", "%41", " ", "~", "_", "A", "x", "0x", "[", "]", "\\", "localhost", "+", ",",
  ]

  @Test func whateverIsPlainIsReadAlike() {
    var random = SeededGenerator(seed: 11)
    var differing: [String] = []
    var plain = 0
    for _ in 0..<20_000 {
      var text = Bool.random(using: &random) ? "http://" : "https://h"
      for _ in 0..<Int.random(in: 1..<9, using: &random) {
        text += Self.pieces.randomElement(using: &random) ?? ""
      }
      guard let same = isTheSame(text) else { continue }
      plain += 1
      if !same { differing.append(text) }
    }
    #expect(differing == [])
    #expect(plain > 300)
  }

  @Test func plainReferencesAreResolvedAlike() {
    var random = SeededGenerator(seed: 12)
    var differing: [String] = []
    var plain = 0
    for base in ["http://h", "http://h/", "https://h:1/a/b", "http://h/a/?q/r", "http://127.0.0.1:8080/v1/"] {
      for _ in 0..<4000 {
        var reference = ""
        for _ in 0..<Int.random(in: 0..<6, using: &random) {
          reference += Self.pieces.randomElement(using: &random) ?? ""
        }
        guard let url = RequestURL.plain(reference, relativeTo: base) else { continue }
        plain += 1
        let resolved = "\(URIReference(reference).resolved(against: URIReference(base)))"
        if !isTheSame(url, resolved) { differing.append("\(reference) against \(base)") }
      }
    }
    #expect(differing == [])
    #expect(plain > 300)
  }
}
