import Foundation
import SluiceJSON

/// Measures decoding as a document doubles in size: the time, and the peak memory beyond the document and the result.
enum Growth {
  /// Measures in a separate process, whose C library returns freed memory to the system at once, so that none of it
  /// counts as kept.
  static func measureAlone() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--growth"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "MALLOC_TRIM_THRESHOLD_": "0", "MALLOC_TOP_PAD_": "0",
    ]) { $1 }
    fflush(nil)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { fatalError("the measurement failed") }
  }

  static func measure() throws {
    print("decode, growing documents        KB        ms   peak over the result / document")
    try measure("wide objects") { Documents.accounts(4000 * $0) }
    try measure("coordinates") { Documents.features(150 * $0) }
    try measure("catalogue") { Documents.products(8000 * $0) }
    try measure("long strings") { Documents.articles(800 * $0) }
    try measure("deep nesting") { Documents.trees(400 * $0) }
    try measure("one object") { count in
      Dictionary(uniqueKeysWithValues: (0..<100_000 * count).map { ("key\($0)", $0) })
    }
    try measure("one string") { [String(repeating: "0123456789", count: 2_500_000 * $0)] }
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

  private static func measure<T: Codable>(_ name: String, _ value: (Int) -> T) throws {
    for factor in [1, 2, 4] {
      let bytes = try JSON.Encoder().encode(value(factor))
      // Resets the recorded peak.
      try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
      let before = status("VmRSS")
      var result: T?
      let time = try ContinuousClock().measure { result = try JSON.Decoder().decode(T.self, from: bytes) }
      let (peak, kept) = (status("VmHWM") - before, status("VmRSS") - before)
      withExtendedLifetime(result) {}
      let ratio = String(format: "%8.1f", Double(peak - kept) * 1024 / Double(bytes.count))
      print(line(name, bytes.count, time) + ratio)
    }
  }

  private static func line(_ name: String, _ byteCount: Int, _ time: Duration) -> String {
    name.padding(toLength: 24, withPad: " ", startingAt: 0)
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
