import FoundationEssentials
import SluiceCoding

/// A type with a property of every kind that queries are read as.
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
  /// Itself, as deep as the query goes.
  var nested: [QuerySample]?

  /// What is read can be written, unless it is nothing that a query can tell, and reads as the same again.
  static func check(_ pairs: QueryPairs, _ decoder: QueryDecoder) throws {
    let sample: QuerySample
    do {
      sample = try decoder.decode(QuerySample.self, from: pairs)
    } catch is DecodingError {
      return
    }
    var encoder = QueryEncoder()
    encoder.arrays = .indexed
    encoder.nesting = decoder.nesting
    encoder.nils = decoder.nils
    encoder.maxDepth = decoder.maxDepth + 1
    let written = try encoder.pairs(for: sample)
    guard !sample.isLost, !(sample.keys.contains { $0.utf8.contains { "[].".utf8.contains($0) } }) else {
      return
    }
    var again = QueryDecoder(reading: encoder)
    again.maxDepth = decoder.maxDepth + 1
    let rewritten = try encoder.pairs(for: try again.decode(QuerySample.self, from: written))
    // Of elements that write nothing the numbers are lost.
    let isSame =
      written.count == rewritten.count
      && zip(written, rewritten).allSatisfy {
        withoutDigits($0.name) == withoutDigits($1.name)
          && ($0.value ?? "").utf8.elementsEqual(($1.value ?? "").utf8)
      }
    try require(isSame, "written again:\n  \(written.text())\n  \(rewritten.text())")
  }

  private static func withoutDigits(_ name: String) -> [UInt8] {
    name.utf8.filter { !(0x30...0x39).contains($0) }
  }

  /// Whether there is a table without members, which is written as nothing, and read as nil.
  private var isLost: Bool {
    table?.isEmpty == true || numbers?.isEmpty == true || (nested ?? []).contains(where: \.isLost)
  }

  /// The names that come from outside, which a query cannot tell from its own brackets and dots.
  private var keys: [String] { Array((table ?? [:]).keys) + (nested ?? []).flatMap(\.keys) }
}
