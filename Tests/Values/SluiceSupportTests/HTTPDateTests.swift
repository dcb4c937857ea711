import FoundationEssentials
import SluiceSupport
import SluiceTestSupport
import Testing

/// The three forms of a date in a header (RFC 9110 §5.6.7).
@Suite(.timeLimit(.minutes(5))) struct HTTPDateTests {
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Sun Nov 16 08:49:37 1994", 784_975_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thursday, 01-Jan-70 00:00:00 GMT", 0),
    ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799), ("Friday, 01-Jan-69 00:00:00 GMT", 3_124_224_000),
  ]) func `a date in each of the three forms is read`(text: String, seconds: Double) {
    #expect(HTTPDate(text)?.date.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "", "Sun", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49:60 GMT",
    "Xxx, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Xxx 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT", "Sun Nov 6 08:49 1994",
    "Sunday, 06--94 08:49:37 GMT", "Sunday, 06--Nov-94 08:49:37 GMT", "Sunday, 06-Nov--94 08:49:37 GMT",
    "Sunday, -06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-94- 08:49:37 GMT", "Sunday, -Nov-94 08:49:37 GMT",
    "Sunday, 06-Nov- 08:49:37 GMT", "Sunday, -- 08:49:37 GMT",
    "1994-11-06T08:49:37Z", "784111777", "-1", "Sun, 06 Nov 1994 08:49:37 GMT and more",
  ]) func `anything else is not a date`(text: String) {
    #expect(HTTPDate(text) == nil)
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled))
  func `dates written by Python are read, and written alike`() throws {
    var generator = SeededGenerator(seed: 7)
    let seconds = (0..<500).map { _ in Int.random(in: 0..<200_000_000_000, using: &generator) }
    let program = """
      import email.utils, json
      print(json.dumps([email.utils.formatdate(second, usegmt=True) for second in input]))
      """
    let texts: [String] = try ScriptOracle.python3.run(program, input: seconds)
    for (text, second) in zip(texts, seconds) {
      #expect(HTTPDate(text)?.date.timeIntervalSince1970 == Double(second), "\(text)")
      #expect(HTTPDate(secondsSince1970: Int64(second)).text == text)
    }
  }

  @Test(
    arguments: [
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"),
      (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"), (253_402_300_800, nil), (-62_167_219_201, nil),
    ] as [(Int64, String?)])
  func `a date of a year with more than four digits has no text`(seconds: Int64, text: String?) {
    #expect(HTTPDate(secondsSince1970: seconds).text == text)
  }
}
