import Foundation
import SluiceCoding

/// Times queries of one size and of twice that size in alternating runs, and prints milliseconds and the ratio.
///
/// Exits with 1 if a bar is missed.
@main
struct QueryBenchmark {
  static func main() throws {
    print("query coding: fastest of 15 alternating runs")
    var areMet = true
    for entry in cases {
      let (once, twice) = try entry.times()
      let ratio = twice / once
      var line =
        "\(entry.name): \(milliseconds(once)), twice the size \(milliseconds(twice)), ratio \(rounded(ratio, 2))"
      var isMet = ratio < 2.5
      if let limit = entry.limit {
        isMet = isMet && once < limit
        line += ", bar \(milliseconds(limit))"
      }
      print(isMet ? "  ok  " : "  OVER", line)
      areMet = areMet && isMet
    }
    if !areMet { exit(1) }
  }

  static let cases: [Case] = [
    .encoding("encode a dictionary of 16,000 keys", 16_000, limit: 0.050) { count in
      Dictionary(uniqueKeysWithValues: (0..<count).map { ("key\($0)", "value \($0)") })
    },
    .encoding("encode an array of 100,000 numbers", 100_000) { ["a": Array(0..<$0)] },
    .encoding("encode 10,000 objects in an array", 10_000) { count in
      ["a": (0..<count).map { ["id": "\($0)", "name": "näme & \($0)"] }]
    },
    .decoding("decode a dictionary of 16,000 keys", 16_000, as: [String: String].self) { count in
      (0..<count).map { "key\($0)=value+\($0)" }.joined(separator: "&")
    },
    .decoding("decode an array of 100,000 numbers", 100_000, as: [String: [Int]].self) { count in
      (0..<count).map { "a%5B%5D=\($0)" }.joined(separator: "&")
    },
  ]

  /// A measurement in seconds of one size and of twice that size.
  struct Case: Sendable {
    let name: String
    var limit: Double?
    let times: @Sendable () throws -> (Double, Double)

    static func encoding<Value: Encodable & SendableMetatype>(
      _ name: String, _ count: Int, limit: Double? = nil, _ make: @escaping @Sendable (Int) -> Value
    ) -> Case {
      Case(name: name, limit: limit) {
        let (small, large) = (make(count), make(count * 2))
        return try fastest {
          _ = try Query.Encoder().encode(small)
        } _: {
          _ = try Query.Encoder().encode(large)
        }
      }
    }

    static func decoding<Value: Decodable & SendableMetatype>(
      _ name: String, _ count: Int, as type: Value.Type, _ make: @escaping @Sendable (Int) -> String
    ) -> Case {
      Case(name: name) {
        let (small, large) = (make(count), make(count * 2))
        return try fastest {
          _ = try Query.Decoder().decode(type, from: small)
        } _: {
          _ = try Query.Decoder().decode(type, from: large)
        }
      }
    }
  }

  static func fastest(_ first: () throws -> Void, _ second: () throws -> Void) rethrows -> (Double, Double) {
    var best = (Double.infinity, Double.infinity)
    for _ in 0..<15 {
      best.0 = min(best.0, try seconds(first))
      best.1 = min(best.1, try seconds(second))
    }
    return best
  }

  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try work()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  static func milliseconds(_ seconds: Double) -> String { rounded(seconds * 1000, 1) + " ms" }

  static func rounded(_ value: Double, _ places: Int) -> String { String(format: "%.\(places)f", value) }
}
