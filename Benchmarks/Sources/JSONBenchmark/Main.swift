import Foundation
import SluiceCoding

/// Measures this engine and Foundation's in turns, and prints MB/s and ratios.
///
///     swift run -c release JSONBenchmark [--rounds N] [--only DOCUMENT] [--what decode|encode|value] [--ours] [--memory]
@main
struct Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    func value(after option: String) -> String? {
      arguments.firstIndex(of: option).flatMap {
        arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil
      }
    }
    if arguments.contains("--memory") {
      try Memory.measure("wide objects") { Documents.accounts(4000 * $0) }
      try Memory.measure("coordinates") { Documents.features(150 * $0) }
      try Memory.measure("catalogue") { Documents.products(8000 * $0) }
      try Memory.measure("long strings") { Documents.articles(800 * $0) }
      try Memory.measure("deep nesting") { Documents.trees(400 * $0) }
      try Memory.measure("one object") { count in
        Dictionary(uniqueKeysWithValues: (0..<100_000 * count).map { ("key\($0)", $0) })
      }
      try Memory.measure("one string") { [String(repeating: "0123456789", count: 2_500_000 * $0)] }
      return
    }
    let rounds = value(after: "--rounds").flatMap { Int($0) } ?? 5
    let only = value(after: "--only")
    var table = Table(
      rounds: rounds, only: only, what: value(after: "--what"), ours: arguments.contains("--ours"))
    table.printHead()
    try table.measure("wide objects", Documents.accounts(4000))
    try table.measure("coordinates", Documents.features(150))
    try table.measure("catalogue", Documents.products(8000))
    try table.measure("long strings", Documents.articles(800))
    try table.measure("deep nesting", Documents.trees(400))
    table.printMeans()
  }
}

struct Table {
  let rounds: Int
  let only: String?
  let what: String?
  /// Whether Foundation is left out, for profiles.
  let ours: Bool
  private var ratios: [String: [Double]] = [:]

  init(rounds: Int, only: String?, what: String?, ours: Bool) {
    self.rounds = rounds
    self.only = only
    self.what = what
    self.ours = ours
  }

  func printHead() {
    print("MB/s, best of \(rounds)         Sluice  Foundation  ratio")
  }

  mutating func measure<T: Codable & Equatable>(_ name: String, _ value: T) throws {
    if let only, !name.hasPrefix(only) { return }
    // Keys in declared order, as most servers send them.
    let bytes = try JSON.Encoder().encode(value)
    let data = Data(bytes)
    guard try JSON.Decoder().decode(T.self, from: bytes) == JSONDecoder().decode(T.self, from: data),
      try JSON.Decoder().decode(T.self, from: JSON.Encoder().encode(value)) == value
    else { fatalError("\(name): the results differ") }
    print("\(name), \(bytes.count / 1000) KB")
    try compare("decode", bytes.count) {
      _ = try JSON.Decoder().decode(T.self, from: bytes)
    } foundation: {
      _ = try JSONDecoder().decode(T.self, from: data)
    }
    try compare("encode", bytes.count) {
      _ = try JSON.Encoder().encode(value)
    } foundation: {
      _ = try JSONEncoder().encode(value)
    }
    try compare("value", bytes.count) {
      _ = try JSON.Value(parsing: bytes)
    } foundation: {
      _ = try JSONSerialization.jsonObject(with: data)
    }
  }

  private mutating func compare(
    _ what: String, _ count: Int, _ ours: () throws -> Void, foundation: () throws -> Void
  ) throws {
    if let only = self.what, only != what { return }
    var best = (ours: Duration.seconds(1000), foundation: Duration.seconds(1000))
    for _ in 0..<rounds {
      best.ours = min(best.ours, try ContinuousClock().measure(ours))
      if !self.ours { best.foundation = min(best.foundation, try ContinuousClock().measure(foundation)) }
    }
    let ratio = best.foundation / best.ours
    ratios[what, default: []].append(ratio)
    func rate(_ time: Duration) -> String {
      String(
        format: "%9.1f",
        Double(count) / 1e6 / (Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)))
    }
    print(
      "  \(what)               \(rate(best.ours))   \(rate(best.foundation))  \(String(format: "%5.1f", ratio))"
    )
  }

  func printMeans() {
    for what in ["decode", "encode", "value"] {
      guard let ratios = ratios[what] else { continue }
      let mean = exp(ratios.map { log($0) }.reduce(0, +) / Double(ratios.count))
      print(
        "\(what): \(String(format: "%.1f", mean)) times by geometric mean, \(String(format: "%.1f", ratios.min() ?? 0)) at least"
      )
    }
  }
}
