import SluiceCoding
import SluiceTestSupport
import Testing

/// Large, deep and hostile input, with bounded time and stack. Quadratic work would take minutes.
@Suite(.timeLimit(.minutes(2))) struct QueryScaleTests {
  /// The maximum time, for a debug build on a busy machine.
  private static let bound = Duration.seconds(20)

  private func expectLinear<T>(_ body: () throws -> T, sourceLocation: SourceLocation = #_sourceLocation)
    rethrows -> T
  {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try body()
    #expect(clock.now - start < Self.bound, sourceLocation: sourceLocation)
    return result
  }

  // MARK: Large

  @Test func `a hundred thousand keys take linear time`() throws {
    let table = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("key\($0)", $0) })
    let query = try expectLinear { try Query.Encoder().string(for: table) }
    #expect(try expectLinear { try Query.Decoder().decode([String: Int].self, from: query) } == table)
    guard case .object(let members) = try expectLinear({ try Query.Decoder().tree(from: query) }) else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.key) == table.keys.sorted())
  }

  @Test(arguments: [.indexed, .comma] as [Query.Arrays])
  func `an array of a hundred thousand elements takes linear time`(arrays: Query.Arrays) throws {
    let table = ["a": Array((0..<100_000).reversed())]
    var encoder = Query.Encoder()
    encoder.arrays = arrays
    let decoder = Query.Decoder(reading: encoder)
    let query = try expectLinear { try encoder.string(for: table) }
    #expect(try expectLinear { try decoder.decode([String: [Int]].self, from: query) } == table)
    _ = try expectLinear { try decoder.tree(from: query) }
  }

  @Test func `a hundred thousand indexes in reverse take linear time`() throws {
    let query = (0..<100_000).reversed().map { "a[\($0)]=\($0)" }.joined(separator: "&")
    #expect(
      try expectLinear { try Query.Decoder().decode([String: [Int]].self, from: query) } == [
        "a": Array(0..<100_000)
      ])
  }

  // MARK: Deep

  private indirect enum Chain: Codable, Equatable, Sendable {
    case end
    case array(Chain)
    case object(Chain)

    init(depth: Int, _ link: (Chain) -> Chain) {
      self = .end
      for _ in 0..<depth { self = link(self) }
    }

    init(from decoder: any Decoder) throws {
      if let value = try? decoder.singleValueContainer().decode(Int.self) {
        guard value == 1 else {
          throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: ""))
        }
        self = .end
      } else if let container = try? decoder.container(keyedBy: AnyKey.self) {
        self = .object(try container.decode(Chain.self, forKey: AnyKey(stringValue: "o")))
      } else {
        var container = try decoder.unkeyedContainer()
        self = .array(try container.decode(Chain.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .end:
        var container = encoder.singleValueContainer()
        try container.encode(1)
      case .array(let chain):
        var container = encoder.unkeyedContainer()
        try container.encode(chain)
      case .object(let chain):
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(chain, forKey: AnyKey(stringValue: "o"))
      }
    }
  }

  @Test func `512 levels are encoded and decoded by default, and one more is an error`() throws {
    var encoder = Query.Encoder()
    encoder.maximumDepth = 513
    for wrap in [Chain.array, Chain.object] {
      // The dictionary is a level, too.
      let (exact, deeper) = (["a": Chain(depth: 511, wrap)], ["a": Chain(depth: 512, wrap)])
      let query = try Query.Encoder().string(for: exact)
      #expect(try Query.Decoder().decode([String: Chain].self, from: query) == exact)
      _ = try Query.Decoder().tree(from: query)
      #expect(throws: EncodingError.self) { try Query.Encoder().encode(deeper) }
      let deeperQuery = try encoder.string(for: deeper)
      #expect(throws: DecodingError.self) {
        try Query.Decoder().decode([String: Chain].self, from: deeperQuery)
      }
      #expect(throws: DecodingError.self) { try Query.Decoder().tree(from: deeperQuery) }
      #expect(try Query.Decoder(reading: encoder).decode([String: Chain].self, from: deeperQuery) == deeper)
    }
  }

  /// Returns the result of `body` on a small stack: "done", or the text of its error.
  private func outcome(_ body: @escaping @Sendable () throws -> Void) -> String? {
    SmallStack.run {
      do {
        try body()
        return "done"
      } catch let error as EncodingError {
        guard case .invalidValue(_, let context) = error else { return "\(error)" }
        return context.debugDescription
      } catch DecodingError.dataCorrupted(let context) {
        return context.debugDescription
      } catch {
        return "\(error)"
      }
    }
  }

  @Test(arguments: [30, 100, 300, 1000, 3000])
  func `deep nesting on a small stack succeeds or is an error`(depth: Int) throws {
    let tooDeep = "Nested too deeply for this thread's stack."
    for link in [Chain.array, Chain.object] {
      let encoded = outcome {
        var encoder = Query.Encoder()
        encoder.maximumDepth = .max
        _ = try encoder.pairs(for: ["a": Chain(depth: depth, link)])
      }
      #expect(encoded == "done" || depth > 30 && encoded == tooDeep)
      #expect(depth < 1000 || encoded == tooDeep)
      let decoded = outcome {
        var decoder = Query.Decoder()
        decoder.maximumDepth = .max
        let suffix = link(.end) == .array(.end) ? "[]" : "[o]"
        let pairs = Query.Pairs([Query.Pair("a" + String(repeating: suffix, count: depth), "1")])
        _ = try decoder.decode([String: Chain].self, from: pairs)
      }
      #expect(decoded == "done" || depth > 30 && decoded == tooDeep)
      #expect(depth < 1000 || decoded == tooDeep)
    }
  }

  @Test func `the deepest tree fits a small stack`() throws {
    let done = outcome {
      var decoder = Query.Decoder()
      decoder.maximumDepth = .max
      let name = "a" + String(repeating: "[x]", count: 1023)
      #expect(throws: DecodingError.self) { try decoder.tree(from: name + "[x]=1") }
      var tree = try decoder.tree(from: name + "=1")
      while case .object(let members) = tree, let member = members.first { tree = member.value }
      #expect(tree == .text("1"))
    }
    #expect(done == "done")
  }

  @Test func `a type that endlessly contains itself is an error`() {
    struct Endless: Codable {
      var next: [Endless]
      init() { next = [] }
      init(from decoder: any Decoder) throws {
        next = [
          try decoder.container(keyedBy: AnyKey.self).decode(Endless.self, forKey: AnyKey(stringValue: "n"))
        ]
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Endless())
      }
    }
    #expect(throws: EncodingError.self) { try Query.Encoder().string(for: ["a": Endless()]) }
    var decoder = Query.Decoder()
    decoder.maximumDepth = 100
    let error = #expect(throws: DecodingError.self) { try decoder.decode(Endless.self, from: "") }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.count == 101)
    struct Nest: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd { _ = try container.decode(Nest.self) }
      }
    }
    #expect(throws: DecodingError.self) { try Query.Decoder().decode([String: Nest].self, from: "a=1") }
  }

  // MARK: Hostile

  @Test(
    arguments: [
      "%", "%4", "%FF", "%F0", "+", "=", "&", "[", "]", "[]", "[[", "[a]", "a[", "][", "[][a]", ".", "a.",
      "..[", "&a",
      "&a[]", "&a[]=", "&a[0]=1", "&[][b]", "&=", ",", "a,", "9", "&[", "é", "\0",
    ])
  func `a long name or value of any kind is read in linear time`(piece: String) {
    let query = String(repeating: piece, count: 10_000 / piece.utf8.count)
    var decoder = Query.Decoder()
    decoder.arrays = .comma
    decoder.nils = .literal
    for prefix in ["", "a[b]="] {
      decoder.nesting = .brackets
      _ = expectLinear { try? decoder.tree(from: prefix + query) }
      decoder.nesting = .dots
      _ = expectLinear { try? decoder.decode([String: [Bool]].self, from: prefix + query) }
    }
    _ = expectLinear { try? decoder.decode([String: Double].self, from: "a=\(query)") }
  }

  /// Swift takes a minute to compare or hash such strings.
  @Test func `a long run of combining marks is read in linear time`() {
    let marks = String(repeating: "\u{301}\u{316}", count: 200_000)
    var decoder = Query.Decoder()
    decoder.arrays = .comma
    decoder.nils = .literal
    _ = expectLinear { try? decoder.tree(from: "a\(marks)=1&t\(marks)[t\(marks)]=n\(marks)") }
    _ = expectLinear { try? decoder.decode([String: [Bool?]].self, from: "a=n\(marks),t\(marks)") }
    _ = expectLinear { try? decoder.decode([String: Double?].self, from: "a=n\(marks)") }
    struct Keyed: Codable {
      var key: Int?
    }
    _ = expectLinear { try? decoder.decode(Keyed.self, from: "k\(marks)=1") }
    _ = expectLinear {
      try? Query.Encoder().string(for: Query.Tree.object([.init("k\(marks)", .text(marks))]))
    }
  }

  @Test func `many names at the maximum depth take linear time`() throws {
    var decoder = Query.Decoder()
    decoder.maximumDepth = 1024
    let deep = String(repeating: "[a]", count: 1000)
    let query = (0..<100).map { "x\($0)\(deep)=1&y\(deep)[]=1" }.joined(separator: "&")
    _ = try expectLinear { try decoder.tree(from: query) }
    let elements = (0..<100).map { _ in "z\(String(repeating: "[]", count: 1000))=1" }.joined(separator: "&")
    _ = try expectLinear { try decoder.tree(from: elements) }
  }

  @Test func `random bytes are read or refused, and never trap`() {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "a", "b", "[", "]", "[]", "[0]", "[1]", ".", "=", "&", "%", "%41", "%FF", "+", "1", ",", "\u{301}",
    ]
    for _ in 0..<5000 {
      let query = (0..<Int.random(in: 0...20, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      var decoder = Query.Decoder()
      decoder.nesting = Bool.random(using: &generator) ? .dots : .brackets
      decoder.arrays = Bool.random(using: &generator) ? .comma : .brackets
      let bytes = Array(query.utf8) + [UInt8.random(in: 0...255, using: &generator)]
      _ = try? decoder.tree(from: query)
      _ = try? decoder.decode([String: [String: Int]].self, from: bytes)
      _ = try? decoder.decode([String: [[String]]].self, from: bytes)
      _ = try? decoder.decode([Int: String?].self, from: bytes)
    }
  }
}
