import FoundationEssentials
import SluiceTestSupport
import Testing

@testable import SluiceSupport

/// Dates and times of RFC 3339 and ISO 8601.
@Suite(.timeLimit(.minutes(5))) struct InternetDateTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0),
      ("1970-01-01T01:00:00+01:00", 0),
      ("1969-12-31T18:30:00-05:30", 0),
      ("1970-01-01T00:00:00-00:00", 0),
      ("1970-01-01T05:30:00+0530", 0),
      ("1969-12-31T19:00:00-05", 0),
      ("1970-01-01T00:00:00.5Z", 0.5),
      ("1970-01-01T00:00:00.123456789+00:00", 0.123456789),
      ("1969-12-31T23:59:59.75Z", -0.25),
      ("2000-02-29T00:00:00Z", 951_782_400),
      ("2400-02-29T00:00:00Z", 13_574_563_200),
      ("0000-02-29T00:00:00Z", -62_162_121_600),
      ("9999-12-31T23:59:59+23:59", 253_402_214_459),
    ])
  func `a date and time with any offset is read`(text: String, seconds: Double) {
    #expect(InternetDate.date(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(
    arguments: [
      "", "1970", "1970-01-01", "1970-01-01T00:00Z", "1970-01-01T00:00:00", "1970-01-01 00:00:00Z",
      "1970-1-1T00:00:00Z",
      "1970-00-01T00:00:00Z", "1970-13-01T00:00:00Z", "1970-01-00T00:00:00Z", "1970-01-32T00:00:00Z",
      "1970-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "1970-04-31T00:00:00Z", "1970-01-01T24:00:00Z",
      "1970-01-01T00:60:00Z", "1970-01-01T00:00:60Z", "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00,5Z",
      "1970-01-01T00:00:00+24:00", "1970-01-01T00:00:00+00:60", "1970-01-01T00:00:00+0060",
      "1970-01-01T00:00:00+2400", "1970-01-01T00:00:00+24", "1970-01-01T00:00:00+00:",
      "1970-01-01T00:00:00+000",
      "1970-01-01T00:00:00+0", "1970-01-01T00:00:00+", "1970-01-01T00:00:00+00000",
      "1970-01-01T00:00:00+00:00:00",
      "1970-01-01T00:00:00Zx", "x1970-01-01T00:00:00Z", "+970-01-01T00:00:00Z", "-001-01-01T00:00:00Z",
      "19700101T000000Z", "1970-01-01T00:00:00 Z", "1970-01-01T00:00:0\u{664}Z", "1970-W01-4T00:00:00Z",
    ])
  func `text that is not a date is refused`(text: String) {
    #expect(InternetDate.date(text) == nil)
  }

  @Test(.enabled(if: ScriptOracle.python3.isInstalled))
  func `dates written by Python are read, and written the same`() throws {
    // The days around every change of year, and some others.
    let output = try ScriptOracle.python3.output(
      of:
        """
        import datetime as d
        day = d.datetime(1, 1, 1, 13, 7, 9, tzinfo=d.timezone.utc)
        epoch = d.datetime(1970, 1, 1, tzinfo=d.timezone.utc)
        step = 0
        while day.year < 9999:
          print((day - epoch) // d.timedelta(seconds=1), day.isoformat()[:19] + "Z")
          step = (step + 1) % 7
          day += d.timedelta(days=(1, 1, 1, 357, 1, 1, 703)[step], seconds=step)
        """, input: [])
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.count > 15_000)
    for line in lines {
      let parts = line.split(separator: " ")
      let date = Date(timeIntervalSince1970: try #require(Double(parts[0])))
      let text = String(parts[1])
      guard InternetDate.text(date) == text, InternetDate.date(text) == date else {
        Issue.record("\(line): \(InternetDate.text(date) ?? "nil")")
        return
      }
    }
  }
}
