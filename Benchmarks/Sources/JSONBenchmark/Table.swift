import BenchmarkReport
import Foundation
import SluiceJSON

/// The table of rates of both engines in MB/s, with their ratios.
struct Table {
  let rounds: Int
  let only: String?
  let what: String?
  /// Whether Foundation is left out, for profiling.
  let ours: Bool
  /// The Python that has msgspec and orjson, or `nil` to measure without.
  let python: String?
  private var ratios: [String: [Double]] = [:]

  init(rounds: Int, only: String?, what: String?, ours: Bool, python: String?) {
    self.rounds = rounds
    self.only = only
    self.what = what
    self.ours = ours
    self.python = python
  }

  /// Whether only a part of the measurements is selected.
  var isPartial: Bool { only != nil || what != nil || ours }

  func printHead() {
    print("MB/s, best of \(rounds)         Sluice  Foundation  ratio")
  }

  mutating func measure<T: Codable & Equatable>(_ name: String, _ value: T) throws {
    if let only, !name.hasPrefix(only) { return }
    // Keys are in declared order, as most servers send them.
    let bytes = try JSON.Encoder().encode(value)
    let data = Data(bytes)
    guard try ours || JSON.Decoder().decode(T.self, from: bytes) == JSONDecoder().decode(T.self, from: data),
      try JSON.Decoder().decode(T.self, from: JSON.Encoder().encode(value)) == value
    else { fatalError("\(name): the results differ") }
    print("\(name), \(bytes.count / 1000) KB")
    let decoding = try compare(name, "decode", bytes.count) {
      _ = try JSON.Decoder().decode(T.self, from: bytes)
    } foundation: {
      _ = try JSONDecoder().decode(T.self, from: data)
    }
    let encoding = try compare(name, "encode", bytes.count) {
      _ = try JSON.Encoder().encode(value)
    } foundation: {
      _ = try JSONEncoder().encode(value)
    }
    let parsing = try compare(name, "value", bytes.count) {
      _ = try JSON.Value(parsing: bytes)
    } foundation: {
      _ = try JSONSerialization.jsonObject(with: data)
    }
    guard let python else { return }
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let peers = try PythonPeers(python: python, rounds: rounds).measure(name, file.path)
    // msgspec decodes into types, orjson into dictionaries and lists.
    for (what, ours, peer, theirs) in [
      ("decode", decoding, "msgspec", peers["msgspec"]?.decoding),
      ("encode", encoding, "msgspec", peers["msgspec"]?.encoding),
      ("encode", encoding, "orjson", peers["orjson"]?.encoding),
      ("value", parsing, "orjson", peers["orjson"]?.decoding),
    ] {
      guard let ours, let theirs else { continue }
      let (milliseconds, ratio) = (theirs / 1000, ours * 1000 / theirs)
      print("  \(what) / \(peer)      \(String(format: "%.2f", ratio)) of its time")
      Report.add("JSON", "\(name), \(what)", ours, "ms", peer: .init(peer, milliseconds))
    }
  }

  /// - Returns: The time of Sluice in milliseconds, or `nil` if it is not compared.
  private mutating func compare(
    _ name: String, _ what: String, _ count: Int, _ ours: () throws -> Void, foundation: () throws -> Void
  ) throws -> Double? {
    if let only = self.what, only != what { return nil }
    var best = (ours: Duration.seconds(1000), foundation: Duration.seconds(1000))
    for _ in 0..<rounds {
      best.ours = min(best.ours, try ContinuousClock().measure(ours))
      if !self.ours { best.foundation = min(best.foundation, try ContinuousClock().measure(foundation)) }
    }
    func rate(_ time: Duration) -> String {
      String(format: "%9.1f", Double(count) / 1e6 / (time / .seconds(1)))
    }
    if self.ours {
      print("  \(what)               \(rate(best.ours))")
      return nil
    }
    let ratio = best.foundation / best.ours
    ratios[what, default: []].append(ratio)
    Report.add(
      "JSON", "\(name), \(what)", best.ours / .milliseconds(1), "ms",
      peer: .init("Foundation", best.foundation / .milliseconds(1)))
    print(
      "  \(what)               \(rate(best.ours))   \(rate(best.foundation))  \(String(format: "%5.1f", ratio))"
    )
    return best.ours / .milliseconds(1)
  }

  func printMeans() {
    for what in ["decode", "encode", "value"] {
      guard let ratios = ratios[what] else { continue }
      let mean = exp(ratios.map { log($0) }.reduce(0, +) / Double(ratios.count))
      let (times, least) = (String(format: "%.1f", mean), String(format: "%.1f", ratios.min() ?? 0))
      print("\(what): \(times) times as fast by geometric mean, at least \(least)")
    }
  }
}
