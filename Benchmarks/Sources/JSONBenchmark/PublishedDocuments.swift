import BenchmarkReport
import Foundation
import SluiceJSON

/// Measures the published documents that others measure with, from a folder that the caller names.
///
/// Foundation, Sluice through `Codable`, and Sluice with types that read and write themselves take turns. Then
/// `documents.py` measures msgspec and orjson, if a Python that has them is named.
struct PublishedDocuments {
  let folder: String
  let rounds: Int
  let python: String?
  /// Whether callgrind counts instructions.
  let countsInstructions: Bool

  /// What takes turns.
  private static let ways = ["Foundation", "Codable", "direct"]

  func measure() throws {
    print(
      "microseconds, best of \(rounds)   Foundation   Codable    direct   msgspec    orjson   msgspec / direct"
        + (countsInstructions ? "   millions of instructions" : ""))
    for name in ["twitter", "citm_catalog", "canada"] {
      guard let document = try operations(name) else {
        print("\(path(name)) is missing")
        continue
      }
      let others =
        try python.map { try PythonPeers(python: $0, rounds: rounds).measure(name, path(name)) } ?? [:]
      for (what, operations) in [("decode", document.decoding), ("encode", document.encoding)] {
        let times = try best(operations)
        let instructions =
          countsInstructions ? try Self.ways.map { try countInstructions(name, what, $0) } : []
        let peers = others.mapValues { what == "decode" ? $0.decoding : $0.encoding }
        printRow("\(name), \(what)", times, peers, instructions)
        Report.add(
          "JSON", "\(name), \(what), Codable", times[1] / 1000, "ms",
          peer: .init("Foundation", times[0] / 1000))
        for (peer, time) in peers.sorted(by: { $0.key < $1.key }) {
          Report.add(
            "JSON", "\(name), \(what), direct", times[2] / 1000, "ms", peer: .init(peer, time / 1000))
        }
      }
    }
  }

  /// Performs an operation a number of times, for tools that count instructions.
  ///
  /// - Parameter operation: The document, `decode` or `encode`, and the way, with spaces between them.
  func perform(_ operation: String, times: Int) throws {
    let words = operation.split(separator: " ").map(String.init)
    guard words.count == 3, let document = try operations(words[0]),
      let way = Self.ways.firstIndex(of: words[2])
    else { fatalError("unknown operation: \(operation)") }
    for _ in 0..<times { try (words[1] == "decode" ? document.decoding : document.encoding)[way]() }
  }

  private func path(_ name: String) -> String { "\(folder)/\(name).json" }

  private typealias Operations = (decoding: [() throws -> Void], encoding: [() throws -> Void])

  /// Returns what is measured with a document, or `nil` if it is missing.
  private func operations(_ name: String) throws -> Operations? {
    guard let data = FileManager.default.contents(atPath: path(name)) else { return nil }
    return switch name {
    case "twitter": try operations(data, PlainDocuments.Twitter.self, DirectDocuments.Twitter.self)
    case "citm_catalog": try operations(data, PlainDocuments.Catalog.self, DirectDocuments.Catalog.self)
    default: try operations(data, PlainDocuments.Geography.self, DirectDocuments.Geography.self)
    }
  }

  private func operations<Plain: Codable & Equatable, Direct: Codable & Equatable>(
    _ data: Data, _ plain: Plain.Type, _ direct: Direct.Type
  ) throws -> Operations {
    let bytes = [UInt8](data)
    let (foundation, (decoder, encoder)) = ((JSONDecoder(), JSONEncoder()), (JSON.Decoder(), JSON.Encoder()))
    let plainValue = try decoder.decode(plain, from: bytes)
    let directValue = try decoder.decode(direct, from: bytes)
    guard try foundation.0.decode(plain, from: data) == plainValue,
      try decoder.decode(plain, from: encoder.encode(directValue)) == plainValue,
      try decoder.decode(direct, from: encoder.encode(plainValue)) == directValue
    else { fatalError("\(plain): the results differ") }
    return (
      [
        { _ = try foundation.0.decode(plain, from: data) }, { _ = try decoder.decode(plain, from: bytes) },
        { _ = try decoder.decode(direct, from: bytes) },
      ],
      [
        { _ = try foundation.1.encode(plainValue) }, { _ = try encoder.encode(plainValue) },
        { _ = try encoder.encode(directValue) },
      ]
    )
  }

  /// Returns the instructions of an operation: the difference between performing it three times and once.
  private func countInstructions(_ name: String, _ what: String, _ way: String) throws -> Double {
    let counts = try [1, 3].map { times in
      try PythonPeers.output(
        of: "/usr/bin/valgrind",
        [
          "--tool=callgrind", "--callgrind-out-file=/dev/null", CommandLine.arguments[0], "--documents",
          folder,
          "--perform", "\(name) \(what) \(way)", "--times", "\(times)",
        ])
    }.map { text in
      text.split(separator: "\n").last { $0.contains("Collected") }?.split(separator: " ").last.flatMap {
        Double($0)
      }
        ?? .nan
    }
    return (counts[1] - counts[0]) / 2
  }

  /// Returns the fewest microseconds that each operation took, when all took turns.
  private func best(_ operations: [() throws -> Void]) throws -> [Double] {
    var best = operations.map { _ in Double.infinity }
    for _ in 0..<rounds {
      for (index, operation) in operations.enumerated() {
        best[index] = min(best[index], try ContinuousClock().measure(operation) / .microseconds(1))
      }
    }
    return best
  }

  private func printRow(
    _ name: String, _ ours: [Double], _ others: [String: Double], _ instructions: [Double]
  ) {
    let times = ours + ["msgspec", "orjson"].map { others[$0] ?? .nan }
    let columns = times.map { String(format: "%10.0f", $0) }.joined()
    let ratio = String(format: "%10.2f", times[3] / times[2])
    let counts = instructions.map { String(format: "%10.2f", $0 / 1e6) }.joined()
    print(name.padding(toLength: 26, withPad: " ", startingAt: 0) + columns + ratio + "        " + counts)
  }
}
