import Sluice
import SluiceFuzz
import SluiceTestSupport
import Testing

@testable import SluiceCorpusTool

/// How a program gets an input, and the comparison of its result.
@Suite(.timeLimit(.minutes(5))) struct InputPassingTests {
  private let entry = corpusEntry(
    "input", .accept, "[1,\"\u{0}é\"]", contentType: "multipart/form-data; boundary={}")

  @Test func `an input is a file in place of the braces, or standard input`() async throws {
    let same = #"[ "$(od -An -tx1 "$1" | tr -d ' \n')" = 5b312c2200c3a9225d ]"#
    #expect(try await judge(entry, with: "sh", "-c", same, "sh", "{}").deviation == nil)
    #expect(try await judge(entry, with: "sh", "-c", same, "sh", "/dev/stdin").deviation == nil)
    let inside = #"[ "${1#--file=/}" != "$1" ] && [ -f "${1#--file=}" ]"#
    #expect(try await judge(entry, with: "sh", "-c", inside, "sh", "--file={}").deviation == nil)
    // With a path, standard input is empty.
    #expect(try await judge(entry, with: "sh", "-c", "[ -z \"$(cat)\" ]", "{}").deviation == nil)
  }

  @Test func `the content type is an argument and a variable`() async throws {
    let script =
      #"[ "$1" = "$CONTENT_TYPE" ] && [ "${1%=??}" != "$1" ] && [ -f "$2" ]"#
    #expect(try await judge(entry, with: "sh", "-c", script, "sh", "{type}", "{}").deviation == nil)
    let plain = corpusEntry("plain", .accept, "1")
    #expect(
      try await judge(plain, with: "sh", "-c", #"[ "$1" = '{type}{x' ]"#, "sh", "{type}{x").deviation == nil)
  }

  @Test func `the program handles signals by default`() async throws {
    // Two signals of glibc itself, above the first 31, are ignored.
    let script = """
      [ "$(yes 2>&1 | head -n 1)" = y ] || exit 1
      for set in $(sed -n 's/^Sig\\(Blk\\|Ign\\):[^0-9a-f]*//p' /proc/$$/status); do
        [ $((0x$set & 0x7fffffff)) = 0 ] || exit 1
      done
      """
    #expect(try await judge(entry, with: "sh", "-c", script).deviation == nil)
  }

  @Test(
    arguments: [
      ("[1, \"\\u0000\\u00e9\"]", nil), ("[1]", .otherResult), ("", .otherResult), ("[1,", .otherResult),
    ] as [(String, Deviation?)]) func `a printed result is compared`(printed: String, deviation: Deviation?)
    async throws
  {
    let entry = corpusEntry("input", .accept, printed, result: [1, "\u{0}é"])
    let compared = try await judge(entry, with: "cat", "{}", readsResult: true)
    #expect(compared.deviation == deviation)
    #expect(try await judge(entry, with: "cat", "{}").deviation == nil)
    let refused = corpusEntry("input", .reject, printed)
    let wrong = try await judge(refused, with: "cat", "{}", readsResult: true)
    #expect(wrong.deviation == .wronglyAccepted)
  }

  @Test func `many jobs share the inputs and keep their order`() async throws {
    let entries = (0..<100).map { corpusEntry("input-\($0)", $0 % 3 == 0 ? .reject : .accept, "\($0 % 3)") }
    let inputs = try await judge(
      entries, with: ["sh", "-c", #"[ "$(cat)" != 1 ]"#], jobs: 8)
    #expect(inputs.map(\.entry.name) == entries.map(\.name))
    #expect(
      inputs.map(\.deviation)
        == (0..<100).map { $0 % 3 == 0 ? .wronglyAccepted : $0 % 3 == 1 ? .wronglyRejected : nil })
  }
}

/// The comparison of results.
@Suite(.timeLimit(.minutes(5))) struct JSONEqualityTests {
  @Test(arguments: [
    (#"{"a":1,"b":[2,{}]}"#, #"{"b":[2.0,{}],"a":1e0}"#), ("1.50", "15e-1"), ("0", "-0.0e9"), ("100", "1E+2"),
    ("0.1", "0.10000000000000000555"), ("1e400", "10e399"), ("-1e-400", "-0.1e-399"),
    ("1e99999999999999999999", "1e99999999999999999999"), ("123456789012345678901", "1.2345678901234568e20"),
    (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#), (#""\u00e9""#, "\"é\""),
  ]) func `the same values are equal`(left: String, right: String) throws {
    #expect(JSONEquality.areSame(try JSON.Value(parsing: left), try JSON.Value(parsing: right)))
    #expect(JSONEquality.areSame(try JSON.Value(parsing: right), try JSON.Value(parsing: left)))
  }

  @Test(arguments: [
    ("[1,2]", "[2,1]"), ("1", "-1"), ("1", "\"1\""), ("null", "false"), ("0", "null"), ("[]", "{}"),
    ("[1]", "[1,1]"),
    ("9007199254740993", "9007199254740992"), ("0.1", "0.1000001"), ("1e400", "1e401"), ("10", "1"),
    (#"{"a":1}"#, #"{"a":2}"#), (#"{"a":1}"#, #"{"b":1}"#), (#"{"a":1}"#, #"{"a":1,"b":1}"#),
    (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#), (#""\u00e9""#, #""e\u0301""#), ("true", "false"),
  ]) func `different values are not equal`(left: String, right: String) throws {
    #expect(!JSONEquality.areSame(try JSON.Value(parsing: left), try JSON.Value(parsing: right)))
    #expect(!JSONEquality.areSame(try JSON.Value(parsing: right), try JSON.Value(parsing: left)))
  }
}
