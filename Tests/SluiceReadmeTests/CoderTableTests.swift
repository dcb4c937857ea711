import Foundation
import Sluice
import Testing

/// Compares the tables of "Property lists and queries" with what the coders write.
@Suite(.timeLimit(.minutes(5))) struct CoderTableTests {
  private static let date = Date(timeIntervalSince1970: 1_000_000_000)
  private static let data = Data([1, 2, 3])

  @Test func `the code of the article prints what its comments say`() throws {
    let result = try runQueries()
    #expect(result.query == "text=to%20%26%20fro&tags=a&tags=b")
    #expect(result.tags == ["a", "b"])
    #expect(result.pairs == "b=1&a=x%20y&flag")
    #expect(result.received == ["b": "1", "a": "x y", "flag": nil])
  }

  @Test func `the table of queries contains what the encoder writes`() throws {
    let rows = try Article("PropertyListsAndQueries").rows(below: "| option | value | query |")
    let queries = try Self.queries
    #expect(rows.count == queries.count)
    for (row, (option, query)) in zip(rows, queries) {
      #expect([row[0], row[2]] == ["`\(option)`", query.isEmpty ? "" : "`\(query)`"])
    }
  }

  @Test func `the table of property lists contains what the encoder writes`() throws {
    let rows = try Article("PropertyListsAndQueries").rows(below: "| value | XML |")
    let elements = try Self.elements
    #expect(rows.count == elements.count)
    for (row, element) in zip(rows, elements) { #expect(row[1] == "`\(element)`") }
  }

  // MARK: Queries

  private struct Member<Value: Encodable>: Encodable { var a: Value }
  private struct Paged: Encodable { var pageSize = 20 }
  private struct Unsorted: Encodable {
    var b = 1
    var a = 2
  }

  private struct Nothing: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encodeNil(forKey: .a)
    }

    enum Key: CodingKey { case a }
  }

  /// The options in the order of the table, with what they write.
  private static var queries: [(String, String)] {
    get throws {
      [
        ("arrays = .brackets", try query(Member(a: [1, 2]))),
        ("arrays = .indexed", try query(Member(a: [1, 2])) { $0.arrays = .indexed }),
        ("arrays = .repeated", try query(Member(a: [1, 2])) { $0.arrays = .repeated }),
        ("arrays = .comma", try query(Member(a: [1, 2])) { $0.arrays = .comma }),
        ("nesting = .brackets", try query(Member(a: ["b": 1]))),
        ("nesting = .dots", try query(Member(a: ["b": 1])) { $0.nesting = .dots }),
        ("bools = .literal", try query(Member(a: true))),
        ("bools = .numeric", try query(Member(a: true)) { $0.bools = .numeric }),
        ("bools = .checkbox", try query(Member(a: true)) { $0.bools = .checkbox }),
        ("nils = .drop", try query(Nothing())),
        ("nils = .bare", try query(Nothing()) { $0.nils = .bare }),
        ("nils = .empty", try query(Nothing()) { $0.nils = .empty }),
        ("nils = .literal", try query(Nothing()) { $0.nils = .literal }),
        (#"nils = .custom("NULL")"#, try query(Nothing()) { $0.nils = .custom("NULL") }),
        ("dateEncodingStrategy = .iso8601", try query(Member(a: date))),
        (
          "dateEncodingStrategy = .secondsSince1970",
          try query(Member(a: date)) { $0.dateEncodingStrategy = .secondsSince1970 }
        ),
        (
          "dateEncodingStrategy = .millisecondsSince1970",
          try query(Member(a: date)) { $0.dateEncodingStrategy = .millisecondsSince1970 }
        ),
        ("dataEncodingStrategy = .base64", try query(Member(a: data))),
        ("keyEncodingStrategy = .useDefaultKeys", try query(Paged())),
        (
          "keyEncodingStrategy = .convertToSnakeCase",
          try query(Paged()) { $0.keyEncodingStrategy = .convertToSnakeCase }
        ),
        (
          "keyEncodingStrategy = .convertToKebabCase",
          try query(Paged()) { $0.keyEncodingStrategy = .convertToKebabCase }
        ),
        ("escaping = .rfc3986", try Query.Encoder().string(for: Member(a: "to & fro~"))),
        ("escaping = .form", try query(Member(a: "to & fro~")) { $0.escaping = .form }),
        ("outputFormatting = []", try query(Unsorted())),
        ("outputFormatting = .sortedKeys", try query(Unsorted()) { $0.outputFormatting = .sortedKeys }),
      ]
    }
  }

  /// Returns the query of a value, with brackets and commas as they are.
  private static func query(
    _ value: some Encodable, _ configure: (inout Query.Encoder) -> Void = { _ in }
  ) throws -> String {
    var encoder = Query.Encoder()
    encoder.escaping = .custom("-._~[],:")
    configure(&encoder)
    return try encoder.string(for: value)
  }

  // MARK: Property lists

  /// The elements of the values in the order of the table.
  private static var elements: [String] {
    get throws {
      [
        try element(true), try element(1), try element(1.5), try element("a & b"), try element(date),
        try element(data), try element([1]), try element(["b": 1]), try element([Int?.none]),
      ]
    }
  }

  /// Returns the XML of a value, with a space in place of line breaks and indentation.
  private static func element(_ value: some Encodable) throws -> String {
    var encoder = PropertyList.Encoder()
    encoder.outputFormat = .xml
    let document = String(decoding: try encoder.encode([value]), as: UTF8.self)
    let element = try #require(document.split(separator: "<array>", maxSplits: 1).last)
    let end = try #require(element.range(of: "</array>", options: .backwards))
    return element[..<end.lowerBound].split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
