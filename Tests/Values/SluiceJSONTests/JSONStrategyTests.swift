import FoundationEssentials
import SluiceJSON
import Testing

/// Dates and data as text. ISO 8601 dates are existing days in one calendar; anything else is an error.
@Suite(.timeLimit(.minutes(5))) struct JSONStrategyTests {
  private struct Event: Codable, Equatable {
    var at: [Date]
  }

  private func decode(_ text: String) throws -> Date? {
    var decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Event.self, from: "{\"at\":[\"\(text)\"]}").at.first
  }

  private func encode(_ seconds: Double) throws -> String {
    var encoder = JSON.Encoder()
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.string(for: Event(at: [Date(timeIntervalSince1970: seconds)]))
  }

  /// The seconds are Python's.
  @Test(arguments: [
    ("2001-09-09T01:46:40Z", 1_000_000_000), ("2001-09-09T01:46:40.5Z", 1_000_000_000.5),
    ("2001-09-09T03:46:40+02:00", 1_000_000_000), ("2001-09-09T03:46:40+0200", 1_000_000_000),
    ("2001-09-08T20:46:40-05", 1_000_000_000), ("1582-10-10T00:00:00Z", -12_219_724_800),
    ("0036-04-19T09:46:40Z", -61_021_692_800),
  ])
  func `a date is read`(text: String, seconds: Double) throws {
    #expect(try decode(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "2001-02-30T00:00:00Z", "2001-09-09T24:00:00Z", "2001-09-09T25:46:40Z", "2001-09-09T01:60:40Z",
    "2001-09-09T01:46:61Z", "2001-09-09T01:46:40Zjunk", "2001-9-9T1:46:40Z", "12001-09-09T01:46:40Z",
    "2001-09-09T01:46:40", "2001-09-09 01:46:40Z", "2001-09-09T01:46:40UTC+3", "2001-09-09", "",
  ])
  func `text that is not a date is an error with its path`(text: String) {
    let error = #expect(throws: DecodingError.self) { try decode(text) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["at", "Index 0"])
  }

  @Test(arguments: [
    (1_000_000_000, "2001-09-09T01:46:40Z"), (1.9, "1970-01-01T00:00:01Z"), (-0.5, "1969-12-31T23:59:59Z"),
    (253_402_300_799.9, "9999-12-31T23:59:59Z"), (-61_021_692_800, "0036-04-19T09:46:40Z"),
    (-62_167_219_200, "0000-01-01T00:00:00Z"),
  ])
  func `a date is written in whole seconds`(seconds: Double, text: String) throws {
    #expect(try encode(seconds) == "{\"at\":[\"\(text)\"]}")
  }

  @Test(arguments: [253_402_300_800, -62_167_219_201, 1e12, 1e300, -1e300, .infinity, -.infinity, .nan])
  func `a date outside the years 0 to 9999 is an error with its path`(seconds: Double) {
    let error = #expect(throws: EncodingError.self) { try encode(seconds) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["at", "Index 0"])
  }

  @Test(arguments: [
    ("\"2001-09-09T01:46:40Z\"", 1_000_000_000.0), ("\"2001-09-09T01:46:40.25Z\"", 1_000_000_000.25),
    ("\"2001-09-09\"", 999_993_600), ("\"0000-02-29\"", -62_162_121_600),
    ("\"Sun, 09 Sep 2001 01:46:40 GMT\"", 1_000_000_000), ("\"Sun Sep  9 01:46:40 2001\"", 1_000_000_000),
    ("1e9", 1_000_000_000),
  ])
  func `a date is read by the first of several strategies that succeeds`(text: String, seconds: Double) throws
  {
    var decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = .anyOf([.iso8601, .dateOnly, .httpDate, .secondsSince1970])
    let date = Date(timeIntervalSince1970: seconds)
    #expect(try decoder.decode(Event.self, from: "{\"at\":[\(text)]}").at == [date])
    decoder.dateDecodingStrategy = .anyOf([.custom { _ in throw CocoaError(.formatting) }, .secondsSince1970])
    #expect((try? decoder.decode([Date].self, from: "[\(text)]")) == (text == "1e9" ? [date] : nil))
  }

  @Test(arguments: [
    "null", "true", "{}", "\"2001-02-29\"", "\"2001-09-09 \"", "\"2001-9-9\"", "\"\"", "\"x\"",
  ])
  func `a value that is a date by no strategy is an error with its path`(text: String) {
    var decoder = JSON.Decoder()
    for strategies: [JSON.Decoder.DateDecodingStrategy] in [
      [], [.iso8601, .dateOnly, .httpDate, .secondsSince1970], [.anyOf([.dateOnly])], [.httpDate],
    ] {
      decoder.dateDecodingStrategy = .anyOf(strategies)
      let error = #expect(throws: DecodingError.self) {
        try decoder.decode(Event.self, from: "{\"at\":[\(text)]}")
      }
      switch error {
      case .dataCorrupted(let context), .valueNotFound(_, let context):
        #expect(context.codingPath.map(\.stringValue) == ["at", "Index 0"])
      default: Issue.record("\(String(describing: error))")
      }
    }
  }

  @Test(arguments: ["AAA", "AA=A", "AAAA====", "AA==\n", "AA-_"])
  func `a string that is not Base64 is refused as data`(text: String) throws {
    var decoder = JSON.Decoder()
    decoder.dataDecodingStrategy = .base64
    let document = try JSON.Encoder().encode(["d": text])
    #expect(throws: DecodingError.self) { try decoder.decode([String: Data].self, from: document) }
  }
}
