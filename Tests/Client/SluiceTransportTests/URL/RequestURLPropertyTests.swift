import HTTPTypes
import Sluice
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// Properties of every URL, and the agreement with libcurl and Python.
@Suite(.timeLimit(.minutes(5))) struct RequestURLPropertyTests {
  private static let hostPieces = [
    "a", "B", "example", "localhost", ".", "..", "-", "_", "~", "0", "1", "127", "255", "256", "0x", "0x7f",
    "017", "09", "0b1",
    "%41", "%2e", "%2E", "%25", "%", "%00", "%ff", "%C3%BC", "ü", "É", "ß", "\u{301}", "\u{200D}", "。", "①",
    "xn--",
    "[::1]", "[fe80::1%25eth0]", "[1:2::3.4.5.6]", "[", "]", "::", " ", "!", ",", "\\", "<",
  ]
  private static let otherPieces = [
    "a", "Z", "0", "/", "//", "/.", "/..", "/./", "/../", ".", "..", "?", "??", "&", "=", "+", ";", ":", "@",
    "#", "[", "]",
    "%41", "%2e", "%2F", "%c3%bc", "%", "%4", "%zz", "%25", "%00", " ", "\"", "<>", "\\", "^`{|}", "ü", "😀",
    "\u{301}", "~", "'",
    "\u{85}", "\u{2028}", "(", ")", "*", "!", "$", ",", "-", "_", "\t", "\u{7F}",
  ]

  private func urls(seed: UInt64, count: Int) -> [String] {
    var random = SeededGenerator(seed: seed)
    func pieces(_ list: [String], upTo maximum: Int) -> String {
      let picked = (0..<Int.random(in: 0...maximum, using: &random)).map { _ in
        list.randomElement(using: &random) ?? ""
      }
      return picked.joined()
    }
    return (0..<count).map { _ in
      var url = ["http://", "https://", "HTTP://"].randomElement(using: &random) ?? ""
      if Int.random(in: 0..<8, using: &random) == 0 { url += pieces(Self.otherPieces, upTo: 3) + "@" }
      url += Bool.random(using: &random) ? "h" : pieces(Self.hostPieces, upTo: 4)
      url += ["", "", ":", ":80", ":443", ":0081", ":65535", ":0", ":x"].randomElement(using: &random) ?? ""
      url += ["", "/", "?"].randomElement(using: &random) ?? ""
      return url + pieces(Self.otherPieces, upTo: 8)
    }
  }

  @Test func `every URL is in normal form, and libcurl reads the same parts`() throws {
    var count = 0
    for text in urls(seed: 1, count: 20_000) {
      guard let url = try? RequestURL(text) else { continue }
      count += 1
      let again = try RequestURL(url.text)
      #expect(again.text.utf8.elementsEqual(url.text.utf8) && again.origin == url.origin, "\(text)")
      #expect(again.authority == url.authority && again.userInfo == nil, "\(text)")
      #expect(
        url.target.utf8.first == UInt8(ascii: "/") && url.target != "\(url.path)?", "\(text)")
      #expect(
        url.target.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"#\"<>\\^`{|}".utf8.contains($0) }, "\(text)")
      #expect(!url.target.contains(/%(?![0-9A-F]{2})/), "\(text)")
      #expect(!"\(url.path)/".contains(/\/\.\.?\//), "\(text)")
      #expect(
        url.authority.unicodeScalars.allSatisfy { $0.value > 0x20 && !$0.properties.isWhitespace }, "\(text)")
      #expect(url.authority.lowercased() == url.authority || url.authority.hasPrefix("["), "\(text)")
      #expect(throws: Never.self, "\(text)") { try CurlURL.check(url) }
    }
    #expect(count > 5000)
  }

  @Test func `a reference means the same as the URL that it is resolved to`() throws {
    var random = SeededGenerator(seed: 2)
    var count = 0
    for base in ["http://h", "https://u:p@h:1/a/b", "http://h/a/?q/r", "http://[::1%eth0]/v1/"] {
      for _ in 0..<2000 {
        let reference = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
          Self.otherPieces.randomElement(using: &random) ?? ""
        }.joined()
        guard let url = try? RequestURL(reference, relativeTo: base) else { continue }
        count += 1
        let resolved = URIReference(reference).resolved(against: URIReference(base))
        #expect(
          try RequestURL("\(resolved)").text.utf8.elementsEqual(url.text.utf8), "\(reference) against \(base)"
        )
        #expect(throws: Never.self, "\(reference)") { try CurlURL.check(url) }
      }
    }
    #expect(count > 3000)
  }

  @Test func `a base that is parsed once resolves references alike`() throws {
    var random = SeededGenerator(seed: 7)
    var count = 0
    let bases = [
      "http://h", "https://u:p@H:1/a/b", "http://h/a/?q/r", "http://[::1%eth0]/v1/", "http://h/a/..",
      "http://h/a//../.", "http://ü/%c3%bc/x", "http://h/a/./b/../", "http:///", "ftp://h/",
    ]
    for text in bases {
      let base = BaseURL(text)
      for _ in 0..<1000 {
        let reference = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
          Self.otherPieces.randomElement(using: &random) ?? ""
        }.joined()
        let expected = Result { try RequestURL(reference, relativeTo: text) }
        let found = Result { try base.resolve(reference) }
        #expect("\(found)".utf8.elementsEqual("\(expected)".utf8), "\(reference) against \(text)")
        guard let url = try? found.get() else { continue }
        count += 1
        for authority in [url.authority, url.authority + ":", "g"] {
          let path = reference.hasPrefix("/") ? reference : url.target
          let head = HTTPRequest(method: .get, scheme: url.origin.scheme, authority: authority, path: path)
          let expected = Result { try RequestURL(of: head) }
          #expect("\(Result { try base.url(of: head) })".utf8.elementsEqual("\(expected)".utf8), "\(path)")
        }
      }
    }
    #expect(count > 3000)
  }

  @Test(arguments: [
    "ftp://h/a?b", "https://h/a?b", "http://g/a?b", "http://h:81/a?b", "http://h/a", "http://h/?b",
    "http://h/a?b#c",
    "http://h/a?b&", "http://h/A?b", "http://u@h/a?b", "http://:p@h/a?b", "http://h/./a?b", "h/a?b",
    "http://[::1]/a?b",
    "http:// h/a?b", "", "http://h/%61?b",
  ]) func `libcurl's check finds each difference`(text: String) throws {
    let url = try RequestURL("http://h/a?b")
    // libcurl does not send the fragment, so its check ignores it.
    guard text != "http://h/a?b#c" else { return try CurlURL.check(url, writtenAs: text) }
    let error = #expect(throws: SessionError.self) { try CurlURL.check(url, writtenAs: text) }
    #expect(
      error?.code == .invalidURL && error?.message.hasPrefix("libcurl reads the URL differently: ") == true)
  }

  @Test func `libcurl's check compares zones`() throws {
    let url = try RequestURL("http://[fe80::1%25eth0]/")
    try CurlURL.check(url)
    for text in ["http://[fe80::1]/", "http://[fe80::1%25eth1]/", "http://[fe80::2%25eth0]/"] {
      #expect(throws: SessionError.self) { try CurlURL.check(url, writtenAs: text) }
    }
  }

  // MARK: Python

  @Test(.enabled(if: ScriptOracle.python3.isInstalled)) func `Python reads IPv4 addresses alike`() throws {
    var random = SeededGenerator(seed: 3)
    let numbers = [
      "0", "1", "00", "01", "08", "0x", "0x0", "0xff", "0x100", "255", "256", "0377", "0400", "65535",
      "65536", "16777215",
      "16777216", "4294967295", "4294967296", "0xffffffff", "0x100000000", "037777777777", "040000000000",
      "18446744073709551616",
      "a", "1a", "0xg",
    ]
    let hosts = (0..<3000).map { _ in
      (0..<Int.random(in: 1...5, using: &random)).map { _ in numbers.randomElement(using: &random) ?? "" }
        .joined(separator: ".")
    }
    let program = """
      import json, socket
      def quad(host):
        try: return socket.inet_ntoa(socket.inet_aton(host))
        except OSError: return ""
      print(json.dumps([quad(host) for host in input]))
      """
    let quads: [String] = try ScriptOracle.python3.run(program, input: hosts)
    #expect(quads.count == hosts.count && quads.count { !$0.isEmpty } > 100)
    for (host, quad) in zip(hosts, quads) {
      let read = (try? RequestURL("http://\(host)/"))?.origin.host
      // Neither takes a name for an address.
      #expect(read == (quad.isEmpty ? nil : quad) || (quad.isEmpty && read == host), "\(host)")
    }
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled)) func `Python reads IPv6 addresses alike`() throws {
    var random = SeededGenerator(seed: 4)
    let groups = [
      "0", "0", "0", "1", "db8", "FFFF", "0a0B", "1.2.3.4", "255.255.255.255", "00001", "127.0.0.01", "g",
    ]
    let addresses = (0..<5000).map { _ in
      let count = Int.random(in: 0...9, using: &random)
      let gap = Int.random(in: 0...9, using: &random)
      var text = gap == 0 ? "::" : ""
      for index in 0..<count {
        text += groups[Int.random(in: 0..<(index == count - 1 ? groups.count : 7), using: &random)]
        if index == gap { text += "::" } else if index < count - 1 { text += ":" }
      }
      return text
    }
    let program = """
      import ipaddress, json, socket
      def shortest(text):
        try: return socket.inet_ntop(socket.AF_INET6, ipaddress.IPv6Address(text).packed)
        except ValueError: return ""
      print(json.dumps([shortest(text) for text in input]))
      """
    let normal: [String] = try ScriptOracle.python3.run(program, input: addresses)
    #expect(normal.count == addresses.count && normal.count { !$0.isEmpty } > 100)
    for (address, normal) in zip(addresses, normal) {
      let read = (try? RequestURL("http://[\(address)]/"))?.origin.host
      #expect(read == (normal.isEmpty ? nil : "[\(normal)]"), "\(address)")
    }
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled)) func `Python percent-encodes alike`() throws {
    var random = SeededGenerator(seed: 5)
    let pieces = Self.otherPieces.filter { !"#%.?\t\u{7F}".contains($0.first ?? "#") && !$0.contains(".") }
    let texts = (0..<2000).map { _ in
      (0..<6).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
    let program = """
      import json, urllib.parse
      print(json.dumps([urllib.parse.quote(text, safe="-._~!$&'()*+,;=:@/[]") for text in input]))
      """
    let encoded: [String] = try ScriptOracle.python3.run(program, input: texts)
    #expect(encoded.count == texts.count)
    for (text, encoded) in zip(texts, encoded) {
      #expect(try RequestURL("http://h/\(text)?\(text)").target == "/\(encoded)?\(encoded)", "\(text)")
    }
  }
}
