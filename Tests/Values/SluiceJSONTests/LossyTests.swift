import Foundation
import SluiceJSON
import Testing

/// A list that skips what it cannot decode.
@Suite(.timeLimit(.minutes(5))) struct LossyTests {
  private struct User: Codable, Hashable {
    var name: String
    var born: Date?
  }

  private struct Page: Codable, Equatable {
    @Lossy var users: [User]
    var next: Int?
  }

  private let document = #"{"users":[{"name":"a"},{"name":1},null,{},[[]],{"name":"b"}],"next":2}"#

  @Test func `elements that cannot be decoded are skipped, with their errors`() throws {
    let page = try JSON.Decoder().decode(Page.self, from: document)
    #expect(page == Page(users: [User(name: "a"), User(name: "b")], next: 2))
    #expect(page.$users.skippedCount == 4)
    let paths = page.$users.errors.map { error in
      switch error as? DecodingError {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
        context.codingPath.map(\.stringValue).joined(separator: ".")
      default: "\(error)"
      }
    }
    #expect(paths == ["users.Index 1.name", "users.Index 2", "users.Index 3", "users.Index 4"])
  }

  @Test func `Foundation's decoder skips the same elements`() throws {
    let page = try JSONDecoder().decode(Page.self, from: Data(document.utf8))
    #expect(page == Page(users: [User(name: "a"), User(name: "b")], next: 2))
    #expect(page.$users.skippedCount == 4)
  }

  @Test func `elements are decoded with the decoder's strategies`() throws {
    var decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = .dateOnly
    let dates = try decoder.decode(Lossy<[Date]>.self, from: #"["1970-01-02","1970-01-32",5,"1970-01-03"]"#)
    #expect(dates.wrappedValue.map(\.timeIntervalSince1970) == [86_400, 172_800])
    #expect(dates.skippedCount == 2)
  }

  @Test func `a list of lists loses only what is wrong in each`() throws {
    let lists = try JSON.Decoder().decode(Lossy<[Lossy<[Int]>]>.self, from: "[[1,true,2],3,[],[null]]")
    #expect(lists.wrappedValue.map(\.wrappedValue) == [[1, 2], [], []])
    #expect(lists.skippedCount == 1)
  }

  @Test func `the errors of the first hundred elements are kept`() throws {
    let text = "[" + Array(repeating: "true", count: 1000).joined(separator: ",") + ",7]"
    let numbers = try JSON.Decoder().decode(Lossy<[Int]>.self, from: text)
    #expect(numbers.wrappedValue == [7])
    #expect(numbers.skippedCount == 1000)
    #expect(numbers.errors.count == 100)
  }

  @Test(arguments: [#"{"users":5}"#, #"{"users":null}"#, #"{"users":{}}"#, "{}"])
  func `a value that is not an array is an error`(document: String) {
    #expect(throws: DecodingError.self) { try JSON.Decoder().decode(Page.self, from: document) }
  }

  @Test func `it is encoded as the list alone`() throws {
    let page = Page(users: [User(name: "a")], next: nil)
    #expect(try JSON.Encoder().string(for: page) == #"{"users":[{"name":"a"}]}"#)
    #expect(Lossy(wrappedValue: [1]).hashValue == Lossy(wrappedValue: [1]).hashValue)
  }
}
