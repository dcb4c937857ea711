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

// Declarations that the macro reads differently from the usual ones.

extension Macro {
  @JSONCodable struct Identifier: RawRepresentable { let rawValue: String }

  @JSONCodable struct Options: OptionSet { let rawValue: UInt8 }

  @JSONCodable enum Open: RawRepresentable {
    case known, other(String)

    init?(rawValue: String) { self = rawValue == "known" ? .known : .other(rawValue) }

    var rawValue: String {
      switch self {
      case .known: "known"
      case .other(let text): text
      }
    }
  }

  @JSONCodable enum Qualified: Swift.String { case first, second = "2nd" }

  @JSONCodable enum Wide: Int128 { case one = 1, large = 256 }

  @JSONCodable struct Ordered {
    var a: Int
    var b: Int?
    var c = 3

    enum CodingKeys: String, CodingKey { case c, a, b }
  }

  @JSONCodable struct Parenthesized { var a: (Int?), b: ((Int)?) }

  @JSONCodable enum Accented {
    case élan(Int)

    enum élanCodingKeys: String, CodingKey { case _0 = "value" }
  }
}

extension Plain {
  struct Identifier: RawRepresentable, Codable { let rawValue: String }

  struct Options: OptionSet, Codable { let rawValue: UInt8 }

  enum Open: RawRepresentable, Codable {
    case known, other(String)

    init?(rawValue: String) { self = rawValue == "known" ? .known : .other(rawValue) }

    var rawValue: String {
      switch self {
      case .known: "known"
      case .other(let text): text
      }
    }
  }

  enum Qualified: String, Codable { case first, second = "2nd" }

  enum Wide: Int128, Codable { case one = 1, large = 256 }

  struct Ordered: Codable {
    var a: Int
    var b: Int?
    var c = 3

    enum CodingKeys: String, CodingKey { case c, a, b }
  }

  struct Parenthesized: Codable { var a: (Int?), b: ((Int)?) }

  enum Accented: Codable {
    case élan(Int)

    enum élanCodingKeys: String, CodingKey { case _0 = "value" }
  }
}

// Declarations that have to compile without warnings.

/// A type whose extensions contain types.
public enum Library {}

extension Library {
  @JSONCodable struct Internal { var a: Int }
}

// swift-format-ignore: NoAccessLevelOnExtensionDeclaration
public extension Library {
  @JSONCodable struct Public { var a: Int }

  @JSONCodable enum Case { case a(Int), b }

  @JSONCodable internal struct Internal2 { var a: Int }
}

@usableFromInline @JSONCodable struct Usable { var a: Int }

@usableFromInline @JSONCodable enum UsableCase { case a(Int) }

/// A type with members that have been replaced.
@JSONCodable struct Deprecated {
  @available(*, deprecated) var old: Int
  var new: Int

  @JSONCodable enum Case {
    @available(*, deprecated) case old(Int)
    case new
  }
}

/// A type whose nested types have the names of types that the macro needs.
@JSONCodable struct Shadowing {
  @JSONCodable struct String { var a: Int }
  @JSONCodable struct CodingKey { var a: Int }
  @JSONCodable struct Decodable { var a: Int }
  @JSONCodable struct Decoder { var a: Int }
  @JSONCodable struct Encoder { var a: Int }

  var text: String
  var key: CodingKey?
  var value: Decodable
  var coders: [Decoder]
  var encoder: Encoder?
}

/// A type whose computed property replaces a stored one in the compiler's initializer.
@JSONCodable struct Accessed: Equatable {
  private var stored: Int
  var doubled: Int {
    @storageRestrictions(initializes: stored)
    init(value) { stored = value / 2 }
    get { stored * 2 }
    set { stored = newValue / 2 }
  }
}

@JSONCodable enum Labels: Equatable { case both(`in`: Int, `self`: Int, `inout`: Int) }
