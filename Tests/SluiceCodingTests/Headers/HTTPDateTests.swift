import FoundationEssentials
import SluiceCoding
import SluiceTestSupport
import Testing

/// RFC 9110 §5.6.7.
struct HTTPDateTests {
  @Test(
    "A date in the form that senders may use",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
      ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199), ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ] as [(String, TimeInterval)])
  func valid(text: String, seconds: TimeInterval) {
    #expect(HTTPDate.date(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(
    "Anything else is none",
    arguments: [
      "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:60 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
      "Sun, 00 Nov 1994 08:49:37 GMT", "Thu, 29 Feb 2023 00:00:00 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
      "Sun, 06 Nov -994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:3Z GMT", "Sun, 06 Nov 1994 +8:49:37 GMT",
      "Sun. 06 Nov 1994 08:49:37 GMT", "Foo, 06 Nov 1994 08:49:37 GMT", "Sun, 0６ Nov 1994 08:49:3 GMT",
      "Sun, 06 Nov 1994T08:49:37 GMT",
    ])
  func invalid(text: String) {
    #expect(HTTPDate.date(text) == nil)
  }

  @Test("Python names the same seconds", .enabled(if: ScriptOracle.python3.isInstalled))
  func python() throws {
    var generator = SeededGenerator(seed: 7)
    let seconds = (0..<500).map { _ in Int.random(in: 0..<200_000_000_000, using: &generator) }
    let program = """
      import email.utils, json
      print(json.dumps([email.utils.formatdate(second, usegmt=True) for second in input]))
      """
    let texts: [String] = try ScriptOracle.python3.run(program, input: seconds)
    for (text, second) in zip(texts, seconds) {
      #expect(HTTPDate.date(text)?.timeIntervalSince1970 == TimeInterval(second), "\(text)")
    }
  }
}
