import Foundation
import Synchronization

/// The rows that a benchmark reports. `--json FILE` writes them, with each one that is added.
///
/// `Benchmarks/report.py` describes the members of a row. It does the same for benchmarks in Python.
public enum Report {
  private struct Row: Codable {
    var area: String
    var what: String
    var figure: Double
    var unit: String
    var peer: String?
    var peerFigure: Double?
    var ratio: Double?
    var memory: Double?
    var peerMemory: Double?
    var bar: Double?
    var isMet: Bool?
    var by: String?
    var at: Double?
  }

  /// A peer and its cost.
  public struct Peer {
    let name: String
    let figure: Double
    /// Sluice's cost divided by the peer's.
    let ratio: Double?
    /// The peak memory in MiB.
    let memory: Double?

    /// - Parameter ratio: Defaults to that of the figures.
    public init(_ name: String, _ figure: Double, ratio: Double? = nil, memory: Double? = nil) {
      (self.name, self.figure, self.ratio, self.memory) = (name, figure, ratio, memory)
    }
  }

  private static let rows = Mutex<[Row]>([])

  /// Adds a row. Figures are costs: less is better.
  ///
  /// - Parameters:
  ///   - memory: The peak memory of Sluice in MiB.
  ///   - bar: The upper bound of the ratio, or of the figure if there is no peer.
  ///   - point: A point of a growth curve: the name of the horizontal axis, and the place on it.
  public static func add(
    _ area: String, _ what: String, _ figure: Double, _ unit: String, peer: Peer? = nil,
    memory: Double? = nil,
    bar: Double? = nil, point: (by: String, at: Int)? = nil
  ) {
    let ratio = peer.map { $0.ratio ?? figure / $0.figure }
    let isMet = bar.map { (ratio ?? figure) <= $0 }
    add([
      Row(
        area: area, what: what, figure: figure, unit: unit, peer: peer?.name, peerFigure: peer?.figure,
        ratio: ratio, memory: memory, peerMemory: peer?.memory, bar: bar, isMet: isMet, by: point?.by,
        at: point.map { Double($0.at) })
    ])
  }

  /// Adds the rows that another process has written.
  public static func addRows(ofFile path: String) throws {
    add(try JSONDecoder().decode([Row].self, from: Data(contentsOf: URL(fileURLWithPath: path))))
  }

  private static func add(_ more: [Row]) {
    let all = rows.withLock { rows in
      rows += more
      return rows
    }
    guard let path = Arguments.value(after: "--json") else { return }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(all).write(to: URL(fileURLWithPath: path))
    } catch {
      fatalError("\(path): \(error)")
    }
  }
}
