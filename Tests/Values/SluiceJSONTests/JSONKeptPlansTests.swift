import Foundation
import SluiceJSON
import Testing

/// The plans and the texts of keys that coders keep between calls.
@Suite(.timeLimit(.minutes(5))) struct JSONKeptPlansTests {
  private struct Order: Codable, Equatable {
    var id: Int
    var placed: Date
    var seal: Data
    var lines: [Line]
    var notes: [String: Line]
  }

  private struct Line: Codable, Equatable, JSONReadable, JSONWritable {
    var articleName: String
    var count: Int?

    init(articleName: String, count: Int?) {
      self.articleName = articleName
      self.count = count
    }

    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      articleName = try cursor.read("articleName")
      count = try cursor.readIfPresent("count")
    }

    func write(to writer: inout JSON.Writer) throws {
      try writer.beginObject()
      try writer.write("articleName", articleName)
      try writer.writeIfPresent("count", count)
      writer.endObject()
    }
  }

  private static let order = Order(
    id: 1, placed: Date(timeIntervalSince1970: 86_400), seal: Data([1, 2]),
    lines: [Line(articleName: "a/b", count: 2), Line(articleName: "c", count: nil)],
    notes: ["n": Line(articleName: "d", count: 0)])

  @Test func `each call follows its own strategies`() throws {
    var coders: [(name: String, encoder: JSON.Encoder, decoder: JSON.Decoder, text: String)] = []
    func add(_ name: String, _ text: String, _ change: (inout JSON.Encoder, inout JSON.Decoder) -> Void) {
      var (encoder, decoder) = (JSON.Encoder(), JSON.Decoder())
      change(&encoder, &decoder)
      coders.append((name, encoder, decoder, text))
    }
    func text(
      placed: String = "-978220800", seal: String = "\"AQI=\"", article: String = "articleName",
      slash: String = "\\/"
    )
      -> String
    {
      """
      {"id":1,"placed":\(placed),"seal":\(seal),"lines":[{"\(article)":"a\(slash)b","count":2},\
      {"\(article)":"c"}],"notes":{"n":{"\(article)":"d","count":0}}}
      """
    }
    add("default", text()) { _, _ in }
    add("custom dates", text(placed: "\"day\"")) {
      $0.dateEncodingStrategy = .custom { try "day".encode(to: $1) }
      $1.dateDecodingStrategy = .custom { _ in Date(timeIntervalSince1970: 86_400) }
    }
    add("seconds", text(placed: "86400")) {
      $0.dateEncodingStrategy = .secondsSince1970
      $1.dateDecodingStrategy = .secondsSince1970
    }
    add("data as an array", text(seal: "[1,2]")) {
      $0.dataEncodingStrategy = .deferredToData
      $1.dataDecodingStrategy = .deferredToData
    }
    add("snake case", text(article: "article_name")) {
      $0.keyEncodingStrategy = .convertToSnakeCase
      $1.keyDecodingStrategy = .convertFromSnakeCase
    }
    add("slashes", text(slash: "/")) { encoder, _ in encoder.outputFormatting = .withoutEscapingSlashes }
    for number in 0..<60 {
      let coder = coders[number * number / 3 % coders.count]
      #expect(try coder.encoder.string(for: Self.order) == coder.text, "\(coder.name)")
      #expect(try coder.decoder.decode(Order.self, from: coder.text) == Self.order, "\(coder.name)")
    }
  }

  @Test func `each call of an encoder follows its own limit and layout`() throws {
    var (shallow, dated, plain) = (JSON.Encoder(), JSON.Encoder(), JSON.Encoder())
    shallow.maximumDepth = 2
    dated.dateEncodingStrategy = .secondsSince1970
    plain.outputFormatting = .withoutEscapingSlashes
    for _ in 0..<3 {
      #expect(throws: EncodingError.self) { try shallow.encode(Self.order) }
      #expect(try dated.string(for: Self.order).contains(#""placed":86400,"#))
      #expect(throws: EncodingError.self) { try shallow.encode(Self.order) }
      #expect(try JSON.Encoder().string(for: Self.order).contains(#""placed":-978220800,"#))
      #expect(
        try shallow.string(for: Self.order.lines)
          == #"[{"articleName":"a\/b","count":2},{"articleName":"c"}]"#)
      #expect(try plain.string(for: Self.order).contains(#""a/b""#))
    }
  }

  @Test func `each call of a decoder follows its own limits`() throws {
    var (shallow, strict, strictSeconds) = (JSON.Decoder(), JSON.Decoder(), JSON.Decoder())
    shallow.maximumDepth = 1
    strict.duplicateKeys = .refuse
    strictSeconds.duplicateKeys = .refuse
    strictSeconds.dateDecodingStrategy = .secondsSince1970
    let (deep, repeated) = (#"{"a":{"b":1}}"#, #"{"a":{},"a":{}}"#)
    for _ in 0..<4 {
      for decoder in [shallow, JSON.Decoder(), strict, strictSeconds, JSON.Decoder(), strictSeconds, strict] {
        let values = [deep, repeated].map { try? decoder.decode([String: [String: Int]].self, from: $0) }
        #expect((values[0] != nil) == (decoder.maximumDepth > 1))
        #expect((values[1] != nil) == (decoder.maximumDepth > 1 && decoder.duplicateKeys == .keepFirst))
      }
    }
  }

  @Test func `calls at the same time have the same results`() async throws {
    let text = try JSON.Encoder().string(for: Self.order)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<24 {
        group.addTask {
          for _ in 0..<40 {
            let value = try JSON.Decoder().decode(Order.self, from: text)
            #expect(try JSON.Encoder().string(for: value) == text)
            // Another call within a call.
            #expect(try JSON.Encoder().string(for: Nested(value)) == "[\(text)]")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// A value that encodes another one in a call of its own.
  private struct Nested: Encodable {
    let order: Order

    init(_ order: Order) { self.order = order }

    func encode(to encoder: any Encoder) throws {
      let text = try JSON.Encoder().string(for: order)
      var container = encoder.unkeyedContainer()
      try container.encode(JSON.Value(parsing: text))
    }
  }

  private final class Keeper: Encodable {
    var container: KeyedEncodingContainer<Keys>?
    enum Keys: String, CodingKey { case first, second }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(1, forKey: .first)
      self.container = container
    }
  }

  @Test func `a container that a type kept does not affect later calls`() throws {
    for _ in 0..<4 {
      let keeper = Keeper()
      #expect(try JSON.Encoder().string(for: keeper) == #"{"first":1}"#)
      let other = Keeper()
      try? keeper.container?.encode(2, forKey: .second)
      #expect(try JSON.Encoder().string(for: other) == #"{"first":1}"#)
      try? keeper.container?.encode(3, forKey: .first)
      #expect(try JSON.Encoder().string(for: Self.order) == JSON.Encoder().string(for: Self.order))
    }
  }

  private struct Wrapper<Content: Codable & Equatable>: Codable, Equatable { var content: Content }

  @Test func `more types than are kept are coded`() throws {
    func check<T: Codable & Equatable>(_ value: T, _ text: String, _ depth: Int) throws {
      #expect(try JSON.Encoder().string(for: value) == text)
      #expect(try JSON.Decoder().decode(T.self, from: text) == value)
      // Each depth has two further types.
      if depth < 150 {
        try check(Wrapper(content: value), "{\"content\":\(text)}", depth + 1)
        _ = try JSON.Encoder().encode([value])
      }
    }
    try check(7, "7", 0)
    #expect(try JSON.Decoder().decode(Order.self, from: JSON.Encoder().encode(Self.order)) == Self.order)
  }

  private struct TextKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Table: Encodable {
    let names: [String]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: TextKey.self)
      for name in names { try container.encode(name.count, forKey: TextKey(stringValue: name)) }
    }
  }

  @Test func `keys that are made of data are written`() throws {
    for number in 0..<80 {
      let names = (0..<100).map { "\(number)/\($0)" }
      let text =
        "{" + names.map { "\"\($0.replacing("/", with: "\\/"))\":\($0.count)" }.joined(separator: ",") + "}"
      #expect(try JSON.Encoder().string(for: Table(names: names)) == text)
    }
  }
}
