import Foundation
import SluiceCoding

/// What decoding takes at its peak, beyond the document and the result, and how time grows with the document.
///
/// `MALLOC_TRIM_THRESHOLD_=0 MALLOC_TOP_PAD_=0` in the environment makes the C library give back what is free, so that
/// nothing is counted as kept that was there before.
enum Memory {
  static func measure<T: Codable>(_ name: String, _ value: (Int) -> T) throws {
    var times: [Duration] = []
    for factor in [1, 2, 4] {
      let bytes = try JSON.Encoder().encode(value(factor))
      // Begins the peak anew.
      try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
      let before = status("VmRSS")
      var result: T?
      times.append(try ContinuousClock().measure { result = try JSON.Decoder().decode(T.self, from: bytes) })
      let peak = status("VmHWM") - before
      let kept = status("VmRSS") - before
      withExtendedLifetime(result) {}
      print(
        "\(name): \(bytes.count / 1000) KB, peak \(peak) KB, of it kept \(kept) KB,",
        "\(String(format: "%.1f", Double(peak - kept) * 1024 / Double(bytes.count))) times the document over the result,",
        "\(times.last.map { "\($0)" } ?? "")")
    }
  }

  /// In KB.
  private static func status(_ field: String) -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(field) })
    else { return 0 }
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
