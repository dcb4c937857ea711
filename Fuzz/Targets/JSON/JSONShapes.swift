import FoundationEssentials
import SluiceJSON
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

/// The kind of a decoding error.
enum DecodingFailureKind { case corrupted, missingKey, mismatch, missingValue, other }

/// The outcome of decoding: a value, or the kind and the coding path of an error.
enum DecodingOutcome<Value> {
  case value(Value)
  case failure(kind: DecodingFailureKind, path: [String])

  init(_ body: () throws -> Value) {
    do {
      self = .value(try body())
    } catch let error as DecodingError {
      switch error {
      case .dataCorrupted(let context): self = Self.failed(.corrupted, context)
      case .keyNotFound(_, let context): self = Self.failed(.missingKey, context)
      case .typeMismatch(_, let context): self = Self.failed(.mismatch, context)
      case .valueNotFound(_, let context): self = Self.failed(.missingValue, context)
      @unknown default: self = .failure(kind: .other, path: [])
      }
    } catch {
      self = .failure(kind: .other, path: ["\(error)"])
    }
  }

  private static func failed(_ kind: DecodingFailureKind, _ context: DecodingError.Context) -> DecodingOutcome
  {
    .failure(kind: kind, path: context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue })
  }

  func map<Other>(_ transform: (Value) -> Other) -> DecodingOutcome<Other> {
    switch self {
    case .value(let value): .value(transform(value))
    case .failure(let kind, let path): .failure(kind: kind, path: path)
    }
  }
}

extension DecodingOutcome: Equatable where Value: Equatable {}

extension JSON.Decoder {
  /// Returns whether a document that can be decoded contains NaN, so that two values of it are not equal.
  ///
  /// However the document spells NaN, it cannot be decoded if NaN is spelled with more bytes than the document has.
  func decodesNaN<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) -> Bool {
    guard
      case .convertFromString(let positiveInfinity, let negativeInfinity, _) =
        nonConformingFloatDecodingStrategy
    else { return false }
    var decoder = self
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: positiveInfinity, negativeInfinity: negativeInfinity,
      nan: String(repeating: "n", count: bytes.count + 1))
    return (try? decoder.decode(type, from: bytes)) == nil
  }
}
