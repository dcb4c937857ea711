import Foundation
import SluiceJSON

/// Checks that doubles with random bits are encoded as the shortest text, as Swift prints them, and decoded to the same
/// bits.
enum Doubles {
  static func check(_ count: Int) throws {
    var random = Random(seed: 6)
    var checked = 0
    while checked < count {
      let values = (0..<10_000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
      let bytes = try JSON.Encoder().encode(values)
      let expected = values.map { value in
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
      }
      guard String(decoding: bytes, as: UTF8.self) == "[\(expected.joined(separator: ","))]",
        try JSON.Decoder().decode([Double].self, from: bytes).map(\.bitPattern) == values.map(\.bitPattern)
      else { fatalError("a double did not survive the round trip") }
      checked += values.count
    }
    print("\(checked) doubles with random bits: encoded as Swift prints them, decoded exactly")
  }
}
