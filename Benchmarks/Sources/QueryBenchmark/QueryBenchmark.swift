import BenchmarkReport
import Foundation
import SluiceCoding

/// Times queries of one size, of twice that size, and with `URLComponents`, in alternating runs.
///
///     QueryBenchmark [--rounds N] [--growth] [--json FILE]
///
/// - `--rounds`: The number of rounds, whose fastest counts. Defaults to 15.
/// - `--growth`: Measures growing queries only.
///
/// Exits with 1 if a bar is missed.
@main
struct QueryBenchmark {
  /// The time that may be taken compared with `URLComponents`.
  static let peerLimit = 1.2
  static let rounds = Arguments.number(after: "--rounds") ?? 15

  static func main() throws {
    if Arguments.contains("--growth") { return try measureGrowth() }
    print("query coding: fastest of \(rounds) alternating runs")
    var areMet = true
    for entry in cases {
      let times = try entry.times(entry.count, rounds)
      let ratio = times.twice / times.once
      var line =
        "\(entry.name): \(milliseconds(times.once)), twice the size \(milliseconds(times.twice)), ratio \(rounded(ratio, 2))"
      var isMet = ratio < 2.5
      if let limit = entry.limit {
        isMet = isMet && times.once < limit
        line += ", bar \(milliseconds(limit))"
        Report.add("query", entry.name, times.once * 1000, "ms", bar: limit * 1000)
      }
      Report.add(
        "query", "\(entry.name), twice the size", times.twice * 1000, "ms",
        peer: .init("half of it", times.once * 1000),
        bar: 2.5)
      if let peer = times.peer {
        isMet = isMet && times.once / peer < peerLimit
        line += ", URLComponents \(milliseconds(peer)), ratio \(rounded(times.once / peer, 2))"
        Report.add(
          "query", entry.name, times.once * 1000, "ms", peer: .init("URLComponents", peer * 1000),
          bar: peerLimit)
      }
      print(isMet ? "  ok  " : "  OVER", line)
      areMet = areMet && isMet
    }
    if !areMet { exit(1) }
  }

  /// Measures the cases with a growing number of keys that the growth curves show.
  static func measureGrowth() throws {
    for entry in cases where entry.isCurve {
      for count in [1, 10, 100, 1000, 10_000, 100_000] {
        let times = try entry.times(count, count < 1000 ? 100 : min(rounds, 5))
        Report.add(
          "growth", "query, \(entry.work)", times.once * 1000, "ms",
          peer: times.peer.map { .init("URLComponents", $0 * 1000) }, point: ("keys", count))
      }
    }
  }

  static let cases: [Case] = [
    .encoding("encode a dictionary", of: "keys", 16_000, limit: 0.050, isCurve: true) { count in
      Dictionary(uniqueKeysWithValues: (0..<count).map { ("key\($0)", "value \($0)") })
    } peer: { value in
      var components = URLComponents()
      components.queryItems = value.map { URLQueryItem(name: $0, value: $1) }
      return components.percentEncodedQuery?.utf8.count ?? 0
    },
    .encoding("encode an array", of: "numbers", 100_000) {
      ["a": Array(0..<$0)]
    } peer: { value in
      var components = URLComponents()
      components.queryItems = value["a"]?.map { URLQueryItem(name: "a[]", value: "\($0)") }
      return components.percentEncodedQuery?.utf8.count ?? 0
    },
    // `URLComponents` has no nested values.
    .encoding("encode an array", of: "objects", 10_000) { count in
      ["a": (0..<count).map { ["id": "\($0)", "name": "näme & \($0)"] }]
    },
    .decoding("decode a dictionary", of: "keys", 16_000, as: [String: String].self, isCurve: true) { count in
      (0..<count).map { "key\($0)=value%20\($0)" }.joined(separator: "&")
    } peer: { items in
      Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }.count
    },
    .decoding("decode an array", of: "numbers", 100_000, as: [String: [Int]].self) { count in
      (0..<count).map { "a%5B%5D=\($0)" }.joined(separator: "&")
    } peer: { items in
      items.filter { $0.name == "a[]" }.compactMap { $0.value.flatMap { Int($0) } }.count
    },
  ]

  /// The fastest times in seconds.
  struct Times {
    var once = Double.infinity
    var twice = Double.infinity
    /// The time of `URLComponents`.
    var peer: Double?
  }

  struct Case: Sendable {
    /// What is done, without the count.
    let work: String
    let name: String
    let count: Int
    let limit: Double?
    let isCurve: Bool
    /// Measures with a count and a number of rounds.
    let times: @Sendable (_ count: Int, _ rounds: Int) throws -> Times

    /// - Parameter peer: Encodes with `URLComponents`, and returns the number of bytes.
    static func encoding<Value: Encodable & SendableMetatype>(
      _ name: String, of what: String, _ count: Int, limit: Double? = nil, isCurve: Bool = false,
      _ make: @escaping @Sendable (Int) -> Value, peer: (@Sendable (Value) -> Int)? = nil
    ) -> Case {
      Case(work: name, name: "\(name) of \(count) \(what)", count: count, limit: limit, isCurve: isCurve) {
        count, rounds in
        let (small, large) = (make(count), make(count * 2))
        return try fastest(of: rounds) {
          _ = try Query.Encoder().encode(small)
        } twice: {
          _ = try Query.Encoder().encode(large)
        } peer: {
          peer.map { $0(small) > 0 }
        }
      }
    }

    /// - Parameter peer: Makes a value from the items of `URLComponents`, and returns its count.
    static func decoding<Value: Decodable & SendableMetatype>(
      _ name: String, of what: String, _ count: Int, as type: Value.Type, isCurve: Bool = false,
      _ make: @escaping @Sendable (Int) -> String, peer: (@Sendable ([URLQueryItem]) -> Int)? = nil
    ) -> Case {
      Case(work: name, name: "\(name) of \(count) \(what)", count: count, limit: nil, isCurve: isCurve) {
        count, rounds in
        let (small, large) = (make(count), make(count * 2))
        return try fastest(of: rounds) {
          _ = try Query.Decoder().decode(type, from: small)
        } twice: {
          _ = try Query.Decoder().decode(type, from: large)
        } peer: {
          peer.map { peer in
            var components = URLComponents()
            components.percentEncodedQuery = small
            return peer(components.queryItems ?? []) == count
          }
        }
      }
    }
  }

  /// - Parameter peer: Returns whether its result is as expected, or `nil` if there is no peer.
  static func fastest(
    of rounds: Int, once: () throws -> Void, twice: () throws -> Void, peer: () -> Bool?
  ) rethrows -> Times {
    var best = Times()
    for _ in 0..<rounds {
      best.once = min(best.once, try seconds(once))
      best.twice = min(best.twice, try seconds(twice))
      var isExpected: Bool?
      let time = seconds { isExpected = peer() }
      guard let isExpected else { continue }
      precondition(isExpected, "URLComponents has another result")
      best.peer = min(best.peer ?? .infinity, time)
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
