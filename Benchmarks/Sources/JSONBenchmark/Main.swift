import Foundation
import SluiceCoding

/// Measures this engine and Foundation's in turns, and prints MB/s and ratios; then what decoding takes in time and memory as
/// documents grow, what reading a part of one takes, and whether doubles come back.
///
///     swift run -c release JSONBenchmark [--rounds N] [--only DOCUMENT] [--what decode|encode|value] [--ours]
///       [--divide N] [--table] [--doubles N] [--growth]
@main
struct Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.contains("--growth") { return try Growth.measure() }
    func value(after option: String) -> String? {
      arguments.firstIndex(of: option).flatMap {
        arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil
      }
    }
    func number(after option: String) -> Int? { value(after: option).flatMap { Int($0) } }

    var table = Table(
      rounds: number(after: "--rounds") ?? 5, only: value(after: "--only"), what: value(after: "--what"),
      ours: arguments.contains("--ours"))
    // A part of each document, for tools that count instructions.
    let part = number(after: "--divide") ?? 1
    table.printHead()
    try table.measure("wide objects", Documents.accounts(4000 / part))
    try table.measure("coordinates", Documents.features(150 / part))
    try table.measure("catalogue", Documents.products(8000 / part))
    try table.measure("long strings", Documents.articles(800 / part))
    try table.measure("deep nesting", Documents.trees(400 / part))
    table.printMeans()
    if arguments.contains("--table") || table.isPartial { return }

    print()
    try Laziness.measure()
    print()
    try Doubles.check(number(after: "--doubles") ?? 2_000_000)
    print()
    try Growth.measureAlone()
  }
}
