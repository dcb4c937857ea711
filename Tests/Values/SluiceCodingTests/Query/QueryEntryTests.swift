import SluiceCoding
import Testing

/// Values that are more than text, as a form's files are, among the texts of a query.
@Suite(.timeLimit(.minutes(5))) struct QueryEntryTests {
  /// A value that a ``Label`` can hold.
  private struct Sticker: Query.OpaqueValue {
    struct Torn: Error, Equatable {}

    static let noun = "a sticker"
    let label: String

    func value<T>(as type: T.Type) throws -> T? {
      if label == "torn" { throw Torn() }
      return Label(text: label) as? T
    }
  }

  private struct Label: Decodable, Equatable {
    let text: String

    init(text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
      throw DecodingError.typeMismatch(
        Self.self, .init(codingPath: decoder.codingPath, debugDescription: "Expected a sticker."))
    }
  }

  private struct Parcel: Decodable, Equatable {
    var name: String?
    var label: Label?
    var spares: [Label]
    var inner: [String: Label]
  }

  @Test(arguments: ["brackets", "comma"])
  func `opaque values reach the types that can hold them, beside texts`(arrays: String) throws {
    let entries: [Query.Entry] = [
      Query.Entry("name", .text("a")), Query.Entry("spares", .opaque(Sticker(label: "1"))),
      Query.Entry("inner[x]", .opaque(Sticker(label: "2"))),
      Query.Entry("label", .opaque(Sticker(label: "3"))),
    ]
    var decoder = Query.Decoder()
    if arrays == "comma" { decoder.arrays = .comma }
    let parcel = Parcel(
      name: "a", label: Label(text: "3"), spares: [Label(text: "1")], inner: ["x": Label(text: "2")])
    #expect(try decoder.decode(Parcel.self, from: entries) == parcel)
    let repeated = entries + [Query.Entry("spares", .opaque(Sticker(label: "4")))]
    #expect(try decoder.decode(Parcel.self, from: repeated).spares.map(\.text) == ["1", "4"])
  }

  @Test func `an opaque value is never read as text, whatever the text for nil is`() throws {
    var decoder = Query.Decoder()
    decoder.nils = .empty
    let entries = [Query.Entry("a", .opaque(Sticker(label: "1")))]
    let error = #expect(throws: DecodingError.self) { try decoder.decode([String: Int?].self, from: entries) }
    guard case .typeMismatch(let type, let context)? = error else { throw try #require(error) }
    #expect(type is Int.Type)
    #expect(context.codingPath.map(\.stringValue) == ["a"])
    #expect(context.debugDescription == "Expected text but found a sticker.")
    #expect(throws: DecodingError.self) { try decoder.decode([String: [String: String]].self, from: entries) }
    #expect(throws: DecodingError.self) { try decoder.decode([String: Label].self, from: "a=1") }
  }

  @Test func `a name of several kinds is an error, and the error of an opaque value is passed on`() throws {
    let torn = Query.Entry("a", .opaque(Sticker(label: "torn")))
    #expect(throws: Sticker.Torn()) { try Query.Decoder().decode([String: Label].self, from: [torn]) }
    #expect(throws: DecodingError.self) {
      try Query.Decoder().decode([String: Label].self, from: [torn, Query.Entry("a[b]", .text("1"))])
    }
  }
}
