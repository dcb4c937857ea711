import SluiceCoding
import SluiceTestSupport
import Testing

/// The URL standard's `application/x-www-form-urlencoded` parser and serializer.
@Suite(.timeLimit(.minutes(5))) struct QueryFormTests {
  @Test(
    arguments: [
      ("", [:]),
      ("a=1", ["a": "1"]),
      ("a=1&b=2", ["a": "1", "b": "2"]),
      ("a", ["a": nil]),
      ("a=", ["a": ""]),
      ("=a", ["": "a"]),
      ("=", ["": ""]),
      ("&", [:]),
      ("&&a=1&&b=2&&", ["a": "1", "b": "2"]),
      ("a=b=c", ["a": "b=c"]),
      ("a==", ["a": "="]),
      ("a;b=1;c=2", ["a;b": "1;c=2"]),
      ("a+b=c+d", ["a b": "c d"]),
      ("a%2Bb=%2b", ["a+b": "+"]),
      ("%61=%41", ["a": "A"]),
      ("a%3Db=%26", ["a=b": "&"]),
      ("%", ["%": nil]),
      ("a=%", ["a": "%"]),
      ("a=%4", ["a": "%4"]),
      ("a=%zz%4", ["a": "%zz%4"]),
      ("a=%%41", ["a": "%A"]),
      ("a=%4%41", ["a": "%4A"]),
      ("a=%25%34%31", ["a": "%41"]),
      ("a=%FF", ["a": "\u{FFFD}"]),
      ("a=%C3%28", ["a": "\u{FFFD}("]),
      ("a=%E2%82", ["a": "\u{FFFD}"]),
      ("a=%F0%9F%98x", ["a": "\u{FFFD}x"]),
      ("a=%ED%A0%80", ["a": "\u{FFFD}\u{FFFD}\u{FFFD}"]),
      ("a=%F4%90%80%80", ["a": "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"]),
      ("a=%C0%AF", ["a": "\u{FFFD}\u{FFFD}"]),
      ("%EF%BB%BFa=%EF%BB%BF", ["\u{FEFF}a": "\u{FEFF}"]),
      ("a=é", ["a": "é"]),
      ("a=%00%0D%0A", ["a": "\0\r\n"]),
      ("?a=1", ["?a": "1"]),
      ("a[]=1&a[]=2", ["a[]": "1", "a[]": "2"]),
      ("a=1&a=1", ["a": "1", "a": "1"]),
    ] as [(String, Query.Pairs)])
  func `text is split and decoded as in the standard`(text: String, pairs: Query.Pairs) throws {
    #expect(try Query.Decoder().pairs(from: text) == pairs)
    #expect(try Query.Decoder().pairs(from: Array(text.utf8)) == pairs)
  }

  @Test func `a plus is a literal plus with the escaping of RFC 3986`() throws {
    var decoder = Query.Decoder()
    decoder.escaping = .rfc3986
    #expect(try decoder.pairs(from: "a+b=c+%20") == ["a+b": "c+ "])
  }

  @Test func `bytes that are not UTF-8 are replaced`() throws {
    #expect(try Query.Decoder().pairs(from: [0x61, 0x3D, 0xFF, 0x62]) == ["a": "\u{FFFD}b"])
  }

  @Test(
    arguments: [
      ("a=%", .invalidEscape, 2),
      ("a=1&b=x%4&c", .invalidEscape, 7),
      ("%zz=1", .invalidEscape, 0),
      ("a=%25%", .invalidEscape, 5),
      ("a=%41%FF", .invalidUTF8, 5),
      ("ab=1&%C3%A9%C3=", .invalidUTF8, 11),
      ("a=é%FF", .invalidUTF8, 4),
      ("a=%ED%A0%80", .invalidUTF8, 2),
    ] as [(String, ErrorCode, Int)])
  func `strict decoding refuses malformed text with its byte offset`(
    text: String, code: ErrorCode, byteOffset: Int
  ) {
    var decoder = Query.Decoder()
    decoder.isStrict = true
    let error = #expect(throws: Query.Error.self) { try decoder.pairs(from: text) }
    #expect(error?.code == code)
    #expect(error?.byteOffset == byteOffset)
  }

  @Test func `strict decoding accepts well-formed text`() throws {
    var decoder = Query.Decoder()
    decoder.isStrict = true
    #expect(try decoder.pairs(from: "a%20b=%C3%A9+é&&c") == ["a b": "é é", "c": nil])
  }

  @Test func `the maximum number of pairs passes, and one more is an error`() throws {
    var decoder = Query.Decoder()
    decoder.maximumPairCount = 2
    #expect(try decoder.pairs(from: "&&a=1&&b=2&&").count == 2)
    let error = #expect(throws: Query.Error.self) { try decoder.pairs(from: "a=1&b=2&c=3&d") }
    #expect(error?.code == .tooManyPairs)
    #expect(error?.byteOffset == 8)
  }

  // MARK: Other implementations

  /// Returns random texts of the given pieces.
  private static func texts(of pieces: [String]) -> [String] {
    var generator = SeededGenerator(seed: 3)
    return (0..<2000).map { _ in
      (0..<Int.random(in: 0...12, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }
  }

  private static let ascii = [
    "a", "b", "=", "&", "+", "%", "%4", "%41", "%zz", "%C3%A9", "%C3", "%F0%9F%98%80", "%E2%82", "%ED%A0%80",
    ";",
    "[]", "~", "*", "-._", "/?", "%00", "%0A", " ", "\"", "%F4%90%80%80", "%EF%BB%BF",
  ]

  private func expectAgreement(_ texts: [String], _ output: String, _ line: (Query.Pairs) -> String) throws {
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count >= texts.count)
    for (text, expected) in zip(texts, lines) {
      // In the standard, every name has a value.
      let pairs = try Query.Decoder().pairs(from: text).map { Query.Pair($0.name, $0.value ?? "") }
      #expect(line(Query.Pairs(pairs)) == expected, "\(text)")
    }
  }

  /// Returns each name and value in turn, in hexadecimal.
  private func hexadecimal(_ pairs: Query.Pairs) -> String {
    pairs.flatMap { [$0.name, $0.value ?? ""] }
      .map { $0.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
      .joined(separator: ",")
  }

  @Test(.enabled(if: ScriptOracle.node.isInstalled)) func `Node parses and serializes the same`() throws {
    // Node 20 corrupts literal characters beyond ASCII if the text has malformed escapes, too.
    let texts = Self.texts(of: Self.ascii)
    let output = try ScriptOracle.node.output(
      of:
        """
        for (const line of require("fs").readFileSync(0, "utf8").split("\\n")) {
          const pairs = new URLSearchParams("?" + line);
          console.log([...pairs].flat().map(text => Buffer.from(text).toString("hex")) + " " + pairs);
        }
        """, input: Array(texts.joined(separator: "\n").utf8))
    try expectAgreement(texts, String(decoding: output, as: UTF8.self)) {
      "\(hexadecimal($0)) \($0.string(escaping: .form))"
    }
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled)) func `Python parses and serializes the same`() throws
  {
    let texts = Self.texts(of: Self.ascii + ["é", "😀", "\u{FEFF}"])
    let output = try ScriptOracle.python3.output(
      of:
        """
        import sys, urllib.parse as u
        for line in sys.stdin.buffer.read().split(b"\\n"):
          pairs = u.parse_qsl(line.decode(), keep_blank_values=True, errors="replace")
          flat = [text.encode().hex() for pair in pairs for text in pair]
          form = u.urlencode(pairs, safe="*").replace("~", "%7E")
          rfc3986 = u.urlencode(pairs, quote_via=u.quote, safe="/?")
          print(",".join(flat), form, rfc3986)
        """, input: Array(texts.joined(separator: "\n").utf8))
    try expectAgreement(texts, String(decoding: output, as: UTF8.self)) {
      "\(hexadecimal($0)) \($0.string(escaping: .form)) \($0.string())"
    }
  }
}
