import Foundation
import SluiceJSON

// Types with macros in `Macro`, and the same types with synthesized conformances in `Plain`.

enum Macro {
  @JSONCodable struct Account: Equatable {
    var id: Int64
    var name: String
    var ratio: Double?
    var flags: [Bool]
    var created: Date?
    var home: URL?
    var blob: Data?
    var price: Decimal?
    var table: [String: [Int]]?
    var spelled: Optional<Int>
    var `default`: Int?
    var a, b: Int
    var c = 4, d: String? = "x"
    var negative = -1
    let kind = "account"
    static let ignored = 1
    var computed: Int { 1 }
    var observed: Int { didSet {} }
    var suit: Suit?
    var shape: Shape?
    var shapes: [Shape]?
    var children: [Account]?
    var plain: Plain.Suit?
    var page: Page<Int>?
    var empty: Empty?
  }

  @JSONCodable enum Suit: String { case hearts, spades = "♠" }

  @JSONCodable enum Level: Int { case low = 1, high }

  @JSONCodable enum Shape: Equatable {
    case dot
    case circle(radius: Double)
    case both(Int, label: String?, _ third: Bool, [Shape])
    case `default`(in: Int)
    indirect case nested(Shape)
  }

  @JSONCodable struct Page<Element: Codable & Equatable>: Equatable {
    var elements: [Element]
    var next: Element?
  }

  @JSONCodable struct Empty: Equatable {}

  @JSONCodable struct Quoted: Equatable {
    var `inout`, `let`, `self`, `repeat`, `1st`, `two words`, plain: Int
  }
}

enum Plain {
  struct Account: Codable, Equatable {
    var id: Int64
    var name: String
    var ratio: Double?
    var flags: [Bool]
    var created: Date?
    var home: URL?
    var blob: Data?
    var price: Decimal?
    var table: [String: [Int]]?
    var spelled: Int?
    var `default`: Int?
    var a, b: Int
    var c = 4, d: String? = "x"
    var negative = -1
    var kind = "account"
    var observed: Int
    var suit: Suit?
    var shape: Shape?
    var shapes: [Shape]?
    var children: [Account]?
    var plain: Suit?
    var page: Page<Int>?
    var empty: Empty?

    enum CodingKeys: CodingKey {
      case id, name, ratio, flags, created, home, blob, price, table, spelled, `default`, a, b, c, d,
        negative
      case kind, observed, suit, shape, shapes, children, plain, page, empty
    }
  }

  enum Suit: String, Codable { case hearts, spades = "♠" }

  enum Level: Int, Codable { case low = 1, high }

  enum Shape: Codable, Equatable {
    case dot
    case circle(radius: Double)
    case both(Int, label: String?, _ third: Bool, [Shape])
    case `default`(in: Int)
    indirect case nested(Shape)
  }

  struct Page<Element: Codable & Equatable>: Codable, Equatable {
    var elements: [Element]
    var next: Element?
  }

  struct Empty: Codable, Equatable {}
}

/// A type with keys of each kind.
@JSONCodable @JSONKeys(.snakeCase) public struct Keys: Equatable, Sendable {
  /// The name.
  public var screenName: String
  /// The address.
  @JSONKey("URL \"quoted\"\n") public var baseURL: String?
  @JSONDefault(Keys.start + 1) var followerCount: Int
  /// The tags.
  @JSONDefault([String]()) public var tags: [String]
  var friend: String??
  @JSONDefault(Macro.Suit.hearts) var suit: Macro.Suit
  private var hidden = 7

  static let start = 10
}

/// A type with coding keys of its own, which leave out a property.
@JSONCodable struct OwnKeys: Equatable {
  var id: Int
  var note: String?
  var cache = 5

  enum CodingKeys: String, CodingKey {
    case id = "_id", note
  }
}

/// A type whose own initializer replaces the one with a parameter for each property.
@JSONCodable struct OwnInitializer: Equatable {
  var length: Int
  var unit: String?

  init(length: Int) { self.length = length }
}

/// The same, within a condition.
@JSONCodable struct ConditionalInitializer: Equatable {
  var length: Int

  #if true
    init(twice half: Int) { length = half * 2 }
  #endif
}

@JSONCodable enum OwnCases: Equatable {
  case text(String, size: Int)
  case none

  enum CodingKeys: String, CodingKey {
    case text = "TEXT", none
  }

  enum TextCodingKeys: String, CodingKey {
    case _0 = "value", size
  }
}

@JSONCodable enum Renamed: Equatable {
  @JSONKey("a case") case first(x: Int)
  case second
}

/// A type that declares the conformance whose members the macro writes.
@JSONCodable struct Declared: Codable, Hashable {
  @JSONDefault(1) var number: Int
}

@JSONReadable struct OnlyRead { var a: Int }

@JSONWritable struct OnlyWritten { var a: Int }
