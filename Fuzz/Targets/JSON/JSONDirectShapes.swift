import FoundationEssentials
import SluiceJSON

/// Types that read and write themselves, and types that are only `Codable` above and below them.
enum JSONDirectShapes {
  struct Record: Codable, Equatable {
    var id: Int
    var name: String
    var small: Int8?
    var large: UInt128?
    var ratio: Double?
    var near: Float?
    var isOpen: Bool?
    var tags: Set<String>?
    var table: [String: [Int]]?
    var grid: [[Double?]]?
    var date: Date?
    var data: Data?
    var url: URL?
    var price: Decimal?
    var suit: Suit?
    var shape: JSONShapes.Shape?
    var figures: [Figure]?
    var children: [Record]?
    var holders: [Holder]?
    var any: JSON.Value?
    var sixteen_bytes_ab: Int?
    var sixteen_bytes_ac: Int?
    var a_name_of_twenty_bytes: Int?
    var umlaut: Int?

    enum CodingKeys: String, CodingKey {
      case id, name, small, large, ratio, near, isOpen, tags, table, grid, date, data, url, price, suit,
        shape, figures, children
      case holders, any, sixteen_bytes_ab, sixteen_bytes_ac, a_name_of_twenty_bytes
      case umlaut = "ä/"
    }
  }

  enum Suit: String, Codable, JSONReadable, JSONWritable { case hearts, spades }

  enum Figure: Codable, Equatable {
    case dot
    case circle(radius: Double)
    case labeledText(String, lineWidth: Int?)
  }

  /// A type that is only `Codable`.
  struct Holder: Codable, Equatable {
    var list: [Record]?
    var table: [String: Record]?
  }
}

extension JSONDirectShapes.Figure: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    switch try cursor.beginCase(of: Self.self, named: ["dot", "circle", "labeledText"]) {
    case "circle": self = .circle(radius: try cursor.read("radius"))
    case "labeledText":
      self = .labeledText(try cursor.read("_0"), lineWidth: try cursor.readIfPresent("lineWidth"))
    default: self = .dot
    }
  }
}

extension JSONDirectShapes.Figure: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    switch self {
    case .dot: try writer.beginCase("dot")
    case .circle(let radius):
      try writer.beginCase("circle")
      try writer.write("radius", radius)
    case .labeledText(let text, let lineWidth):
      try writer.beginCase("labeledText")
      try writer.write("_0", text)
      try writer.writeIfPresent("lineWidth", lineWidth)
    }
    writer.endCase()
  }
}

extension JSONDirectShapes.Record: JSONReadable {
  init(from cursor: inout JSON.Cursor) throws {
    try cursor.beginObject()
    id = try cursor.read("id")
    name = try cursor.read("name")
    small = try cursor.readIfPresent("small")
    large = try cursor.readIfPresent("large")
    ratio = try cursor.readIfPresent("ratio")
    near = try cursor.readIfPresent("near")
    isOpen = try cursor.readIfPresent("isOpen")
    tags = try cursor.readIfPresent("tags")
    table = try cursor.readIfPresent("table")
    grid = try cursor.readIfPresent("grid")
    date = try cursor.readIfPresent("date")
    data = try cursor.readIfPresent("data")
    url = try cursor.readIfPresent("url")
    price = try cursor.readIfPresent("price")
    suit = try cursor.readIfPresent("suit")
    shape = try cursor.readIfPresent("shape")
    figures = try cursor.readIfPresent("figures")
    children = try cursor.readIfPresent("children")
    holders = try cursor.readIfPresent("holders")
    any = try cursor.readIfPresent("any")
    sixteen_bytes_ab = try cursor.readIfPresent("sixteen_bytes_ab")
    sixteen_bytes_ac = try cursor.readIfPresent("sixteen_bytes_ac")
    a_name_of_twenty_bytes = try cursor.readIfPresent("a_name_of_twenty_bytes")
    umlaut = try cursor.readIfPresent("ä/")
  }
}

extension JSONDirectShapes.Record: JSONWritable {
  func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    try writer.write("id", id)
    try writer.write("name", name)
    try writer.writeIfPresent("small", small)
    try writer.writeIfPresent("large", large)
    try writer.writeIfPresent("ratio", ratio)
    try writer.writeIfPresent("near", near)
    try writer.writeIfPresent("isOpen", isOpen)
    try writer.writeIfPresent("tags", tags)
    try writer.writeIfPresent("table", table)
    try writer.writeIfPresent("grid", grid)
    try writer.writeIfPresent("date", date)
    try writer.writeIfPresent("data", data)
    try writer.writeIfPresent("url", url)
    try writer.writeIfPresent("price", price)
    try writer.writeIfPresent("suit", suit)
    try writer.writeIfPresent("shape", shape)
    try writer.writeIfPresent("figures", figures)
    try writer.writeIfPresent("children", children)
    try writer.writeIfPresent("holders", holders)
    try writer.writeIfPresent("any", any)
    try writer.writeIfPresent("sixteen_bytes_ab", sixteen_bytes_ab)
    try writer.writeIfPresent("sixteen_bytes_ac", sixteen_bytes_ac)
    try writer.writeIfPresent("a_name_of_twenty_bytes", a_name_of_twenty_bytes)
    try writer.writeIfPresent("ä/", umlaut)
    writer.endObject()
  }
}
