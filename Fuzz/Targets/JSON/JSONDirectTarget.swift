import FoundationEssentials
import SluiceFuzz
import SluiceJSON
import SluiceSupport

extension FuzzTarget {
  /// A JSON document that is decoded as a type that reads and writes itself. Its value, its error and its text are
  /// those of its `Codable` conformance.
  ///
  /// Byte 0 holds options (1: duplicate keys are refused, 2: ISO 8601 dates, 4: strings for infinities and NaN, 8: data
  /// as arrays, 16: pretty, 32: sorted, 64: slashes not escaped, 128: keys in snake case), byte 1 chooses the maximum
  /// nesting, byte 2 is the type. The document follows.
  static let jsonDirect = FuzzTarget("json-direct", format: .json, optionByteCount: 3) { input in
    let options = input.byte()
    var (decoder, encoder) = (JSON.Decoder(), JSON.Encoder())
    decoder.duplicateKeys = options & 1 == 1 ? .refuse : .keepFirst
    if options & 2 == 2 {
      decoder.dateDecodingStrategy = .iso8601
      encoder.dateEncodingStrategy = .iso8601
    }
    if options & 4 == 4 {
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    if options & 8 == 8 {
      decoder.dataDecodingStrategy = .deferredToData
      encoder.dataEncodingStrategy = .deferredToData
    }
    encoder.outputFormatting = [
      options & 16 == 16 ? .prettyPrinted : [], options & 32 == 32 ? .sortedKeys : [],
      options & 64 == 64 ? .withoutEscapingSlashes : [],
    ]
    if options & 128 == 128 {
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      encoder.keyEncodingStrategy = .convertToSnakeCase
    }
    decoder.maximumDepth = input.choice(of: [32, 0, 1, 2, 3, 5, 8, 16])
    encoder.maximumDepth = decoder.maximumDepth
    let type = input.byte()
    let check = DirectJSONCheck(decoder: decoder, encoder: encoder, bytes: input.rest())
    // The document is decoded four times, and its value encoded twice.
    input.announcedWork = 8 * check.bytes.count
    switch type % 6 {
    case 0: try check.compare(JSONDirectShapes.Record.self)
    case 1: try check.compare([JSONDirectShapes.Record].self)
    case 2: try check.compare(JSONDirectShapes.Holder.self)
    case 3: try check.compare([JSONDirectShapes.Holder?].self)
    case 4: try check.compare([String: [JSONDirectShapes.Suit?]].self)
    default: try check.compare([[UInt64?]].self)
    }
  }
}

private struct DirectJSONCheck {
  let decoder: JSON.Decoder
  let encoder: JSON.Encoder
  let bytes: [UInt8]

  func compare<T: Codable & Equatable>(_ type: T.Type) throws {
    // With a custom key strategy, no type reads or writes itself. These convert keys as the others do.
    var (decoderThroughCodable, encoderThroughCodable) = (decoder, encoder)
    if case .convertFromSnakeCase = decoder.keyDecodingStrategy {
      decoderThroughCodable.keyDecodingStrategy = .custom {
        AnyCodingKey(stringValue: SnakeCase.camelCased($0[$0.count - 1].stringValue))
      }
      encoderThroughCodable.keyEncodingStrategy = .custom {
        AnyCodingKey(stringValue: SnakeCase.snakeCased($0[$0.count - 1].stringValue))
      }
    } else {
      decoderThroughCodable.keyDecodingStrategy = .custom { $0[$0.count - 1] }
      encoderThroughCodable.keyEncodingStrategy = .custom { $0[$0.count - 1] }
    }

    let direct = DecodingOutcome { try decoder.decode(type, from: bytes) }
    let expected = DecodingOutcome { try decoderThroughCodable.decode(type, from: bytes) }
    switch (direct, expected) {
    // NaN is not equal to itself.
    case (.value, .value) where decoder.decodesNaN(type, from: bytes): break
    default: try requireEqual(direct, expected, "\(type), read by itself and through Codable")
    }
    guard case .value(let value) = direct else { return }
    // Sets have no order.
    var (directEncoder, codableEncoder) = (encoder, encoderThroughCodable)
    directEncoder.outputFormatting.insert(.sortedKeys)
    codableEncoder.outputFormatting.insert(.sortedKeys)
    try requireEqual(
      text(of: value, directEncoder), text(of: value, codableEncoder),
      "\(type), written by itself and through Codable")
  }

  /// Returns the text, or the coding path and the description of the error.
  private func text(of value: some Encodable, _ encoder: JSON.Encoder) -> String {
    do {
      return try encoder.string(for: value)
    } catch EncodingError.invalidValue(_, let context) {
      return "\(context.codingPath.map(\.stringValue)): \(context.debugDescription)"
    } catch {
      return "\(error)"
    }
  }
}

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
