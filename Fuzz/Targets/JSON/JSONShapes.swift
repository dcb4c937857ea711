import FoundationEssentials
import SluiceSupport

/// Types that a document may be decoded as, which have most kinds of members.
enum JSONShapes {
  struct Record: Codable, Equatable {
    var id: Int
    var small: UInt8?
    var large: Int128?
    var ratio: Double?
    var near: Float?
    var isOpen: Bool?
    var name: String
    var tags: [String]?
    var table: [String: Int]?
    var grid: [[Double]]?
    var date: Date?
    var data: Data?
    var url: URL?
    var price: Decimal?
    var suit: Suit?
    var shape: Shape?
    var children: [Record]?
    // These names are longer than a block of the scanner, or share all but their last bytes with another.
    var aMemberWhoseNameIsLongerThanSixtyFourBytesAndDiffersAtItsVeryEndOnly1: Int?
    var aMemberWhoseNameIsLongerThanSixtyFourBytesAndDiffersAtItsVeryEndOnly2: Int?
    var sixteen_bytes_ab: Int?
    var sixteen_bytes_ac: Int?
    var eight_by: Int?
    var eight_bz: Int?
  }

  enum Suit: String, Codable { case hearts, spades }

  enum Shape: Codable, Equatable {
    case dot
    case circle(radius: Double)
  }

  /// A value that is decoded through its own container, and not by the fast paths for arrays of its type.
  struct Boxed<Value: Decodable & Equatable>: Decodable, Equatable {
    let value: Value

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(Value.self)
    }
  }

  /// A type with more members than the decoder searches one by one.
  struct Wide: Decodable, Equatable {
    let values: [Int?]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyCodingKey.self)
      // The keys are out of order, and some are repeated.
      values = try (0..<40).map { number in
        try container.decodeIfPresent(Int.self, forKey: AnyCodingKey(stringValue: "k\(number * 7 % 33)"))
      }
    }
  }
}
