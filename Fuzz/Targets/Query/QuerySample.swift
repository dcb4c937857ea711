import FoundationEssentials
import SluiceCoding
import SluiceFuzz

/// A type with a property of every kind that a query can be decoded as.
struct QuerySample: Codable {
  enum Choice: String, Codable { case left, right }
  enum Shape: Codable {
    case dot
    case circle(radius: Double)
    case line(Int, Int)
  }
  struct Point: Codable {
    var x: Int8
    var y: UInt64?
  }

  var text: String?
  var number: Int?
  var wide: Int128?
  var real: Double?
  var small: Float?
  var isOn: Bool?
  var date: Date?
  var data: Data?
  var link: URL?
  var price: Decimal?
  var choice: Choice?
  var shape: Shape?
  var point: Point?
  var list: [String]?
  var points: [Point]?
  var rows: [[Int]]?
  var table: [String: String]?
  var numbers: [Int: Bool]?
  var containers: QueryContainers?
  /// Nested samples, as deep as the query goes.
  var nested: [QuerySample]?

  /// Checks that a decoded sample can be encoded, and that the result is the same when it is decoded and encoded again.
  ///
  /// Samples that a query cannot represent are skipped.
  static func check(_ pairs: Query.Pairs, _ decoder: Query.Decoder) throws {
    let sample: QuerySample
    do {
      sample = try decoder.decode(QuerySample.self, from: pairs)
    } catch is DecodingError {
      return
    }
    var encoder = Query.Encoder()
    encoder.arrays = .indexed
    encoder.nesting = decoder.nesting
    encoder.nils = decoder.nils
    encoder.maximumDepth = decoder.maximumDepth + 1
    let written = try encoder.pairs(for: sample)
    guard !sample.isLost, !(sample.keys.contains { $0.utf8.contains { "[].".utf8.contains($0) } }) else {
      return
    }
    var again = Query.Decoder(reading: encoder)
    again.maximumDepth = decoder.maximumDepth + 1
    let rewritten = try encoder.pairs(for: try again.decode(QuerySample.self, from: written))
    // Elements that encode as nothing lose their indexes, so digits in names are not compared.
    let isSame =
      written.count == rewritten.count
      && zip(written, rewritten).allSatisfy {
        withoutDigits($0.name) == withoutDigits($1.name)
          && ($0.value ?? "").utf8.elementsEqual(($1.value ?? "").utf8)
      }
    try require(isSame, "encoded again:\n  \(written.string())\n  \(rewritten.string())")
  }

  private static func withoutDigits(_ name: String) -> [UInt8] {
    name.utf8.filter { !(0x30...0x39).contains($0) }
  }

  /// Whether the sample has an empty dictionary, which is encoded as nothing and decoded as `nil`.
  private var isLost: Bool {
    table?.isEmpty == true || numbers?.isEmpty == true || (nested ?? []).contains(where: \.isLost)
  }

  /// The keys from the input, which a query cannot distinguish from its own brackets and dots.
  private var keys: [String] { Array((table ?? [:]).keys) + (nested ?? []).flatMap(\.keys) }
}
