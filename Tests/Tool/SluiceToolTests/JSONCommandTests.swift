import SluiceTestSupport
import Testing

/// `json format`, as used in scripts.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct JSONCommandTests {
  private func format(_ input: String, _ options: String...) throws -> Outcome {
    try sluice(["json", "format"] + options, input: .bytes(Array(input.utf8)))
  }

  @Test(arguments: [
    (" {\"b\" : [1, 2.50,\t\"\\u00e9\\/\"],\r\n\"a\":{}} ", #"{"b":[1,2.50,"é/"],"a":{}}"#), ("1", "1"),
    ("\"\"", "\"\""),
    (#"{"b":1,"a":1E+5,"b":2}"#, #"{"b":1,"a":1E+5,"b":2}"#),
    ("[123456789012345678901234567890.10]", "[123456789012345678901234567890.10]"),
    ("\u{FEFF}[]", "[]"), (#"["\ud83d\ude00\u0000\n"]"#, #"["😀\u0000\n"]"#),
  ]) func `a document is minimal by default`(input: String, output: String) throws {
    let outcome = try format(input)
    outcome.expectSuccess()
    #expect(outcome.text == output + "\n")
  }

  @Test func `a document can be indented and sorted`() throws {
    #expect(
      try format(#"{"b":[1],"a":{"d":1,"c":null}}"#, "--sort-keys").text == #"{"a":{"c":null,"d":1},"b":[1]}"#
        + "\n")
    #expect(
      try format(#"{"b":[1,"x"],"a":{"c":2}}"#, "--pretty").text == """
        {
          "b" : [
            1,
            "x"
          ],
          "a" : {
            "c" : 2
          }
        }

        """)
  }

  @Test(arguments: [
    ("", "(byte 0)"), ("[1,]", "line 1, column 4 (byte 3)"), ("{\n \"é\": 01}", "line 2, column 8 (byte 10)"),
    ("[1] x", "(byte 4)"),
    ("nan", "(byte 1)"), ("['a']", "(byte 1)"), (#"["\ud800"]"#, "(byte 2)"), ("// c\n1", "(byte 0)"),
    ("\"\u{7}\"", "(byte 1)"),
  ]) func `malformed JSON is an error with its position`(input: String, place: String) throws {
    let outcome = try format(input)
    outcome.expectFailure(65, "invalid-json", saying: place)
    #expect(outcome.output == [])
  }

  @Test func `invalid UTF-8 is an error with its position`() throws {
    try sluice("json", "format", input: .bytes([0x22, 0xC3, 0x28, 0x22])).expectFailure(
      65, "invalid-json", saying: "(byte 1)")
  }

  @Test func `depth is limited`() throws {
    let deep = { (levels: Int) in
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    try format(deep(512)).expectSuccess()
    try format(deep(513)).expectFailure(65, "invalid-json", saying: "(byte 512)")
    try format(deep(3), "--max-depth", "2").expectFailure(65, "invalid-json", saying: "(byte 2)")
    try format(deep(100_000), "--max-depth", "100000").expectSuccess()
    try format("1", "--max-depth", "-1").expectFailure(64, "usage")
  }
}
