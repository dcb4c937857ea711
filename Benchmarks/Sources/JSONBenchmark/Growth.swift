import BenchmarkReport
import Foundation
import SluiceJSON

/// Measures decoding as a document doubles in size: the time, and the peak memory beyond the document and the result.
enum Growth {
  /// Measures in a separate process, whose C library returns freed memory to the system at once, so that none of it
  /// counts as kept.
  static func measureAlone() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let rows = Arguments.value(after: "--json").map { $0 + ".growth" }
    process.arguments = ["--growth"] + (rows.map { ["--json", $0] } ?? [])
    process.environment = ProcessInfo.processInfo.environment.merging([
      "MALLOC_TRIM_THRESHOLD_": "0", "MALLOC_TOP_PAD_": "0",
    ]) { $1 }
    fflush(nil)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { fatalError("the measurement failed") }
    guard let rows else { return }
    try Report.addRows(ofFile: rows)
    try FileManager.default.removeItem(atPath: rows)
  }

  static func measure() throws {
    print("decode, growing documents          KB        ms   peak over the result / document")
    try measure("wide objects") { Documents.accounts(4000 * $0) }
    try measure("coordinates") { Documents.features(150 * $0) }
    try measure("catalogue") { Documents.products(8000 * $0) }
    try measure("long strings") { Documents.articles(800 * $0) }
    try measure("deep nesting") { Documents.trees(400 * $0) }
    try measure("one object") { count in
      Dictionary(uniqueKeysWithValues: (0..<100_000 * count).map { ("key\($0)", $0) })
    }
    try measure("one string") { [String(repeating: "0123456789", count: 2_500_000 * $0)] }
    try measure("types that read themselves", [Item].self) { count in
      try JSON.Encoder().encode(
        (0..<50_000 * count).map { Item(id: $0, name: "item \($0)", tags: ["a", "b"], note: nil) })
    }
    // The first, the middle and the last byte of all keys are equal, as are their lengths.
    try measure("colliding keys", Item.self) { count in
      let numbers = (0..<100_000 * count).map { "\(100_000_000 + $0)" }
      let members = numbers.map { "\"n\($0)m\(String($0.reversed()))e\":0" }
      return [UInt8]("{\(members.joined(separator: ",")),\"id\":1,\"name\":\"\",\"tags\":[]}".utf8)
    }
    for factor in [1, 2, 4] {
      let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 100_000 * factor)
      let time = ContinuousClock().measure {
        guard (try? JSON.Value(parsing: bytes, maximumDepth: .max)) == nil else {
          fatalError("unclosed arrays were accepted")
        }
      }
      print(line("unclosed arrays, refused", bytes.count, time))
    }
  }

  /// A type that reads itself, some of whose members are missing.
  private struct Item: Codable, JSONReadable {
    var id: Int
    var name: String
    var tags: [String]
    var note: String?

    init(id: Int, name: String, tags: [String], note: String?) {
      (self.id, self.name, self.tags, self.note) = (id, name, tags, note)
    }

    init(from cursor: inout JSON.Cursor) throws {
      try cursor.beginObject()
      id = try cursor.read("id")
      name = try cursor.read("name")
      tags = try cursor.read("tags")
      note = try cursor.readIfPresent("note")
    }
  }

  private static func measure<T: Codable>(_ name: String, _ value: (Int) -> T) throws {
    try measure(name, T.self) { try JSON.Encoder().encode(value($0)) }
  }

  private static func measure<T: Decodable>(
    _ name: String, _ type: T.Type, _ document: (Int) throws -> [UInt8]
  ) throws {
    var half = Double.nan
    for factor in [1, 2, 4] {
      let bytes = try document(factor)
      // Resets the recorded peak.
      try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
      let before = status("VmRSS")
      var result: T?
      let time = try ContinuousClock().measure { result = try JSON.Decoder().decode(T.self, from: bytes) }
      let (peak, kept) = (status("VmHWM") - before, status("VmRSS") - before)
      withExtendedLifetime(result) {}
      let ratio = String(format: "%8.1f", Double(peak - kept) * 1024 / Double(bytes.count))
      print(line(name, bytes.count, time) + ratio)
      let milliseconds = time / .milliseconds(1)
      if factor == 4 {
        Report.add(
          "JSON", "decode \(name), \(bytes.count / 1000) KB", milliseconds, "ms",
          peer: .init("half of it", half))
      }
      half = milliseconds
    }
  }

  private static func line(_ name: String, _ byteCount: Int, _ time: Duration) -> String {
    name.padding(toLength: 26, withPad: " ", startingAt: 0)
      + String(format: "%11d%10.1f", byteCount / 1000, time / .milliseconds(1))
  }

  /// Returns a field of `/proc/self/status` in KB, or 0 if it is missing.
  private static func status(_ field: String) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(field) })
    else { return 0 }
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
