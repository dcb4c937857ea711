import FoundationEssentials
import SluiceJSON
import SluiceSupport

// Types that read and write themselves, beside types that are only `Codable`.

enum Suit: String, Codable, JSONReadable, JSONWritable { case hearts, spades }

/// An enumeration with payloads, which is only `Codable`.
enum Shape: Codable, Equatable {
  case dot
  case circle(radius: Double)
}

/// An enumeration with payloads that reads and writes itself.
enum Figure: Codable, Equatable, JSONReadable, JSONWritable {
  case dot
  case circle(radius: Double)
  case labeledText(String, lineWidth: Double?, Entry?)

  init(from cursor: inout JSON.Cursor) throws {
    switch try cursor.beginCase(of: Figure.self, named: ["dot", "circle", "labeledText"]) {
    case "circle": self = .circle(radius: try cursor.read("radius"))
    case "labeledText":
      self = .labeledText(
        try cursor.read("_0"), lineWidth: try cursor.readIfPresent("lineWidth"),
        try cursor.readIfPresent("_2"))
    default: self = .dot
    }
  }

  func write(to writer: inout JSON.Writer) throws {
    switch self {
    case .dot: try writer.beginCase("dot")
    case .circle(let radius):
      try writer.beginCase("circle")
      try writer.write("radius", radius)
    case .labeledText(let text, let lineWidth, let entry):
      try writer.beginCase("labeledText")
      try writer.write("_0", text)
      try writer.writeIfPresent("lineWidth", lineWidth)
      try writer.writeIfPresent("_2", entry)
    }
    writer.endCase()
  }
}

/// A type that is only `Codable`, and contains one that reads itself.
struct Envelope: Codable, Equatable {
  var note: String?
  var entries: [Entry]
  var byName: [String: Entry]?
}

struct Entry: Codable, Equatable {
  var id: Int
  var small: UInt8?
  var large: Int128?
  var unsigned: UInt64?
  var ratio: Double?
  var near: Float?
  var isOpen: Bool?
  var name: String
  var optionals: [Int?]?
  var tags: Set<String>?
  var table: [String: Int]?
  var grid: [[Double]]?
  var date: Date?
  var data: Data?
  var url: URL?
  var price: Decimal?
  var suit: Suit?
  var shape: Shape?
  var shapes: [Shape]?
  var figures: [Figure]?
  var figureTable: [String: Figure]?
  var children: [Entry]?
  var envelope: [Envelope]?
  var any: JSON.Value?
  var slash: Int?
  var aMemberWhoseNameIsLongerThanSixtyFourBytesAndDiffersAtItsVeryEndOnly1: Int?
  var umlaut: Int?

  enum CodingKeys: String, CodingKey {
    case id, small, large, unsigned, ratio, near, isOpen, name, optionals, tags, table, grid, date, data, url,
      price
    case suit, shape, shapes, figures, figureTable, children, envelope, any
    case slash = "a/b\"c\u{1}"
    case aMemberWhoseNameIsLongerThanSixtyFourBytesAndDiffersAtItsVeryEndOnly1
    case umlaut = "größe"
  }
}

extension Entry: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    id = try cursor.read("id")
    small = try cursor.readIfPresent("small")
    large = try cursor.readIfPresent("large")
    unsigned = try cursor.readIfPresent("unsigned")
    ratio = try cursor.readIfPresent("ratio")
    near = try cursor.readIfPresent("near")
    isOpen = try cursor.readIfPresent("isOpen")
    name = try cursor.read("name")
    optionals = try cursor.readIfPresent("optionals")
    tags = try cursor.readIfPresent("tags")
    table = try cursor.readIfPresent("table")
    grid = try cursor.readIfPresent("grid")
    date = try cursor.readIfPresent("date")
    data = try cursor.readIfPresent("data")
    url = try cursor.readIfPresent("url")
    price = try cursor.readIfPresent("price")
    suit = try cursor.readIfPresent("suit")
    shape = try cursor.readIfPresent("shape")
    shapes = try cursor.readIfPresent("shapes")
    figures = try cursor.readIfPresent("figures")
    figureTable = try cursor.readIfPresent("figureTable")
    children = try cursor.readIfPresent("children")
    envelope = try cursor.readIfPresent("envelope")
    any = try cursor.readIfPresent("any")
    slash = try cursor.readIfPresent("a/b\"c\u{1}")
    aMemberWhoseNameIsLongerThanSixtyFourBytesAndDiffersAtItsVeryEndOnly1 = try cursor.readIfPresent(
      "aMemberWhoseNameIsLongerThanSixtyFourBytesAndDiffersAtItsVeryEndOnly1")
    umlaut = try cursor.readIfPresent("größe")
  }
}

extension Entry: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("id", id)
    try writer.writeIfPresent("small", small)
    try writer.writeIfPresent("large", large)
    try writer.writeIfPresent("unsigned", unsigned)
    try writer.writeIfPresent("ratio", ratio)
    try writer.writeIfPresent("near", near)
    try writer.writeIfPresent("isOpen", isOpen)
    try writer.write("name", name)
    try writer.writeIfPresent("optionals", optionals)
    try writer.writeIfPresent("tags", tags)
    try writer.writeIfPresent("table", table)
    try writer.writeIfPresent("grid", grid)
    try writer.writeIfPresent("date", date)
    try writer.writeIfPresent("data", data)
    try writer.writeIfPresent("url", url)
    try writer.writeIfPresent("price", price)
    try writer.writeIfPresent("suit", suit)
    try writer.writeIfPresent("shape", shape)
    try writer.writeIfPresent("shapes", shapes)
    try writer.writeIfPresent("figures", figures)
    try writer.writeIfPresent("figureTable", figureTable)
    try writer.writeIfPresent("children", children)
    try writer.writeIfPresent("envelope", envelope)
    try writer.writeIfPresent("any", any)
    try writer.writeIfPresent("a/b\"c\u{1}", slash)
    try writer.writeIfPresent(
      "aMemberWhoseNameIsLongerThanSixtyFourBytesAndDiffersAtItsVeryEndOnly1",
      aMemberWhoseNameIsLongerThanSixtyFourBytesAndDiffersAtItsVeryEndOnly1)
    try writer.writeIfPresent("größe", umlaut)
    writer.endObject()
  }
}

extension Entry {
  /// An entry with all members.
  static let full = Entry(
    id: -7, small: 255, large: Int128.max, unsigned: .max, ratio: 0.1, near: 1.5, isOpen: true,
    name: "A \"name\"/\u{1F600}\n", optionals: [1, nil, 3], tags: ["x"], table: ["k": 12_345_678_901],
    grid: [[1, 2.5], []],
    date: Date(timeIntervalSince1970: 1_000_000_000), data: Data([1, 2, 3]),
    url: URL(string: "https://a.example/b"),
    price: Decimal(string: "12.345"), suit: .spades, shape: .circle(radius: 2),
    shapes: [.dot, .circle(radius: 1)],
    figures: [
      .dot, .circle(radius: 0.5), .labeledText("t", lineWidth: nil, nil),
      .labeledText("", lineWidth: 2, Entry(id: 6, name: "deep")),
    ], figureTable: ["a_key": .circle(radius: 3)],
    children: [Entry(id: 1, name: "child"), Entry(id: 2, name: "", children: [])],
    envelope: [
      Envelope(
        note: "n", entries: [Entry(id: 3, name: "in"), Entry(id: 4, name: "two")],
        byName: ["q": Entry(id: 5, name: "")])
    ],
    any: ["a": [1, 2.50, .init(.null)]], slash: 1,
    aMemberWhoseNameIsLongerThanSixtyFourBytesAndDiffersAtItsVeryEndOnly1: 2, umlaut: 3)

  init(id: Int, name: String, children: [Entry]? = nil) {
    self.id = id
    self.name = name
    self.children = children
  }
}

extension JSON.Decoder {
  /// The same decoder with its key decoding strategy as a custom function, with which no type reads itself.
  var throughCodable: JSON.Decoder {
    var decoder = self
    if case .convertFromSnakeCase = keyDecodingStrategy {
      decoder.keyDecodingStrategy = .custom {
        AnyCodingKey(stringValue: SnakeCase.camelCased($0[$0.count - 1].stringValue))
      }
    } else {
      decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    }
    return decoder
  }
}

extension JSON.Encoder {
  /// The same encoder with its key encoding strategy as a custom function, with which no type writes itself.
  var throughCodable: JSON.Encoder {
    var encoder = self
    if case .convertToSnakeCase = keyEncodingStrategy {
      encoder.keyEncodingStrategy = .custom {
        AnyCodingKey(stringValue: SnakeCase.snakeCased($0[$0.count - 1].stringValue))
      }
    } else {
      encoder.keyEncodingStrategy = .custom { $0[$0.count - 1] }
    }
    return encoder
  }
}
