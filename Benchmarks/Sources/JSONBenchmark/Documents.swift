import Foundation

/// The contents of the benchmark documents, which are identical in every run.
enum Documents {
  // MARK: An API's list of wide objects

  struct Account: Codable, Equatable {
    struct Address: Codable, Equatable {
      var street: String
      var city: String
      var zip: String
      var country: String
    }
    var id: Int
    var uuid: String
    var isActive: Bool
    var name: String
    var email: String
    var phone: String?
    var company: String
    var title: String?
    var age: Int
    var balance: Double
    var score: Double
    var tags: [String]
    var address: Address
    var about: String
    var registeredAt: String
    var updatedAt: String
    var latitude: Double
    var longitude: Double
    var friends: [Int]
    var language: String
    var timezone: String
    var followers: Int
    var following: Int
    var website: String?
    var isVerified: Bool
    var theme: String
  }

  static func accounts(_ count: Int) -> [Account] {
    var random = Random(seed: 1)
    return (0..<count).map { index in
      Account(
        id: 100_000 + index, uuid: random.hex(32), isActive: random.flag(),
        name: "\(random.word()) \(random.word())",
        email: "\(random.word()).\(random.word())@example.com",
        phone: random.flag() ? "+49 30 \(random.number(9_999_999))" : nil,
        company: "\(random.word()) GmbH & Cie", title: random.flag() ? random.word() : nil,
        age: random.number(90),
        balance: Double(random.number(10_000_000)) / 100, score: random.unit(),
        tags: (0..<5).map { _ in random.word() },
        address: .init(
          street: "\(random.word()) Straße \(random.number(200))", city: random.word(),
          zip: "\(10_000 + random.number(80_000))",
          country: "DE"),
        about: random.sentence(30),
        registeredAt: "2024-0\(1 + random.number(9))-1\(random.number(10))T08:09:10Z",
        updatedAt: "2025-0\(1 + random.number(9))-1\(random.number(10))T18:19:20Z",
        latitude: random.unit() * 180 - 90,
        longitude: random.unit() * 360 - 180, friends: (0..<8).map { _ in random.number(100_000) },
        language: "de",
        timezone: "Europe/Berlin", followers: random.number(10_000), following: random.number(1000),
        website: random.flag() ? "https://example.com/\(random.word())" : nil, isVerified: random.flag(),
        theme: "dark")
    }
  }

  // MARK: Coordinates: numbers only

  struct Feature: Codable, Equatable {
    var type = "Polygon"
    var coordinates: [[[Double]]]
  }

  static func features(_ count: Int) -> [Feature] {
    var random = Random(seed: 2)
    return (0..<count).map { _ in
      Feature(
        coordinates: (0..<2).map { _ in
          (0..<200).map { _ in
            [random.unit() * 360 - 180, random.unit() * 180 - 90, Double(random.number(90_000)) / 10]
          }
        })
    }
  }

  // MARK: A catalogue of small objects and maps

  struct Product: Codable, Equatable {
    struct Price: Codable, Equatable {
      var amount: Double
      var currency: String
    }
    var sku: String
    var price: Price
    var stock: [String: Int]
    var attributes: [String: String]
    var related: [Reference]
    struct Reference: Codable, Equatable {
      var id: Int
      var kind: Kind
    }
    enum Kind: String, Codable { case similar, newer, cheaper }
  }

  static func products(_ count: Int) -> [String: Product] {
    var random = Random(seed: 3)
    let kinds = [Product.Kind.similar, .newer, .cheaper]
    return Dictionary(
      uniqueKeysWithValues: (0..<count).map { index in
        (
          "product-\(index)",
          Product(
            sku: random.hex(12), price: .init(amount: Double(random.number(100_000)) / 100, currency: "EUR"),
            stock: ["berlin": random.number(100), "paris": random.number(100), "madrid": random.number(100)],
            attributes: ["color": random.word(), "size": random.word(), "material": random.word()],
            related: (0..<4).map { _ in .init(id: random.number(100_000), kind: kinds[random.number(3)]) })
        )
      })
  }

  // MARK: Long strings with escapes and other alphabets

  struct Article: Codable, Equatable {
    var title: String
    var html: String
    var translated: String
    var log: String
  }

  static func articles(_ count: Int) -> [Article] {
    var random = Random(seed: 4)
    return (0..<count).map { _ in
      Article(
        title: random.sentence(6),
        html: (0..<20).map { _ in "<p class=\"x\">\(random.sentence(20))</p>\n" }.joined(),
        translated: (0..<60).map { _ in
          ["прекрасный", "мир", "日本語の文章", "é à ü", "😀", "العربية"][random.number(6)]
        }.joined(separator: " "),
        log: (0..<30).map { _ in "C:\\temp\\\(random.word())\t\(random.number(10_000))\r\n" }.joined())
    }
  }

  // MARK: Deep nesting

  final class Node: Codable, Equatable {
    let name: String
    let weight: Int
    let children: [Node]
    init(name: String, weight: Int, children: [Node]) {
      self.name = name
      self.weight = weight
      self.children = children
    }
    static func == (left: Node, right: Node) -> Bool {
      left.name == right.name && left.weight == right.weight && left.children == right.children
    }
  }

  static func trees(_ count: Int) -> [Node] {
    var random = Random(seed: 5)
    return (0..<count).map { _ in
      var node = Node(name: "leaf", weight: 0, children: [])
      for depth in 0..<60 {
        let leaf = Node(name: random.word(), weight: random.number(1000), children: [])
        node = Node(name: "level\(depth)", weight: depth, children: [leaf, node])
      }
      return node
    }
  }
}

/// A seeded generator of random numbers (SplitMix64), words and sentences.
struct Random: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
  mutating func flag() -> Bool { next() & 1 == 0 }
  mutating func number(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
  mutating func hex(_ count: Int) -> String {
    var text = ""
    while text.utf8.count < count { text += String(next(), radix: 16) }
    return String(text.prefix(count))
  }
  private static let words = [
    "lorem", "ipsum", "dolor", "sit", "amet", "consetetur", "sadipscing", "elitr", "sed", "diam", "nonumy",
    "eirmod",
    "tempor", "Müller", "Zoë", "naïve", "façade", "résumé",
  ]
  mutating func word() -> String { Self.words[number(Self.words.count)] }
  mutating func sentence(_ count: Int) -> String {
    (0..<count).map { _ in word() }.joined(separator: " ") + "."
  }
}
