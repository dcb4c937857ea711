import Foundation
import SluiceJSON
import Testing

/// Compares what "JSON" says about Foundation's decoder with that decoder.
@Suite(.timeLimit(.minutes(5))) struct FoundationTableTests {
  private let foundation = JSONDecoder()
  private var decoder = JSON.Decoder()

  init() {
    foundation.dateDecodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
  }

  /// Returns the cell of the table for the result of decoding a date.
  private func cell(_ decode: () throws -> [Date]) -> String {
    guard let date = try? decode().first else { return "an error" }
    return "`\(date.formatted(.iso8601))`"
  }

  @Test func `the table of dates contains what both decoders return`() throws {
    let rows = try Article("CodingJSON").rows(below: "| date | Foundation on Linux | Sluice |")
    #expect(rows.count == 9)
    for row in rows {
      let document = "[\"\(row[0].trimmingCharacters(in: ["`"]))\"]"
      #expect(cell { try foundation.decode([Date].self, from: Data(document.utf8)) } == row[1], "\(document)")
      #expect(cell { try decoder.decode([Date].self, from: document) } == row[2], "\(document)")
    }
  }

  @Test func `a date before 1582 differs by the days between the calendars`() throws {
    let document = #"["1500-01-01T00:00:00Z"]"#
    let date = try #require(foundation.decode([Date].self, from: Data(document.utf8)).first)
    let own = try #require(decoder.decode([Date].self, from: document).first)
    #expect(date.timeIntervalSince(own) == 9 * 86_400)
    // 470 years, of which 114 are leap years by the Gregorian calendar.
    #expect(own.timeIntervalSince1970 == -Double(470 * 365 + 114) * 86_400)
  }

  @Test(arguments: [
    (#"{"when":"x"}"#, [], ["when"]),
    (#"{"all":["2001-01-01T00:00:00Z","x"]}"#, ["all"], ["all", "Index 1"]),
  ])
  func `the error of a date has its coding path, unlike Foundation's`(
    document: String, others: [String], own: [String]
  ) throws {
    struct Dates: Decodable {
      var when: Date?
      var all: [Date]?
    }
    let expected = path { _ = try foundation.decode(Dates.self, from: Data(document.utf8)) }
    let actual = path { _ = try decoder.decode(Dates.self, from: document) }
    #expect(expected == others && actual == own)
  }

  @Test func `a NUL after the document is an error, unless Foundation takes it for UTF-16`() throws {
    for document in ["[1]\0", "12\0", "true\0", "1\0"] {
      let value = try? foundation.decode(JSON.Value.self, from: Data(document.utf8))
      #expect(value == (document == "1\0" ? 1 : nil))
      #expect(throws: DecodingError.self) { try decoder.decode(JSON.Value.self, from: document) }
    }
    let utf16 = try #require("[1]".data(using: .utf16LittleEndian))
    #expect(try foundation.decode([Int].self, from: utf16) == [1])
    let error = #expect(throws: JSON.SyntaxError.self) { try JSON.Value(parsing: utf16) }
    #expect(error?.code == .notUTF8)
  }

  private func path(_ decode: () throws -> Void) -> [String]? {
    do {
      try decode()
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return context.codingPath.map(\.stringValue)
    } catch {
      return nil
    }
  }
}
