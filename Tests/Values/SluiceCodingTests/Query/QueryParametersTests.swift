import FoundationEssentials
import SluiceCoding
import Testing

/// Queries of requests, from literals and from values.
@Suite(.timeLimit(.minutes(5))) struct QueryParametersTests {
  private struct Search: Encodable {
    var textToFind = "to & fro"
    var tags = ["b", "a"]
  }

  private func text(
    _ parameters: Query.Parameters, _ configure: (inout Query.Encoder) -> Void = { _ in }
  ) throws -> String {
    var encoder = Query.Encoder()
    configure(&encoder)
    return try parameters.text(encoder)
  }

  @Test func `a literal is written in its order, without the members that are nil`() throws {
    let (missing, present): (String?, Int?) = (nil, 3)
    let name = "a b"
    #expect(
      try text(["z": name, "page": 2, "tag": missing, "b": present, "none": nil, "flag": true, "a": 1.5])
        == "z=a%20b&page=2&b=3&flag=true&a=1.5")
    #expect(try text([:]) == "" && text(["a": nil]) == "")
  }

  @Test func `a member that is nil is left out, whatever the strategy for nil`() throws {
    let missing: String? = nil
    #expect(try text(["a": missing, "b": "x"]) { $0.nils = .empty } == "b=x")
  }

  @Test func `a name can be repeated, and is not converted`() throws {
    #expect(
      try text(["userID": 1, "b": 2, "userID": 3]) { $0.keyEncodingStrategy = .convertToSnakeCase }
        == "userID=1&b=2&userID=3")
  }

  @Test func `values are written by the strategies of the encoder`() throws {
    let date = Date(timeIntervalSince1970: 7)
    #expect(
      try text(["at": date, "ids": [1, 2], "on": true, "of": ["a": "b"]]) {
        $0.dateEncodingStrategy = .secondsSince1970
        $0.arrays = .repeated
        $0.bools = .numeric
      } == "at=7&ids=1&ids=2&on=1&of%5Ba%5D=b")
  }

  @Test func `sorted names are sorted`() throws {
    #expect(
      try text(["b": 1, "a": 2, "é": 3, "B": 4]) { $0.outputFormatting = .sortedKeys }
        == "B=4&a=2&b=1&%C3%A9=3")
  }

  @Test func `a value is written by the encoder of the session or its own`() throws {
    #expect(
      try text(.init(Search())) { $0.keyEncodingStrategy = .convertToSnakeCase }
        == "text_to_find=to%20%26%20fro&tags%5B%5D=b&tags%5B%5D=a")
    var own = Query.Encoder()
    own.arrays = .repeated
    #expect(
      try text(.init(Search(), encoder: own)) { $0.keyEncodingStrategy = .convertToSnakeCase }
        == "textToFind=to%20%26%20fro&tags=b&tags=a")
    #expect(try text(.init(["a": 1])) == "a=1")
  }

  @Test func `pairs are written exactly`() throws {
    let pairs: Query.Pairs = ["b": "2", "a": nil, "b": "1 +"]
    #expect(try text(.init(pairs)) { $0.outputFormatting = .sortedKeys } == "b=2&a&b=1%20%2B")
    #expect(try text(.init(pairs, escaping: .form)) == "b=2&a&b=1+%2B")
  }

  @Test func `a value that cannot be encoded is an error with its name`() {
    let error = #expect(throws: EncodingError.self) { try text(["a": 1, "n": Double.nan]) }
    guard case .invalidValue(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["n"])
    #expect(throws: EncodingError.self) { try text(.init([1])) }
  }
}
