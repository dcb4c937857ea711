import SluiceTestSupport
import Testing

/// `query encode` and `query decode`, as used in scripts.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct QueryCommandTests {
  private static let document = #"""
    {"b": 1, "a": [3, 1, 2], "m": {"2": "b", "1": "ä"}, "n": null, "t": true, "o": {}, "e": [], "s": " &+/~*"}
    """#

  @Test(arguments: [
    ([], "b=1&a%5B%5D=3&a%5B%5D=1&a%5B%5D=2&m%5B2%5D=b&m%5B1%5D=%C3%A4&t=true&s=%20%26%2B/~%2A"),
    (
      ["--escaping", "form"],
      "b=1&a%5B%5D=3&a%5B%5D=1&a%5B%5D=2&m%5B2%5D=b&m%5B1%5D=%C3%A4&t=true&s=+%26%2B%2F%7E*"
    ),
    (
      ["--sort", "--arrays", "indexed", "--nesting", "dots"],
      "a%5B0%5D=3&a%5B1%5D=1&a%5B2%5D=2&b=1&m.1=%C3%A4&m.2=b&s=%20%26%2B/~%2A&t=true"
    ),
    (
      ["--arrays", "comma", "--bools", "numeric", "--nulls", "bare"],
      "b=1&a=3%2C1%2C2&m%5B2%5D=b&m%5B1%5D=%C3%A4&n&t=1&s=%20%26%2B/~%2A"
    ),
    (
      ["--arrays", "repeated", "--nulls", "empty"],
      "b=1&a=3&a=1&a=2&m%5B2%5D=b&m%5B1%5D=%C3%A4&n=&t=true&s=%20%26%2B/~%2A"
    ),
    (
      ["--nulls", "literal"],
      "b=1&a%5B%5D=3&a%5B%5D=1&a%5B%5D=2&m%5B2%5D=b&m%5B1%5D=%C3%A4&n=null&t=true&s=%20%26%2B/~%2A"
    ),
  ]) func `an object is encoded as a line`(options: [String], line: String) throws {
    let outcome = try sluice(["query", "encode"] + options, input: .bytes(Array(Self.document.utf8)))
    outcome.expectSuccess()
    #expect(outcome.text == line + "\n")
  }

  @Test func `numbers keep their digits`() throws {
    let input = #"{"a":9007199254740993,"b":18446744073709551615,"c":0.1,"d":12345678901234567890123,"e":-0}"#
    let outcome = try sluice("query", "encode", input: .bytes(Array(input.utf8)))
    #expect(outcome.text == "a=9007199254740993&b=18446744073709551615&c=0.1&d=12345678901234567890123&e=0\n")
  }

  @Test(arguments: [
    "340282366920938463463374607431768211456", "-1000000000000000000000000000000000000001",
    "0.1234567890123456789012345678901234567891", "100000000000000000000", "0.10", "1e400",
  ]) func `a number that no type holds keeps its digits`(number: String) throws {
    let outcome = try sluice("query", "encode", input: .bytes(Array("{\"a\":\(number)}".utf8)))
    #expect(outcome.text == "a=\(number)\n")
  }

  @Test(arguments: [
    (
      "a=1&b%5B%5D=2&b[]=%20+x&&c[d]=3&e&a=%zz\n", [],
      #"[["a","1"],["b[]","2"],["b[]","  x"],["c[d]","3"],["e",""],["a","%zz"]]"#
    ),
    ("a=+%20\r\n", ["--escaping", "rfc3986"], #"[["a","+ "]]"#), ("", [], "[]"), ("\n", ["--nested"], "{}"),
    ("b[]=1&b[]=2&c[d][e]=/&a=", ["--nested"], #"{"b":["1","2"],"c":{"d":{"e":"/"}},"a":""}"#),
  ]) func `a line is decoded as JSON`(line: String, options: [String], json: String) throws {
    let outcome = try sluice(["query", "decode"] + options, input: .bytes(Array(line.utf8)))
    outcome.expectSuccess()
    #expect(outcome.text == json + "\n")
  }

  @Test func `a query can be read from a file`() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("q", Array("a=1".utf8))
    #expect(try sluice("query", "decode", path).text == "[[\"a\",\"1\"]]\n")
    try sluice("query", "decode", folder.path("none")).expectFailure(66, "file-missing", saying: "none")
  }

  @Test func `a decoded query has the structure of the encoded object`() throws {
    let query = try sluice("query", "encode", input: .bytes(Array(Self.document.utf8)))
    let back = try sluice("query", "decode", "--nested", input: .bytes(query.output))
    #expect(back.text == #"{"b":"1","a":["3","1","2"],"m":{"2":"b","1":"ä"},"t":"true","s":" &+/~*"}"# + "\n")
  }

  @Test(arguments: [
    ("[1]", "unencodable", "keyed"), ("1", "unencodable", "keyed"),
    (#"{"a":}"#, "invalid-json", "at line 1, column 6 (byte 5)"), ("", "invalid-json", "(byte 0)"),
    ("{\"a\":\n\"\u{1}\"}", "invalid-json", "at line 2, column 2 (byte 7)"),
  ]) func `input that is not a valid object is an error`(input: String, code: String, message: String) throws
  {
    let outcome = try sluice("query", "encode", input: .bytes(Array(input.utf8)))
    outcome.expectFailure(65, code, saying: message)
    #expect(outcome.output == [])
  }

  @Test func `too many pairs or levels are an error`() throws {
    let many = String(repeating: "a&", count: 250_001)
    try sluice("query", "decode", input: .bytes(Array(many.utf8)))
      .expectFailure(65, "invalid-query", saying: "at byte 500000")
    let deep = "a" + String(repeating: "[b]", count: 2_000)
    try sluice("query", "decode", "--nested", input: .bytes(Array(deep.utf8))).expectFailure(
      65, "undecodable")
  }

  @Test(arguments: [["query", "encode", "--arrays", "x"], ["query", "decode", "--sort"], ["query", "x"]])
  func `an invalid option is a usage error`(arguments: [String]) throws {
    try sluice(arguments).expectFailure(64, "usage")
  }
}
