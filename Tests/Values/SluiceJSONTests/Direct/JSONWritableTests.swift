import FoundationEssentials
import SluiceTestSupport
import Testing

@testable import SluiceJSON

/// Types that write themselves, compared with their synthesized `Encodable` conformance.
@Suite(.timeLimit(.minutes(5))) struct JSONWritableTests {
  private static func outcome(_ value: some Encodable, _ encoder: JSON.Encoder) -> String {
    do {
      return try encoder.string(for: value)
    } catch let EncodingError.invalidValue(value, context) {
      return
        "\(value) \(context.codingPath.map { "\($0.stringValue),\($0.intValue ?? -1)" }) \(context.debugDescription)"
    } catch {
      return "\(error)"
    }
  }

  private static func expectSame(
    _ value: some Encodable, _ encoder: JSON.Encoder = JSON.Encoder(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome(value, encoder) == outcome(value, encoder.throughCodable), sourceLocation: sourceLocation)
  }

  @Test func `a type that writes itself has the text of its Encodable conformance`() throws {
    for formatting: JSON.OutputFormatting in [[], .prettyPrinted, .sortedKeys, .withoutEscapingSlashes] {
      var encoder = JSON.Encoder()
      encoder.outputFormatting = formatting
      Self.expectSame(Entry.full, encoder)
      Self.expectSame([Entry.full, Entry(id: 1, name: "/")], encoder)
      Self.expectSame(["a": Entry.full], encoder)
      Self.expectSame(Envelope(entries: [.full], byName: ["x": .full]), encoder)
      Self.expectSame([Set([1]), []], encoder)
      Self.expectSame([["a": Suit.hearts], [:]], encoder)
      Self.expectSame([1, nil, 3] as [Int?], encoder)
    }
  }

  @Test func `a type writes its keys in snake case`() throws {
    var encoder = JSON.Encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(try encoder.string(for: JSONReadableTests.Way("")) == #""itself""#)
    for formatting: JSON.OutputFormatting in [[], .prettyPrinted, .sortedKeys, .withoutEscapingSlashes] {
      encoder.outputFormatting = formatting
      Self.expectSame(Entry.full, encoder)
      Self.expectSame(["aB": [Entry.full]], encoder)
      Self.expectSame(Envelope(entries: [.full], byName: ["xY": .full]), encoder)
    }
    #expect(
      try encoder.string(for: Figure.labeledText("t", lineWidth: 1, nil))
        == #"{"labeled_text":{"_0":"t","line_width":1}}"#)
  }

  /// A type with two keys whose conversion is the same.
  struct Acronyms: Codable, JSONWritable {
    var baseURL = 1
    var baseUrl = 2
    func write(to writer: inout JSON.Writer) throws {
      try writer.beginObject()
      try writer.write("baseURL", baseURL)
      try writer.write("baseUrl", baseUrl)
      writer.endObject()
    }
  }

  @Test func `of keys whose conversion is the same, the last counts as in Codable`() throws {
    var encoder = JSON.Encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    Self.expectSame(Acronyms(), encoder)
    Self.expectSame([Acronyms(), Acronyms()], encoder)
  }

  @Test func `strategies apply`() throws {
    var encoder = JSON.Encoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.dataEncodingStrategy = .deferredToData
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    var entry = Entry.full
    entry.ratio = .infinity
    entry.near = .nan
    Self.expectSame(entry, encoder)
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode("\(encoder.codingPath.map(\.stringValue)) \(date.timeIntervalSince1970)")
    }
    encoder.dataEncodingStrategy = .custom { _, _ in }
    Self.expectSame([entry], encoder)
    #expect(try encoder.string(for: [entry]).contains(#"[\"Index 0\", \"date\"] 1000000000.0"#))
  }

  @Test func `errors have the coding path`() throws {
    var inner = Entry(id: 1, name: "")
    inner.ratio = .nan
    var far = Entry(id: 1, name: "")
    far.date = Date(timeIntervalSince1970: .infinity)
    var shaped = Entry(id: 1, name: "")
    shaped.shapes = [.dot, .circle(radius: .infinity)]
    var figured = Entry(id: 1, name: "")
    figured.figureTable = [
      "aB": .labeledText("", lineWidth: 1, Entry(id: 1, name: "", children: [inner]))
    ]
    var wide = Entry(id: 1, name: "")
    wide.figures = [.labeledText("", lineWidth: .nan, nil)]
    var encoder = JSON.Encoder()
    encoder.dateEncodingStrategy = .iso8601
    for (bad, strategy) in [inner, far, shaped, figured, wide].flatMap({
      [($0, JSON.Encoder.KeyEncodingStrategy.useDefaultKeys), ($0, .convertToSnakeCase)]
    }) {
      encoder.keyEncodingStrategy = strategy
      Self.expectSame(bad, encoder)
      Self.expectSame([.full, bad], encoder)
      Self.expectSame(["a\"\n": [bad]], encoder)
      var outer = Entry.full
      outer.children = [.full, bad]
      Self.expectSame(outer, encoder)
      outer.children = nil
      outer.envelope = [Envelope(entries: []), Envelope(entries: [.full, bad])]
      Self.expectSame(outer, encoder)
    }
    for depth in 0..<7 {
      encoder.maximumDepth = depth
      #expect(throws: EncodingError.self) { try encoder.encode(Envelope(entries: [.full])) }
      Self.expectSame(["a": [[Suit.hearts]]], encoder)
    }
  }

  /// A type that leaves out the values that cannot be written.
  struct Forgiving: Codable, JSONWritable {
    var values: [Double]
    func write(to writer: inout JSON.Writer) throws {
      try writer.beginObject()
      for value in values { try? writer.write("v", [[value]]) }
      try? writer.write("e", [Shape.dot, .circle(radius: .nan)])
      try writer.write("w", Shape.dot)
      writer.endObject()
    }
  }

  @Test func `a member whose value throws is removed again`() throws {
    #expect(try JSON.Encoder().string(for: Forgiving(values: [.nan, 1])) == #"{"v":[[1]],"w":{"dot":{}}}"#)
    #expect(try JSON.Encoder().string(for: [Forgiving(values: [])]) == #"[{"w":{"dot":{}}}]"#)
  }

  enum Mistake: Int, Codable, CaseIterable, JSONWritable {
    case nothing, twoValues, openObject, closedTwice, memberInArray, elementInObject, keyAlone, repeatedKey,
      key

    func write(to writer: inout JSON.Writer) throws {
      switch self {
      case .nothing: break
      case .twoValues:
        1.write(to: &writer)
        2.write(to: &writer)
        writer.writeNull()
      case .openObject: try writer.beginObject()
      case .closedTwice:
        try writer.beginObject()
        writer.endObject()
        writer.endObject()
      case .memberInArray:
        try writer.beginArray()
        try writer.write("a", 1)
        writer.endArray()
      case .elementInObject:
        try writer.beginObject()
        try writer.write(element: 1)
        writer.endObject()
      case .keyAlone:
        try writer.beginObject()
        try writer.write("a", Mistake.nothing)
        writer.endObject()
      case .repeatedKey:
        try writer.beginObject()
        try writer.write("a", 1)
        try writer.write("a", 1)
        writer.endObject()
      case .key: try writer.write("a", 1)
      }
    }
  }

  @Test(arguments: Mistake.allCases)
  func `a conformance that writes malformed JSON is an error in debug builds`(mistake: Mistake) {
    #expect(throws: EncodingError.self) { try JSON.Encoder().encode(mistake) }
    #expect(throws: EncodingError.self) { try JSON.Encoder().encode([mistake, mistake]) }
    #expect(throws: EncodingError.self) { try JSON.Encoder().encode(["a": [mistake]]) }
  }

  /// A type that keeps its encoder's container, and writes to it while one of its values writes itself.
  struct Meddling: Encodable {
    struct Inner: Encodable {
      let act: () throws -> Void
      func encode(to encoder: any Encoder) throws { try act() }
    }
    struct Middle: Encodable, JSONWritable {
      let act: () throws -> Void
      func encode(to encoder: any Encoder) throws { try Inner(act: act).encode(to: encoder) }
      func write(to writer: inout JSON.Writer) throws {
        try writer.beginArray()
        try writer.write(element: Inner(act: act))
        writer.endArray()
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Entry.CodingKeys.self)
      let keptContainer = container
      try container.encode(
        Middle {
          var kept = keptContainer
          try kept.encode(1, forKey: .id)
        }, forKey: .name)
    }
  }

  @Test func `a container is closed while a value within writes itself`() {
    #expect(throws: EncodingError.self) { try JSON.Encoder().encode(Meddling()) }
  }

  @Test func `values nested too deeply for a small stack are an error`() throws {
    let refusal = SmallStack.run { () -> String in
      var chain = JSONReadableTests.Chain(nil)
      for _ in 0..<3000 { chain = JSONReadableTests.Chain(chain) }
      var encoder = JSON.Encoder()
      encoder.maximumDepth = .max
      do {
        _ = try encoder.encode(chain)
        return "none"
      } catch EncodingError.invalidValue(_, let context) {
        return context.debugDescription
      } catch { return "\(error)" }
    }
    #expect(refusal == "Nested too deeply for this thread's stack.")
  }
}
