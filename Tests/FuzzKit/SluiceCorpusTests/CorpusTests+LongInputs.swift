import SluiceFuzz
import SluiceFuzzTargets
import Testing

/// Long inputs that repeat a short text. Work that grows with the square of the input exceeds its limit with these,
/// but not with the short files of the corpus.
extension CorpusTests {
  struct LongInput: Sendable, CustomTestStringConvertible {
    let target: String
    private let options: [UInt8]
    private let start: String
    private let repeated: String
    private let end: String

    init(_ target: String, _ options: [UInt8], _ start: String, _ repeated: String, _ end: String = "") {
      (self.target, self.options, self.start, self.repeated, self.end) = (
        target, options, start, repeated, end
      )
    }

    var bytes: [UInt8] {
      let text = start + String(repeating: repeated, count: 32_768 / repeated.utf8.count) + end
      return options + Array(text.utf8)
    }

    var testDescription: String {
      "\(target): \(start.debugDescription) \(repeated.debugDescription) \(end.debugDescription)"
    }
  }

  @Test(arguments: longInputs)
  func `work is linear in the length of the input`(in input: LongInput) throws {
    try #require(FuzzTarget.named(input.target)).run(input.bytes)
  }

  // If the options of a target include cuts, they feed the input one byte at a time.
  static let longInputs: [LongInput] = [
    LongInput("authentication-challenge", [], "", "Basic "),
    LongInput("authentication-challenge", [], "Digest a=b", ",a=b"),
    LongInput("authentication-challenge", [], "Digest a=\"", "\\\"", "\""),
    LongInput("authentication-challenge", [], "", ","),
    LongInput("cache-control", [], "", "max-age=1,"),
    LongInput("cache-control", [], "no-cache=\"", "\\\"", "\""),
    LongInput("cache-control", [], "no-cache=\"", "a,", "\""),
    LongInput("cache-control", [], "", "\n"),
    LongInput("cache-entry", [1, 0, 1], "\0\0\0\0\0\0\0\0\0\0\0\0", "\u{7F}"),
    LongInput("cache-freshness", [UInt8](repeating: 0, count: 37), "", "age: 1\n"),
    LongInput("cache-freshness", [UInt8](repeating: 0, count: 37), "expires:", " x"),
    LongInput("cache-vary", [], "vary: ", "a,", "\n\na: b\n\na: b"),
    LongInput("cache-vary", [], "vary: a\n\na: ", "\"b\" ,", "\n\na: b"),
    LongInput("cache-vary", [], "vary: a\n\n", "a: b\n", "\na: b"),
    LongInput("chunked-body", [0, 1], "", "1\r\na\r\n"),
    LongInput("chunked-body", [0, 1], "1;", "a"),
    LongInput("chunked-body", [1, 0], "8000\r\n", "a"),
    LongInput("chunked-body", [0, 1], "0\r\n", "a: b\r\n"),
    LongInput("content-disposition", [0], "form-data", ";a=b"),
    LongInput("content-disposition", [1], "form-data", ";filename=\"a\""),
    LongInput("content-disposition", [0], "form-data; name=\"", "%22\\", "\""),
    LongInput("content-disposition", [1], "attachment; filename*=utf-8''", "%C3%A9"),
    LongInput("content-range", [], "bytes 0-1/", "1"),
    LongInput("entity-tag", [255], "\"", "a", "\""),
    LongInput("gzip-roundtrip", [0, 6, 1, 0, 0, 0, 0], "", "a"),
    LongInput("http-date", [0, 0, 0, 0, 0, 0], "Sun, 06 Nov 1994 ", " "),
    LongInput("http-date", [0, 0, 0, 0, 0, 0], "", "1"),
    LongInput("inflate", [1, 1, 0, 0, 0], "\u{1F}", "\0"),
    LongInput("json", [0, 0, 1], "", "["),
    LongInput("json", [0, 0, 1], "", "{\"a\":"),
    LongInput("json", [0, 0, 1], "\"", "\\u00e9", "\""),
    LongInput("json", [0, 0, 1], "\"", "é", "\""),
    LongInput("json", [0, 0, 1], "", "1"),
    LongInput("json", [0, 0, 1], "1", " "),
    LongInput("json", [0, 0, 1], "[1", ",1", "]"),
    LongInput("json", [2, 0, 1], "[1", ",1", "]"),
    LongInput("json", [1, 0, 1], "{\"a\":1", ",\"b\":1", "}"),
    LongInput("json", [0, 0, 1], "{\"a\":1", ",\"b\":1", "}"),
    LongInput("json-direct", [0, 0, 0], "{\"id\":1,\"name\":\"n\"", ",\"x\":1", "}"),
    LongInput("json-direct", [0, 0, 0], "{\"x\":1", ",\"\\u0069e\":1", "}"),
    LongInput("json-direct", [0, 0, 5], "[[1]", ",[1]", "]"),
    LongInput("json-foundation", [0, 2], "[1", ",1", "]"),
    LongInput("json-foundation", [0, 0], "{\"id\":1,\"name\":\"", "\\n", "\"}"),
    LongInput("json-lines", [0, 0, 1], "", "1\n"),
    LongInput("json-lines", [0, 0, 1], "", "\r\n"),
    LongInput("json-lines", [0, 0, 1], "", "1"),
    LongInput("json-sequence", [0, 0, 1], "", "\u{1E}1\n"),
    LongInput("json-sequence", [2, 0, 1], "", "\u{1E}]"),
    LongInput("json-sequence", [0, 0, 1], "\u{1E}\"", "x"),
    LongInput("json-sequence", [0, 0, 1], "", "\u{1E}"),
    LongInput("json-types", [0, 0, 0], "{\"id\":1,\"name\":\"n\"", ",\"x\":1", "}"),
    LongInput("json-types", [0, 0, 1], "{\"k1\":1", ",\"k2\":1", "}"),
    LongInput("json-types", [0, 0, 3], "[1", ",1", "]"),
    LongInput("json-types", [0, 0, 6], "", "1"),
    LongInput("json-types", [0, 0, 7], "[[]", ",[]", "]"),
    LongInput("link", [], "", "<a>,"),
    LongInput("link", [], "<a>", ";a=b"),
    LongInput("link", [], "<a>; rel=\"", "a ", "\""),
    LongInput("link", [], "<a>; b=\"", "\\\"", "\""),
    LongInput("link", [], "", ","),
    LongInput("media-type", [], "text/plain", ";a=b"),
    LongInput("media-type", [], "text/plain;a=\"", "\\\"", "\""),
    LongInput("media-type", [], "text/", "a"),
    LongInput("media-type", [], "", " "),
    LongInput("multipart-parser", [0, 0, 0, 0, 0, 1], "", "--B\r\n\r\n\r\n", "--B--"),
    LongInput("multipart-parser", [0, 0, 0, 0, 0, 1], "--B\r\n\r\n", "\r\n--", "\r\n--B--"),
    LongInput("multipart-parser", [1, 0, 0, 0, 0, 1], "--B\r\n", "a:b\r\n", "\r\n\r\n--B--"),
    LongInput("multipart-parser", [1, 0, 0, 0, 0, 1], "--B\r\na:b\r\n", " b\r\n", "\r\n\r\n--B--"),
    LongInput(
      "multipart-parser", [0, 0, 0, 0, 0, 1], "--B\r\nContent-Disposition: form-data", ";a=b",
      "\r\n\r\n\r\n--B--"),
    LongInput("multipart-parser", [0, 0, 0, 0, 0, 1], "", "\r\n"),
    LongInput("multipart-parser", [0, 0, 0, 0, 0, 1], "", "-"),
    LongInput("multipart-reader", [0, 0, 0, 0, 1, 0, 0], "", "--B\r\n\r\n\r\n", "--B--"),
    LongInput(
      "multipart-reader", [0, 0, 0, 0, 1, 1, 0], "--B\r\nContent-Disposition: form-data; name=text\r\n\r\n",
      "\r\n-", "\r\n--B--"),
    LongInput("multipart-roundtrip", [0, 0, 0, 1], "", "\u{5}\u{20}"),
    LongInput("property-list-binary", [0, 0], "bplist00", "\u{50}"),
    LongInput("property-list-roundtrip", [1], "", "\u{8}\u{13}"),
    LongInput("property-list-roundtrip", [1], "", "\u{9}\u{13}"),
    LongInput("property-list-xml", [0], "<plist>", "<array>"),
    LongInput("property-list-xml", [0], "<plist><string>", "&amp;", "</string></plist>"),
    LongInput("property-list-xml", [0], "<plist><data>", "QQ==", "</data></plist>"),
    LongInput("property-list-xml", [0], "<plist><integer>", "1", "</integer></plist>"),
    LongInput("property-list-xml", [0], "<plist><array>", "<true/>", "</array></plist>"),
    LongInput("property-list-xml", [0], "<plist><dict>", "<key>a</key><true/>", "</dict></plist>"),
    LongInput("property-list-xml", [0], "<plist>", "<!---->", "<true/></plist>"),
    LongInput("property-list-xml", [0], "<plist a=\"", "<", "\"/>"),
    LongInput("query", [0, 0, 0, 0, 0, 0], "", "a=1&"),
    LongInput("query", [0, 0, 0, 0, 0, 0], "", "a[]=1&"),
    LongInput("query", [0, 0, 0, 0, 0, 0], "a", "[a]", "=1"),
    LongInput("query", [0, 0, 0, 1, 0, 0], "a", ".a", "=1"),
    LongInput("query", [0, 0, 0, 0, 0, 0], "", "%41"),
    LongInput("query", [0, 0, 1, 0, 0, 0], "a=", ","),
    LongInput("query", [0, 2, 0, 0, 0, 0], "", "list[]=1&"),
    LongInput("query", [0, 0, 0, 0, 0, 0], "", "&"),
    LongInput("query-roundtrip", [0, 0, 0, 0, 0, 0, 0, 0, 0], "", "\u{1}a\u{1}\u{1}b"),
    LongInput("query-roundtrip", [1, 0, 0, 0, 0, 0, 0, 0, 0], "", "\u{3}ab"),
    LongInput("redirect", [0, 0, 0, 8], "http://a", "../"),
    LongInput("redirect", [0, 0, 0, 8], "http://a", "/a"),
    LongInput("redirect", [0, 0, 0, 8], "http://a", "?a"),
    LongInput("redirect", [0, 0, 0, 8], "http://a/", "%41"),
    LongInput("response-head", [], "HTTP/1.1 200 OK\r\n", "a: b\r\n"),
    LongInput("response-head", [], "HTTP/1.1 200 OK\r\na: b\r\n", " b\r\n"),
    LongInput("response-head", [], "HTTP/1.1 200 OK\r\n", "content-length: 1\r\n"),
    LongInput("response-head", [], "", "HTTP/1.1 100 \r\n\r\n"),
    LongInput("resume-record", [0], "{\"a\":\"", "\\n", "\"}"),
    LongInput("resume-record", [1], "\"", "a", "\""),
    LongInput("server-sent-events", [0, 1], "", "data:x\n\n"),
    LongInput("server-sent-events", [0, 1], "", "data:x\n"),
    LongInput("server-sent-events", [0, 1], "", "\r"),
    LongInput("server-sent-events", [0, 1], "data:", "x"),
    LongInput("server-sent-events", [0, 1], "", "id:1\n\n"),
    LongInput("text-decoding", [0, 1, 0], "", "é"),
    LongInput("text-decoding", [3, 1, 0], "", "é"),
    LongInput("xml-document", [0], "", "<a>"),
    LongInput("xml-document", [0], "<a>", "<b/>", "</a>"),
    LongInput("xml-document", [0], "<a", " ", "/>"),
    LongInput("xml-document", [0], "<a>", "<!---->", "</a>"),
  ]
}
