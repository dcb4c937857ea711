import FoundationEssentials
import SluiceTestSupport
import Testing

@testable import SluiceJSON

/// Types that read themselves, compared with their synthesized `Decodable` conformance.
@Suite(.timeLimit(.minutes(5))) struct JSONReadableTests {
  /// The value or the error, with everything that a program sees of it.
  private static func outcome<T: Decodable & Equatable>(
    _ type: T.Type, _ document: [UInt8], _ decoder: JSON.Decoder
  ) -> String {
    do {
      return "\(try decoder.decode(type, from: document))"
    } catch let error as DecodingError {
      let place =
        error.place(in: document.span).map { "\($0.line):\($0.column):\($0.byteOffset)" } ?? "no place"
      func text(_ context: DecodingError.Context) -> String {
        "\(context.codingPath.map { "\($0.stringValue),\($0.intValue ?? -1)" }) \(place) \(context.debugDescription)"
      }
      switch error {
      case .typeMismatch(let type, let context): return "mismatch \(type) \(text(context))"
      case .valueNotFound(let type, let context): return "no value \(type) \(text(context))"
      // The types of the keys differ, and so their descriptions.
      case .keyNotFound(let key, let context):
        return "no key \(key.stringValue) \(context.codingPath.map(\.stringValue)) \(place)"
      case .dataCorrupted(let context): return "corrupted \(text(context))"
      @unknown default: return "other"
      }
    } catch {
      return "\(error)"
    }
  }

  private static func expectSame<T: Decodable & Equatable>(
    _ type: T.Type, _ document: String, _ decoder: JSON.Decoder = JSON.Decoder(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let bytes = [UInt8](document.utf8)
    let direct = outcome(type, bytes, decoder)
    #expect(
      direct == outcome(type, bytes, decoder.throughCodable), "\(document)", sourceLocation: sourceLocation)
  }

  private static func document() throws -> String {
    try JSON.Encoder().throughCodable.string(for: Entry.full)
  }

  @Test func `a type that reads itself has the value of its Decodable conformance`() throws {
    let document = try Self.document()
    #expect(try JSON.Decoder().decode(Entry.self, from: document) == Entry.full)
    #expect(try JSON.Decoder().decode([Entry].self, from: "[\(document),\(document)]") == [.full, .full])
    #expect(try JSON.Decoder().decode([String: Entry].self, from: #"{"a":\#(document)}"#) == ["a": .full])
    let envelope = Envelope(entries: [.full], byName: ["x": .full])
    #expect(
      try JSON.Decoder().decode(Envelope.self, from: JSON.Encoder().throughCodable.encode(envelope))
        == envelope)
  }

  /// A type whose conformances differ, which shows the one that was used.
  struct Way: Codable, Equatable, JSONReadable, JSONWritable {
    var name: String
    init(_ name: String) { self.name = name }
    init(from decoder: any Decoder) throws { name = "Codable" }
    init(from cursor: inout JSON.Cursor) throws { name = "itself" }
    func encode(to encoder: any Encoder) throws { try "Codable".encode(to: encoder) }
    func write(to writer: inout JSON.Writer) throws { "itself".write(to: &writer) }
  }

  struct Holder<Content: Codable & Equatable>: Codable, Equatable {
    var content: Content
    var list: [Content]
    var optional: Content?
  }

  @Test func `the conformance is used at every level`() throws {
    let decoder = JSON.Decoder()
    #expect(try decoder.decode(Way.self, from: "1") == Way("itself"))
    #expect(try decoder.decode([[Way]].self, from: "[[1]]") == [[Way("itself")]])
    #expect(
      try decoder.decode([String: Way?].self, from: #"{"a":1,"b":null}"#) == ["a": Way("itself"), "b": nil])
    let held = try decoder.decode(Holder<Way>.self, from: #"{"content":1,"list":[1],"optional":2}"#)
    #expect(held == Holder(content: Way("itself"), list: [Way("itself")], optional: Way("itself")))
    #expect(
      try JSON.Encoder().string(for: held) == #"{"content":"itself","list":["itself"],"optional":"itself"}"#)
    var lines = JSON.SeriesDecoder(decoder)
    #expect(try lines.decode(Way.self, from: JSON.Value(parsing: "1")) == Way("itself"))
  }

  @Test func `with custom key strategies, the Codable conformance is used`() throws {
    #expect(try JSON.Decoder().throughCodable.decode(Way.self, from: "1") == Way("Codable"))
    #expect(try JSON.Encoder().throughCodable.string(for: [Way("")]) == #"["Codable"]"#)
  }

  private static let snakeCase: JSON.Decoder = {
    var decoder = JSON.Decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }()

  private static func snakeCasedDocument() throws -> String {
    var encoder = JSON.Encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return try encoder.throughCodable.string(for: Entry.full)
  }

  @Test func `a type reads itself from keys in snake case`() throws {
    let decoder = Self.snakeCase
    #expect(try decoder.decode(Way.self, from: "1") == Way("itself"))
    let entry = try decoder.decode(Entry.self, from: #"{"id":1,"name":"n","is_open":true,"figure_table":{}}"#)
    #expect(entry.isOpen == true)
    #expect(entry.figureTable?.isEmpty == true)
    let document = try Self.snakeCasedDocument()
    #expect(document.contains(#""is_open":true"#))
    Self.expectSame(Entry.self, document, decoder)
    #expect(
      try decoder.decode([String: Figure].self, from: #"{"a_b":{"labeled_text":{"_0":"x","line_width":1}}}"#)
        == ["a_b": .labeledText("x", lineWidth: 1, nil)])
  }

  /// Keys whose conversion has an edge, each alone and beside the name that it is converted to.
  @Test(arguments: [
    "isOpen", "is_open", "Is_Open", "IS_OPEN", "is__open", "_is_open", "is_open_", "__is_open__", "isOpen_",
    "_isOpen", "is_oPEN", "isopen", "i_s_open", "is_", "_", "__", "", "open", "is\\u005fopen", "is_öpen",
    "is_'open",
  ])
  func `keys in snake case are those of Codable`(key: String) {
    for names in [[key], [key, "isOpen"], ["isOpen", key], [key, "is_open"], ["x_y", key]] {
      let members = names.enumerated().map { #""\#($1)":\#($0 == 0)"# }.joined(separator: ",")
      Self.expectSame(Edge.self, "{\(members)}", Self.snakeCase)
      Self.expectSame(Entry.self, #"{"id":1,"name":"",\#(members)}"#, Self.snakeCase)
    }
  }

  /// A type with names that no other key, or an unusual one, is converted to.
  struct Edge: Codable, Equatable, JSONReadable {
    var isOpen: Bool?
    var underscored: Bool?
    var before: Bool?
    var after: Bool?
    var apostrophe: Bool?
    var digits: Bool?
    var umlaut: Bool?
    var capital: Bool?
    var only: Bool?
    var empty: Bool?

    enum CodingKeys: String, CodingKey {
      case isOpen
      case underscored = "is_open"
      case before = "_isOpen"
      case after = "isOpen_"
      case apostrophe = "is'open"
      case digits = "a1B2C"
      case umlaut = "isÖpen"
      case capital = "IsOpen"
      case only = "_"
      case empty = ""
    }

    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      isOpen = try cursor.readIfPresent("isOpen")
      underscored = try cursor.readIfPresent("is_open")
      before = try cursor.readIfPresent("_isOpen")
      after = try cursor.readIfPresent("isOpen_")
      apostrophe = try cursor.readIfPresent("is'open")
      digits = try cursor.readIfPresent("a1B2C")
      umlaut = try cursor.readIfPresent("isÖpen")
      capital = try cursor.readIfPresent("IsOpen")
      only = try cursor.readIfPresent("_")
      empty = try cursor.readIfPresent("")
    }
  }

  @Test func `random keys in snake case are those of Codable`() {
    var random = SeededGenerator(seed: 7)
    let pieces = ["is", "open", "Is", "Open", "_", "__", "'", "a", "1", "b2", "C", "ö", "Ö", "I", "s"]
    for _ in 0..<3000 {
      let names = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        (0..<Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
          .joined()
      }
      let members = names.enumerated().map { #""\#($1)":\#($0 % 2 == 0)"# }.joined(separator: ",")
      Self.expectSame(Edge.self, "{\(members)}", Self.snakeCase)
    }
  }

  @Test func `a refused key in snake case is reported as its coding key`() throws {
    let error = try #require(throws: DecodingError.self) {
      try Self.snakeCase.decode([Known].self, from: #"[{"id":1,"na_me":"n"}]"#)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["Index 0", "naMe"])
  }

  @Test(arguments: [
    #"{"dot":{}}"#, #"{"circle":{"radius":2}}"#, #"{"circle":{}}"#, #"{"circle":null}"#, #"{"circle":[]}"#,
    #"{"dot":{},"dot":1}"#, #"{"dot":1,"dot":{}}"#, #"{"dot":{},"circle":{"radius":1}}"#, "{}", "[]", "null",
    #"{"unknown":1}"#, #"{"unknown":1,"dot":{"more":2}}"#, #"{"labeledText":{"_0":"t"}}"#,
    #"{"labeledText":{"_0":"t","lineWidth":null,"_2":{"id":1,"name":""}}}"#, #"{"labeledText":{"_0":1}}"#,
    #"{"labeled_text":{"_0":"t","line_width":"w"}}"#, #"{"labeled_text":{"_0":"t","line_width":1}}"#,
    #"{"labeledText":{"_0":"t","_2":{"id":1}}}"#, #""dot""#,
  ])
  func `an enumeration has the form that Swift synthesizes`(document: String) {
    for decoder in [JSON.Decoder(), Self.snakeCase] {
      Self.expectSame(Figure.self, document, decoder)
      Self.expectSame([Figure].self, "[\(document)]", decoder)
      Self.expectSame([String: Figure].self, #"{"a_b":\#(document)}"#, decoder)
    }
  }

  @Test func `every damaged document gives the same error`() throws {
    let value = try JSON.Value(parsing: Self.document())
    let replacements = [
      "null", "true", "-1.5", "300", "1e400", "\"x\"", "[]", "{}", "[[[]]]", #"{"circle":{}}"#,
    ]
    var checked = 0
    for damaged in Self.variants(
      of: value, replacements: try replacements.map { try JSON.Value(parsing: $0) })
    {
      Self.expectSame(Entry.self, damaged.description)
      Self.expectSame(Entry.self, damaged.description, Self.snakeCase)
      checked += 1
    }
    for damaged in Self.variants(
      of: try JSON.Value(parsing: Self.snakeCasedDocument()), replacements: [try JSON.Value(parsing: "[{}]")])
    {
      Self.expectSame(Entry.self, damaged.description, Self.snakeCase)
    }
    #expect(checked > 500)
  }

  /// Returns the value with each of its parts replaced or removed.
  private static func variants(of value: JSON.Value, replacements: [JSON.Value]) -> [JSON.Value] {
    var variants = replacements
    switch value.content {
    case .object(let members):
      for index in members.indices {
        var fewer = members
        let member = fewer.remove(at: index)
        variants.append(JSON.Value(.object(fewer)))
        for changed in Self.variants(of: member.value, replacements: replacements) {
          var others = members
          others[index] = JSON.Value.Member(member.key, changed)
          variants.append(JSON.Value(.object(others)))
        }
      }
    case .array(let elements):
      for index in elements.indices {
        for changed in Self.variants(of: elements[index], replacements: replacements) {
          var others = elements
          others[index] = changed
          variants.append(JSON.Value(.array(others)))
        }
      }
    default: break
    }
    return variants
  }

  @Test func `members are found in any order, and the first of a name counts`() throws {
    guard case .object(let members) = try JSON.Value(parsing: Self.document()).content else {
      Issue.record("an object")
      return
    }
    var random = SeededGenerator(seed: 1)
    for round in 0..<40 {
      var shuffled = round == 0 ? members.reversed() : members.shuffled(using: &random)
      // Repeated and unknown members.
      for _ in 0..<round % 8 {
        let member = shuffled[Int.random(in: 0..<shuffled.count, using: &random)]
        let other = Bool.random(using: &random) ? member.value : JSON.Value(.number(JSON.Number(5)))
        shuffled.insert(
          JSON.Value.Member(Bool.random(using: &random) ? member.key : "unknown", other),
          at: Int.random(in: 0...shuffled.count, using: &random))
      }
      Self.expectSame(Entry.self, JSON.Value(.object(shuffled)).description)
      Self.expectSame(Entry.self, JSON.Value(.object(shuffled)).description, Self.snakeCase)
    }
  }

  @Test func `keys may be written with escapes`() {
    Self.expectSame(Entry.self, #"{"\u0069d":1,"n\u0061me":"n","gr\u00f6\u00dfe":4,"a\/b\"c\u0001":5}"#)
    Self.expectSame(Entry.self, #"{"name":"n","\u0069d":1,"id":2}"#)
  }

  struct Twice: Codable, Equatable, JSONReadable {
    var a: Int
    var again: Int
    var b: Int?
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Entry.CodingKeys.self)
      a = try container.decode(Int.self, forKey: .id)
      b = try container.decodeIfPresent(Int.self, forKey: .small)
      again = try container.decode(Int.self, forKey: .id)
    }
    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      a = try cursor.read("id")
      b = try cursor.readIfPresent("small")
      again = try cursor.read("id")
    }
  }

  @Test(arguments: [
    #"{"id":1}"#, #"{"id":1,"id":2}"#, #"{"id":1,"small":3,"id":2}"#, #"{"small":1,"id":2,"id":3,"small":4}"#,
    #"{"x":1,"id":2,"y":0,"id":3}"#,
  ])
  func `a key that is read twice gives the same member`(document: String) {
    Self.expectSame(Twice.self, document)
  }

  @Test func `strategies apply`() throws {
    var decoder = JSON.Decoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.dataDecodingStrategy = .deferredToData
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let start = #"{"id":1,"name":"","date":"#
    Self.expectSame(
      Entry.self, start + #""2001-09-09T01:46:40Z","data":[1,2],"ratio":"inf","near":"-inf"}"#, decoder)
    Self.expectSame(Entry.self, start + #""2001-09-31T01:46:40Z"}"#, decoder)
    Self.expectSame(Entry.self, start + #"5,"data":[1,256]}"#, decoder)
    decoder.dateDecodingStrategy = .custom { decoder in
      #expect(decoder.codingPath.map(\.stringValue) == ["children", "Index 1", "date"])
      return Date(timeIntervalSince1970: try decoder.singleValueContainer().decode(Double.self))
    }
    Self.expectSame(
      Entry.self, #"{"id":1,"name":"","children":[{"id":1,"name":""},{"id":1,"name":"","date":5}]}"#, decoder)
    Self.expectSame(
      Entry.self, #"{"id":1,"name":"","children":[{"id":1,"name":""},{"id":1,"name":"","date":[]}]}"#, decoder
    )
  }

  struct Known: Codable, Equatable, JSONReadable {
    var id: Int
    var name: String?
    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject(onlyKeys: ["id", "name"])
      id = try cursor.read("id")
      name = try cursor.readIfPresent("name")
    }
  }

  @Test func `unknown keys are refused if the type says so`() throws {
    #expect(try JSON.Decoder().decode(Known.self, from: #"{"name":"n","id":1,"id":2}"#).name == "n")
    let error = try #require(throws: DecodingError.self) {
      try JSON.Decoder().decode([Known].self, from: #"[{"id":1,"nam":"n"}]"#)
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["Index 0", "nam"])
  }

  /// A type that accepts anything in place of its value, and notes the errors' paths.
  struct Lossy<Content: Decodable & Sendable>: Decodable, JSONReadable {
    var path: [String] = []
    init(from decoder: any Decoder) throws {}
    init(from cursor: inout JSON.Cursor) throws {
      do {
        _ = try cursor.read(as: Content.self)
      } catch let error as DecodingError {
        guard case .typeMismatch(_, let context) = error else { throw error }
        path = context.codingPath.map(\.stringValue)
      }
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `the errors of all elements take linear time`() throws {
    let count = 60_000
    let document = "[" + Array(repeating: "{}", count: count).joined(separator: ",") + "]"
    let values = try JSON.Decoder().decode([Lossy<Double>].self, from: document)
    #expect(values.count == count)
    #expect(values.last?.path == ["Index \(count - 1)"])
    #expect(values[17].path == ["Index 17"])
    let objects = try JSON.Decoder().decode([Lossy<[Shape]>].self, from: document)
    #expect(objects.last?.path == ["Index \(count - 1)"])
  }

  @Test(.timeLimit(.minutes(1)))
  func `keys that collide take linear time`() throws {
    // The keys agree in all that the filters of keys look at: the length, and the first 16, the middle 8 and the last
    // 16 bytes.
    func key(_ number: Int) -> String {
      let (digits, same) = ("\(100_000_000 + number)", String(repeating: "-", count: 16))
      return "\(same)\(digits)\(same)\(String(digits.reversed()))\(same)"
    }
    let members = (0..<100_000).map { #""\#(key($0))":\#($0)"# }.joined(separator: ",")
    // A filter has the bits of these keys, but they are missing.
    let document = #"{\#(members),"name":"n","id":1}"#
    for decoder in [JSON.Decoder(), Self.snakeCase, JSON.Decoder().throughCodable] {
      #expect(try decoder.decode(Entry.self, from: document) == Entry(id: 1, name: "n"))
      #expect(try decoder.decode([String: Int?].self, from: "{\(members)}").count == 100_000)
    }
    #expect(try JSON.Value(parsing: document)[key(99_999)]?.int == 99_999)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a wide object takes linear time`() throws {
    let members = (0..<200_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    let document = #"{\#(members),"name":"n","id":1}"#
    #expect(try JSON.Decoder().decode(Entry.self, from: document) == Entry(id: 1, name: "n"))
  }

  final class Chain: Codable, JSONReadable, JSONWritable {
    let next: Chain?
    init(_ next: Chain?) { self.next = next }
    required init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      next = try cursor.readIfPresent("next")
    }
    func write(to writer: inout JSON.Writer) throws {
      try writer.beginObject()
      try writer.writeIfPresent("next", next)
      writer.endObject()
    }
  }

  @Test func `nesting too deep for a small stack is an error`() throws {
    let depth = 20_000
    let document = String(repeating: #"{"next":"#, count: depth) + "{}" + String(repeating: "}", count: depth)
    let refusal = SmallStack.run { () -> String in
      var decoder = JSON.Decoder()
      decoder.maximumDepth = .max
      do {
        _ = try decoder.decode(Chain.self, from: document)
        return "none"
      } catch DecodingError.dataCorrupted(let context) {
        return context.debugDescription
      } catch { return "\(error)" }
    }
    #expect(refusal == "Nested too deeply for this thread's stack.")
  }

  @Test func `the maximum depth applies`() throws {
    var encoder = JSON.Encoder()
    encoder.maximumDepth = 2
    #expect(try encoder.string(for: Chain(Chain(nil))) == #"{"next":{}}"#)
    let error = try #require(throws: EncodingError.self) { try encoder.encode(Chain(Chain(Chain(nil)))) }
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["next", "next"])
  }

  /// A type that enters nothing, or enters twice.
  struct Careless: Codable, JSONReadable {
    var found: [Int?] = []
    init(from cursor: inout JSON.Cursor) throws {
      found.append(try? cursor.read("a"))
      found.append(cursor.nextElement() ? 1 : nil)
      found.append(cursor.nextKey() == nil ? nil : 1)
      try? cursor.beginArray()
      found.append(try? cursor.read("a"))
      found.append(cursor.count)
      try? cursor.beginObject()
      found.append(try? cursor.read("a"))
      try? cursor.beginObject()
      try? cursor.beginArray()
      while cursor.nextElement() {}
      found.append(try? cursor.read("a"))
    }
  }

  @Test(arguments: ["1", "[]", "{}", #"["a"]"#, #"{"a":1}"#, #"{"a":["a"]}"#, #"[["a"],{"a":"a"},"a"]"#])
  func `a wrong conformance stays within the document`(document: String) throws {
    _ = try JSON.Decoder().decode(Careless.self, from: document)
    _ = try JSON.Decoder().decode([Careless].self, from: "[\(document),\(document)]")
  }
}
