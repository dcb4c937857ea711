import BenchmarkReport
import Foundation
import SluiceMultipart

/// Times the parser of multipart bodies that are in memory, beside memmem(3), which only searches for the boundary.
///
///     MultipartBenchmark [--rounds N] [--mebibytes N] [--json FILE] [--parse N]
///
/// - `--rounds`: The number of rounds, whose fastest counts. Defaults to 15.
/// - `--mebibytes`: The size of a body in MiB. Defaults to 16.
/// - `--parse`: Only parses each body this many times, for a count of the instructions.
///
/// Exits with 1 if a bar is missed.
@main
struct MultipartBenchmark {
  /// The maximum time of the slowest content of a part, as a multiple of that of the fastest one.
  static let bar = 3.0

  static func main() async throws {
    let rounds = Arguments.number(after: "--rounds") ?? 15
    let byteCount = (Arguments.number(after: "--mebibytes") ?? 16) << 20
    if let count = Arguments.number(after: "--parse") {
      let bodies = Body.all(ofAbout: 1 << 20)
      for _ in 0..<count { for body in bodies { _ = try body.parse() } }
      return
    }
    print("multipart bodies of \(byteCount >> 20) MiB in memory: fastest of \(rounds) alternating runs")
    var costs: [Double] = []
    for body in Body.all(ofAbout: byteCount) {
      let times = try body.times(rounds)
      // The milliseconds for a GiB.
      let scale = Double(1 << 30) / Double(body.bytes.count) * 1000
      let (cost, peer) = (times.parser * scale, times.memmem * scale)
      if body.partCount == 1 { costs.append(cost) }
      Report.add("multipart in memory", "1 GiB, \(body.name)", cost, "ms", peer: .init("memmem", peer))
      let name = body.name.padding(toLength: 36, withPad: " ", startingAt: 0)
      print(
        "        \(name)\(rate(cost)), memmem \(rate(peer)), ratio \(String(format: "%.2f", cost / peer))")
    }
    for body in Body.forms(ofAbout: byteCount) {
      let times = try await body.formTimes(rounds)
      let scale = Double(1 << 30) / Double(body.bytes.count) * 1000
      let (cost, peer) = (times.form * scale, times.copy * scale)
      Report.add(
        "multipart in memory", "1 GiB, \(body.name), as a value", cost, "ms", peer: .init("copying it", peer))
      let name = body.name.padding(toLength: 36, withPad: " ", startingAt: 0)
      print(
        "        \(name)\(rate(cost)), a copy \(rate(peer)), ratio \(String(format: "%.2f", cost / peer))")
    }
    let (fastest, slowest) = (costs.min() ?? 1, costs.max() ?? 0)
    let isMet = slowest <= fastest * bar
    Report.add(
      "multipart in memory", "1 GiB in one part, the slowest content", slowest, "ms",
      peer: .init("the fastest content", fastest), bar: bar)
    print(
      "  \(isMet ? "ok  " : "OVER")  the slowest content of one part takes "
        + "\(String(format: "%.2f", slowest / fastest)) times as long as the fastest, bar <= \(bar)")
    if !isMet { exit(1) }
  }

  private static func rate(_ cost: Double) -> String {
    String(format: "%5.1f GB/s", Double(1 << 30) / cost / 1e6)
  }
}
