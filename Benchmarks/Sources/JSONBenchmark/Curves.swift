import BenchmarkReport
import Foundation
import SluiceJSON

/// Measures growing documents, and growing numbers of keys, with Sluice and Foundation in turn.
struct Curves {
  /// The size of the largest document in bytes.
  let largest: Int

  func measure() throws {
    // An account has about 1 KB.
    for count in [1, 10, 100, 1000, 10_000, 100_000] where count * 1000 <= largest {
      try measure("JSON, wide objects", Documents.accounts(count), at: nil)
    }
    for count in [1, 10, 100, 1000, 10_000, 100_000, 1_000_000] where count * 20 <= largest {
      let value = Dictionary(uniqueKeysWithValues: (0..<count).map { ("key\($0)", $0) })
      try measure("JSON, an object", value, at: ("keys", count))
    }
  }

  /// - Parameter point: Defaults to the bytes of the document.
  private func measure<T: Codable>(_ name: String, _ value: T, at point: (by: String, at: Int)?) throws {
    let bytes = try JSON.Encoder().encode(value)
    let data = Data(bytes)
    let rounds = max(3, min(1000, 2_000_000 / bytes.count))
    try compare("\(name), decode", rounds, point ?? ("bytes of JSON", bytes.count)) {
      _ = try JSON.Decoder().decode(T.self, from: bytes)
    } foundation: {
      _ = try JSONDecoder().decode(T.self, from: data)
    }
    try compare("\(name), encode", rounds, point ?? ("bytes of JSON", bytes.count)) {
      _ = try JSON.Encoder().encode(value)
    } foundation: {
      _ = try JSONEncoder().encode(value)
    }
  }

  private func compare(
    _ what: String, _ rounds: Int, _ point: (by: String, at: Int), _ ours: () throws -> Void,
    foundation: () throws -> Void
  ) throws {
    var best = (ours: Double.infinity, foundation: Double.infinity)
    for _ in 0..<rounds {
      best.ours = min(best.ours, try ContinuousClock().measure(ours) / .milliseconds(1))
      best.foundation = min(best.foundation, try ContinuousClock().measure(foundation) / .milliseconds(1))
    }
    print("\(what), \(point.at) \(point.by): \(best.ours), \(best.foundation) ms")
    Report.add("growth", what, best.ours, "ms", peer: .init("Foundation", best.foundation), point: point)
  }
}
