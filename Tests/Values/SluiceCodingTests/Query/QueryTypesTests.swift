import FoundationEssentials
import SluiceCoding
import Testing

/// `Codable` types of all kinds, as written and read back.
@Suite(.timeLimit(.minutes(5))) struct QueryTypesTests {
  private func expectRoundTrip<Value: Codable & Equatable>(
    _ value: Value, as text: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ adjust: (inout Query.Encoder) -> Void = { _ in }
  ) throws {
    var encoder = Query.Encoder()
    encoder.escaping = .custom("-._~/?[],:")
    adjust(&encoder)
    let written = try encoder.string(for: value)
    #expect(written == text, sourceLocation: sourceLocation)
    let read = try Query.Decoder(reading: encoder).decode(Value.self, from: written)
    #expect(read == value, sourceLocation: sourceLocation)
  }

  private struct Optionals: Codable, Equatable {
    var bool: Bool?
    var integer: Int?
    var small: UInt8?
    var large: Int128?
    var double: Double?
    var text: String?
    var date: Date?
    var list: [Int]?
    var nested: [String: Int?]?
  }

  @Test func `optionals of every type follow the strategy for nil`() throws {
    try expectRoundTrip(Optionals(), as: "")
    try expectRoundTrip(Optionals(text: "", nested: ["a": 1]), as: "text=&nested[a]=1")
    try expectRoundTrip(
      Optionals(nested: ["a": 1, "b": nil]),
      as: "bool&integer&small&large&double&text&date&list&nested[a]=1&nested[b]"
    ) { $0.nils = .bare }
    try expectRoundTrip(
      Optionals(bool: false, integer: 0, small: 1, large: -1, double: 0.5, text: "x", list: [1]),
      as: "bool=false&integer=0&small=1&large=-1&double=0.5&text=x&date=null&list[]=1&nested=null"
    ) { $0.nils = .literal }
  }

  private enum Suit: String, Codable { case hearts, spades }
  private enum Level: Int, Codable { case low = 1, high }
  private enum Switch: Codable { case on, off }
  private enum Shape: Codable, Equatable {
    case dot
    case circle(radius: Double)
    case box(Int, Int)
    case label(String?)
    indirect case pair(Shape, Shape)
  }

  @Test func `an enum with raw values is its raw value`() throws {
    try expectRoundTrip(["a": Suit.hearts], as: "a=hearts")
    try expectRoundTrip(["a": [Level.low, .high]], as: "a[]=1&a[]=2")
  }

  @Test func `an enum without raw values is an object named by the case`() throws {
    try expectRoundTrip(["a": Switch.on], as: "a[on]=")
    try expectRoundTrip(["a": Shape.dot], as: "a[dot]=")
    try expectRoundTrip(["a": Shape.circle(radius: 1)], as: "a[circle][radius]=1")
    try expectRoundTrip(["a": Shape.box(1, 2)], as: "a[box][_0]=1&a[box][_1]=2")
    try expectRoundTrip(["a": Shape.label("x")], as: "a[label][_0]=x")
    try expectRoundTrip(["a": Shape.label(nil)], as: "a[label]=")
    try expectRoundTrip(
      ["a": Shape.pair(.dot, .circle(radius: 2))], as: "a[pair][_0][dot]=&a[pair][_1][circle][radius]=2")
    try expectRoundTrip(Shape.circle(radius: 1), as: "circle[radius]=1")
    try expectRoundTrip(Shape.dot, as: "dot=")
  }

  private struct Empty: Codable, Equatable {}
  private struct Wrapper<Content: Codable & Equatable>: Codable, Equatable {
    var content: Content
    init(_ content: Content) { self.content = content }
    init(from decoder: any Decoder) throws { content = try Content(from: decoder) }
    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
  }
  private struct SingleValue<Content: Codable & Equatable>: Codable, Equatable {
    var content: Content
    init(_ content: Content) { self.content = content }
    init(from decoder: any Decoder) throws {
      content = try decoder.singleValueContainer().decode(Content.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(content)
    }
  }

  @Test func `a wrapper is encoded as its content`() throws {
    try expectRoundTrip(Wrapper(["b": Wrapper(2), "a": Wrapper(1)]), as: "a=1&b=2")
    try expectRoundTrip(SingleValue(["b": SingleValue(2), "a": SingleValue(1)]), as: "a=1&b=2")
    try expectRoundTrip(
      SingleValue(["a": SingleValue(Optional(Date(timeIntervalSince1970: 0)))]), as: "a=1970-01-01T00:00:00Z")
    try expectRoundTrip(["a": Wrapper([Wrapper("x")])], as: "a[]=x")
  }

  @Test func `empty types, arrays and dictionaries write nothing`() throws {
    try expectRoundTrip(Empty(), as: "")
    try expectRoundTrip(["a": 1, "b": 2], as: "a=1&b=2")
    struct Holder: Codable, Equatable {
      var empty = Empty()
      var list: [Int] = []
      var table: [String: Int] = [:]
      var after = 1
    }
    try expectRoundTrip(Holder(), as: "after=1")
  }

  @Test func `dictionaries are sorted by key`() throws {
    let keys = (0..<50).map { "k\($0)" }
    let text = keys.sorted().map { "\($0)=1" }.joined(separator: "&")
    try expectRoundTrip(Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) }), as: text)
    try expectRoundTrip([10: "a", 9: "b", -1: "c"], as: "-1=c&10=a&9=b")
    try expectRoundTrip(["m": ["2": "b", "1": "a"]], as: "m[1]=a&m[2]=b")
    // Keys that are neither text nor numbers alternate with their values, as in all coders.
    let date = Date(timeIntervalSince1970: 0)
    try expectRoundTrip(["a": [date: 1]], as: "a[]=1970-01-01T00:00:00Z&a[]=1")
  }

  private class Animal: Codable {
    var name = "Rex"
    init() {}
  }
  private final class Dog: Animal, Equatable {
    var tricks = ["sit"]
    enum CodingKeys: CodingKey { case tricks, parent }
    let usesParentKey: Bool

    init(usesParentKey: Bool) {
      self.usesParentKey = usesParentKey
      super.init()
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try container.decode([String].self, forKey: .tricks)
      usesParentKey = container.contains(.parent)
      try super.init(
        from: usesParentKey ? container.superDecoder(forKey: .parent) : container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try super.encode(to: usesParentKey ? container.superEncoder(forKey: .parent) : container.superEncoder())
      try container.encode(tricks, forKey: .tricks)
    }
    static func == (left: Dog, right: Dog) -> Bool { left.name == right.name && left.tricks == right.tricks }
  }
  private final class Cat: Animal, Equatable {
    var lives = 9
    enum CodingKeys: CodingKey { case lives }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(lives, forKey: .lives)
    }
    static func == (left: Cat, right: Cat) -> Bool { left.name == right.name && left.lives == right.lives }
  }

  @Test func `a subclass shares its superclass's container or nests it`() throws {
    try expectRoundTrip(Dog(usesParentKey: false), as: "super[name]=Rex&tricks[]=sit")
    try expectRoundTrip(Dog(usesParentKey: true), as: "parent[name]=Rex&tricks[]=sit")
    try expectRoundTrip(Cat(), as: "name=Rex&lives=9")
  }

  /// A type that fills its containers in turns and nests by hand.
  private struct Handwritten: Codable, Equatable {
    enum CodingKeys: CodingKey { case a, b, c }
    enum Inner: CodingKey { case x, y }

    init() {}
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let object = try container.nestedContainer(keyedBy: Inner.self, forKey: .a)
      #expect(try object.decode(Int.self, forKey: .x) == 1)
      #expect(try object.decodeNil(forKey: .y) == false)
      #expect(object.allKeys == [.x, .y])
      var list = try container.nestedUnkeyedContainer(forKey: .b)
      #expect(list.count == 4)
      #expect(try list.decode(Int.self) == 1)
      #expect(try list.nestedContainer(keyedBy: Inner.self).decode(Int.self, forKey: .x) == 2)
      var inner = try list.nestedUnkeyedContainer()
      #expect(try inner.decode(Int128.self) == 3)
      #expect(try inner.decode(UInt128.self) == 4)
      #expect(inner.isAtEnd && inner.currentIndex == 2)
      #expect(try Int(from: list.superDecoder()) == 5)
      #expect(list.isAtEnd && list.currentIndex == 4)
      #expect(throws: DecodingError.self) { try list.decode(Int.self) }
      #expect(throws: DecodingError.self) { try list.decodeNil() }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var object = container.nestedContainer(keyedBy: Inner.self, forKey: .a)
      var list = container.nestedUnkeyedContainer(forKey: .b)
      try object.encode(1, forKey: .x)
      try list.encode(1)
      var element = list.nestedContainer(keyedBy: Inner.self)
      var inner = list.nestedUnkeyedContainer()
      try inner.encode(Int128(3))
      try 5.encode(to: list.superEncoder())
      try element.encode(2, forKey: .x)
      try object.encode("z", forKey: .y)
      try inner.encode(UInt128(4))
      #expect(list.count == 4)
      #expect(inner.codingPath.map(\.stringValue) == ["b", "Index 2"])
      #expect(object.codingPath.map(\.stringValue) == ["a"])
      _ = container.nestedContainer(keyedBy: Inner.self, forKey: .c)
    }
  }

  @Test func `containers are written in the order in which they were opened`() throws {
    try expectRoundTrip(
      Handwritten(), as: "a[x]=1&a[y]=z&b[0]=1&b[1][x]=2&b[2][0]=3&b[2][1]=4&b[3]=5"
    ) { $0.arrays = .indexed }
  }

  @Test func `userInfo reaches the values`() throws {
    struct Asking: Codable, Equatable {
      init() {}
      init(from decoder: any Decoder) throws {
        #expect(decoder.userInfo.values.first as? String == "m")
        _ = try decoder.container(keyedBy: AnyKey.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(["unit": encoder.userInfo.values.first as? String])
      }
    }
    let key = try #require(CodingUserInfoKey(rawValue: "unit"))
    try expectRoundTrip(["a": Asking()], as: "a[unit]=m") { $0.userInfo[key] = "m" }
  }
}
