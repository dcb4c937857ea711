/// A mutator for texts that consist of pieces between separators.
struct PieceMutator: StructureMutator {
  /// The separators and words of a format.
  struct Rules: Sendable {
    let separators: [UInt8]
    /// Pieces that parsers treat differently.
    let pieces: [[UInt8]]
    /// Parts of pieces that parsers treat differently.
    let parts: [[UInt8]]
    /// Whether a change is made to bytes only, in one of how many cases.
    var bytesOneIn = 6
  }

  private let rules: Rules
  private let isSeparator: [Bool]
  private let bytes: ByteMutator

  init(_ rules: Rules, bytes: ByteMutator) {
    self.rules = rules
    self.bytes = bytes
    isSeparator = (0...255).map { rules.separators.contains($0) }
  }

  func mutate(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    if random.oneIn(rules.bytesOneIn) { return self.bytes.mutate(&bytes, upTo: limit, &random) }
    repeat {
      var attempts = 4
      while attempts > 0, !change(&bytes, upTo: limit, &random) { attempts -= 1 }
    } while random.oneIn(3)
  }

  func cross(_ bytes: inout [UInt8], with other: [UInt8], upTo limit: Int, _ random: inout SeededGenerator) {
    guard !other.isEmpty, !bytes.isEmpty else {
      return self.bytes.cross(&bytes, with: other, upTo: limit, &random)
    }
    if random.oneIn(3) {
      // The first pieces of one, and the last ones of the other.
      let start = piece(in: other, at: random.below(other.count)).lowerBound
      bytes.cut(to: piece(in: bytes, at: random.below(bytes.count)).lowerBound)
      bytes += other[start...].prefix(limit - bytes.count)
      return
    }
    let source = Array(other[piece(in: other, at: random.below(other.count))])
    let target = piece(in: bytes, at: random.below(bytes.count))
    if random.oneIn(2), bytes.splice(target, source, upTo: limit) { return }
    _ = bytes.splice(at: target.lowerBound, source + [random.pick(rules.separators)], upTo: limit)
  }

  /// Returns the piece around a place, without the separators on both sides.
  private func piece(in bytes: [UInt8], at place: Int) -> Range<Int> {
    var (start, end) = (place, place)
    while start > 0, !isSeparator[Int(bytes[start - 1])] { start -= 1 }
    while end < bytes.count, !isSeparator[Int(bytes[end])] { end += 1 }
    return start..<end
  }

  /// Makes a single change.
  ///
  /// - Returns: `false` if it does not apply or does not fit, and nothing has changed.
  private func change(_ bytes: inout [UInt8], upTo limit: Int, _ random: inout SeededGenerator) -> Bool {
    let piece = piece(in: bytes, at: random.below(bytes.count))
    let separator = piece.upperBound < bytes.count ? bytes[piece.upperBound] : random.pick(rules.separators)
    switch random.below(13) {
    case 0:
      // With the separator after it.
      bytes.removeSubrange(piece.lowerBound..<min(piece.upperBound + 1, bytes.count))
      return true
    case 1, 2:
      let copy = bytes[piece] + [separator]
      let count = random.oneIn(6) ? random.length(upTo: 500) : 1
      let room = (limit - bytes.count) / copy.count
      guard room > 0 else { return false }
      let copies = Array(repeatElement(copy, count: min(count, room)).joined())
      return bytes.splice(at: piece.lowerBound, copies, upTo: limit)
    case 3, 4: return swap(piece, self.piece(in: bytes, at: random.below(bytes.count)), in: &bytes)
    case 5: return bytes.splice(piece, [], upTo: limit)
    case 6, 7: return bytes.splice(piece, word(of: rules.pieces, &random), upTo: limit)
    case 8:
      return bytes.splice(at: piece.lowerBound, word(of: rules.pieces, &random) + [separator], upTo: limit)
    case 9, 10:
      let place = piece.lowerBound + random.below(piece.count + 1)
      return bytes.splice(at: place, word(of: rules.parts, &random), upTo: limit)
    case 11:
      // The piece ends within quotes or an escape.
      let place = piece.lowerBound + random.below(piece.count + 1)
      return bytes.splice(
        place..<piece.upperBound, random.oneIn(2) ? [] : word(of: rules.parts, &random), upTo: limit)
    default:
      guard piece.upperBound < bytes.count else { return false }
      bytes[piece.upperBound] = random.pick(rules.separators)
      return true
    }
  }

  private func word(of words: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
    bytes.words.isEmpty || random.oneIn(2) ? random.pick(words) : random.pick(bytes.words)
  }

  private func swap(_ a: Range<Int>, _ b: Range<Int>, in bytes: inout [UInt8]) -> Bool {
    let (first, last) = a.lowerBound <= b.lowerBound ? (a, b) : (b, a)
    guard first.upperBound < last.lowerBound else { return false }
    let joined = bytes[last] + bytes[first.upperBound..<last.lowerBound] + bytes[first]
    bytes.replaceSubrange(first.lowerBound..<last.upperBound, with: Array(joined))
    return true
  }
}

extension PieceMutator.Rules {
  /// The pairs of a query: names with brackets and dots, escapes, repeated names, and empty names and values.
  static let query = Self(
    separators: bytes("&"),
    pieces: texts(
      "a", "a=", "=a", "=", "", "a=1", "a==1", "a[]=1", "a[0]=1", "a[1]=2", "a[b]=1", "a[b][c]=1", "a[][b]=1",
      "a[=1", "a]=1", "a[b=1", "a[][]=", "a.b=1", "a..b=1", ".a=1", "a.=1", "a[99999999999999999999]=1",
      "a[-1]=1", "[a]=1", "[]=1", "%61=1", "a%5Bb%5D=1", "a=%26", "+=+", "a=%", "a=%zz", "a=%C3%A9", "a=%ff",
      "a=\u{e9}",
      "a=null", "a=true", "a=1e309", "a;b=1"),
    parts: texts(
      "=", "[]", "[a]", "[0]", "[", "]", ".a", ".", "%", "%2", "%00", "%26", "%3D", "%5B", "%5D", "%25",
      "%C3%A9", "%c3",
      "+", "%20", ";", "#", "?", "\u{e9}", "\0", "\r\n"))

  static let url = Self(
    separators: bytes("/?&#=:@."),
    pieces: texts(
      "", "a", "..", ".", "%2e%2e", "%2F", "http:", "https:", "file:", "user:p%40ss@", "[::1]",
      "[::ffff:1.2.3.4]", "[v1.a]",
      "127.0.0.1", "0x7f.1", "1.2.3.4.5", "xn--a", "b\u{fc}cher", "65536", "0", "-1", "\\", "a@b@c"),
    parts: texts(
      "%", "%00", "%zz", "%2F", "\\", "@", ":", "//", "/../", "#", "?", " ", "\t", "\n", "[", "]", "\u{e9}",
      "\u{ff0e}"))

  /// Media types, content dispositions and cookies.
  static let parameters = Self(
    separators: bytes(";,"),
    pieces: texts(
      "", " a=b", " a", " a=", " =b", " a=\"b\"", " a=\"b", " a=\"\\\"\"", " a*=UTF-8''%e2%82%ac", " a*=''",
      " a*=utf-8'en'%",
      " a*0=b", " a*1*=%41", " filename=\"a\\b\"", " filename=../a", " name=\"a%22b\"", " charset=utf-8",
      " boundary=b",
      " boundary=\"a b\"", "*/*", "a/b", "text/plain", " q=0.001", " q=1.0001", " Path=/", " Secure",
      " HttpOnly",
      " Domain=.a.b", " Max-Age=-1", " Expires=Thu, 01 Jan 1970 00:00:00 GMT", " SameSite=None"),
    parts: texts(
      "\"", "\\", "=", "*", "'", "%", "%41", " ", "\t", "\r\n ", "\0", "\u{e9}", "/", ":", "==", "\u{7f}"))

  /// The lines of heads and of event streams.
  static let lines = Self(
    separators: bytes("\n"),
    pieces: texts(
      "", "\r", "a: b\r", "a:\r", ": b\r", "a : b\r", " b\r", "a\r", "Content-Length: 1\r",
      "Content-Length: 1, 1\r",
      "Content-Length: -1\r", "Transfer-Encoding: chunked\r", "HTTP/1.1 200 OK\r", "HTTP/1.1 100\r",
      "HTTP/9.9 099 \r",
      "GET / HTTP/1.1\r", "Set-Cookie: a=b\r", "data", "data:", "data: a", "data:  a", "id: 1", "id: \0",
      "event: a",
      "retry: 1", "retry: 1a", "retry: 99999999999999999999", ":", ": a"),
    parts: texts(
      "\r", ":", ": ", " ", "\t", "\0", "\r\n\r\n", "\r\r", "\u{feff}", "\u{e9}", ";", ",", "\u{7f}", "=",
      "\""))

  static let tags = Self(
    separators: bytes("<"),
    pieces: texts(
      "", "dict>", "/dict>", "dict/>", "array>", "/array>", "key>a", "/key>", "string>&amp;", "/string>",
      "integer>0x10",
      "integer>-9223372036854775808", "integer>18446744073709551616", "/integer>", "real>nan", "real>1e309",
      "/real>",
      "true/>", "false/>", "date>2024-02-29T00:00:00Z", "/date>", "data>AA==", "/data>", "!-- a -->",
      "![CDATA[a]]>",
      "?xml version=\"1.0\" encoding=\"UTF-16\"?>", "!DOCTYPE plist [<!ENTITY a \"b\">]>", "plist>",
      "/plist>", "x>"),
    parts: texts(
      "&lt;", "&#0;", "&#x10FFFF;", "&#xD800;", "&a;", "&", ">", "/", "]]>", "--", "\0", "\r\n", "\u{e9}",
      "=", " "))

  static let markup = Self(
    separators: bytes("<"),
    pieces: texts(
      "", "a>", "/a>", "a/>", "a b=\"c\">", "a b=\"c\" b=\"d\">", "a b='&#x41;'>", "x:a xmlns:x=\"u\">",
      "/x:a>",
      "!-- a -->", "!-- a -- b -->", "![CDATA[a]]>", "![CDATA[", "?a b?>", "?xml version=\"1.0\"?>",
      "?xml version=\"1.0\" encoding=\"UTF-16\"?>", "!DOCTYPE a>", "!DOCTYPE a [<!ENTITY b \"c\">]>",
      "!DOCTYPE a [<!ENTITY b \"&b;\">]>", "!DOCTYPE a SYSTEM \"file:///dev/null\">", "!ENTITY % b \"c\">",
      "!ELEMENT a ANY>", "!ATTLIST a b CDATA \"c\">", "![IGNORE["),
    parts: texts(
      "&amp;", "&b;", "&#0;", "&#x110000;", "&#xD800;", "&", "]]>", "--", "?>", "%b;", "=", "\"", "'", ">",
      "/",
      " ", "\0", "\r\n", "\u{85}", "\u{e9}", "\u{fffe}"))

  static let cells = Self(
    separators: bytes(",\n"),
    pieces: texts(
      "", "a", #""a""#, #""""#, #""a""b""#, #""a,b""#, "\"a\r\nb\"", #""a"#, #"a"b"#, #" "a""#, #""a" "#,
      "\r", "=1+1"),
    parts: texts("\"", "\"\"", ",", "\r\n", "\n", "\r", " ", "\t", ";", "\0", "\u{feff}", "\u{e9}"))

  /// Types, items, parameters and inner lists.
  static let structured = Self(
    separators: bytes(",; \n"),
    pieces: texts(
      "", "item", "list", "dictionary", "1", "-1.5", "999999999999999", "1.", #""a""#, #""\"""#, "a", "*a/b",
      ":YQ==:",
      "::", "?1", "?0", "?2", "@1659578233", "@1.5", #"%"f%c3%bc""#, #"%"%C3""#, "(1 2)", "()", "(1", "a=1",
      "a=(1 2)",
      "a=?0", "A=1"),
    parts: texts(
      "\"", "\\", "(", ")", "=", ":", "?", "@", "%", "%00", "*", " ", "\t", ".", "-", "0", "\0", "\u{e9}"))

  static let toml = Self(
    separators: bytes("\n,"),
    pieces: texts(
      "", "a = 1", "a.b = 1", #""a" = 1"#, "'' = 1", "[a]", "[a.b]", "[[a]]", "a = {b = 1}", "a = [1]",
      "a = [", "]",
      #"a = "\u00e9""#, #"a = """"#, "a = '''", #"""""#, "a = 0x1F", "a = 1_000", "a = 1__0",
      "a = 9223372036854775808", "a = 1e400", "a = +inf", "a = nan", "a = 1979-05-27T07:32:00Z",
      "a = 1979-05-27",
      "a = 07:32:00.999999", "a = 2023-02-30", "a = true", "# a", "\r"),
    parts: texts(
      "\"", "'", "\\", #"\u"#, #"\UFFFFFFFF"#, ".", "=", "{", "}", "[", "]", "#", "_", "\r", "\t", "\0",
      "\u{7f}",
      "\u{feff}", "\u{e9}"))

  static let yaml = Self(
    separators: bytes("\n"),
    pieces: texts(
      "", "a: b", "  a: b", "- a", "  - a", "- - a", "? a", ": b", "a: |", "a: >-", "a: |9", "a: &b c",
      "a: *b",
      "- &a [*a]", "a: !!str 1", "!<a> b", #"a: "\x41""#, "a: 'b''c'", "a: [b, c]", "a: {b: c}", "a: [", "]",
      "---",
      "...", "%YAML 1.2", "%TAG ! a:", "# a", "\ta: b", "a: 0o17", "a: .inf", "a: ~", "<<: *a", "\r"),
    parts: texts(
      ": ", ":", "- ", "? ", "# ", "&a ", "*a", "!", "!!", "|", ">", "[", "]", "{", "}", ",", "\"", "'", "\\",
      "%",
      "@", "`", "  ", "\t", "\r\n", "\0", "\u{feff}", "\u{85}", "\u{e9}"))

  static let words = Self(
    separators: bytes(" ,:-"),
    pieces: texts(
      "", "00", "24", "60", "31", "29", "30", "Feb", "feb", "1970", "0000", "99999", "GMT", "UTC", "+0000",
      "Sun", "1"),
    parts: texts("0", "-", "+", " ", ":", ",", "a", "\0", "\u{e9}"))

  /// The records of JSON Lines.
  static let jsonLines = Self(
    separators: bytes("\n"), pieces: records + [[0x0D]],
    parts: texts("\n", "\r\n", "\r", " ", "\u{1e}", "\u{feff}"))

  /// The records of a JSON text sequence.
  static let sequence = Self(
    separators: [0x1E], pieces: records.map { $0 + [0x0A] } + [[]],
    parts: texts("\n", "\u{1e}\u{1e}", "\u{1e}", "\r", " "))

  private static let records = texts(
    "null", "1", #""a""#, "[1,2]", #"{"a":1}"#, "", " ", "{", #"{"a""#, "1 2")

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func texts(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }
}
