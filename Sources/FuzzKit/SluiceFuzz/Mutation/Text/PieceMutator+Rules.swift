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
