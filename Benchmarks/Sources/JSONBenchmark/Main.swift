import BenchmarkReport
import Foundation
import SluiceCoding

/// Measures Sluice's JSON engine and Foundation's in alternating runs, and prints MB/s and ratios.
///
/// Then measures reading a few members of a large document, checks that doubles round-trip, and measures time and
/// memory as documents grow.
///
///     swift run -c release JSONBenchmark [--rounds N] [--only DOCUMENT] [--what decode|encode|value] [--ours]
///       [--divide N] [--python PATH] [--table] [--doubles N] [--growth] [--curves [--largest N]]
///       [--json FILE]
///
/// - `--rounds`: The number of rounds, whose fastest counts. Defaults to 5.
/// - `--only`, `--what`: Only documents whose names begin so, and only one operation.
/// - `--ours`: Leaves out Foundation.
/// - `--divide`: Makes the documents smaller by this factor. Defaults to 1.
/// - `--python`: Compares with msgspec and orjson of a Python that has them.
/// - `--table`: Prints the table only.
/// - `--doubles`: The number of doubles to check. Defaults to 2,000,000.
/// - `--growth`: Measures growing documents only.
/// - `--curves`: Measures growing documents with Foundation, too, up to `--largest` bytes. Defaults to 100,000,000.
@main
struct Main {
  static func main() throws {
    if Arguments.contains("--curves") {
      return try Curves(largest: Arguments.number(after: "--largest") ?? 100_000_000).measure()
    }
    if Arguments.contains("--growth") { return try Growth.measure() }

    var table = Table(
      rounds: Arguments.number(after: "--rounds") ?? 5, only: Arguments.value(after: "--only"),
      what: Arguments.value(after: "--what"),
      ours: Arguments.contains("--ours"), python: Arguments.value(after: "--python"))
    // Smaller documents are for tools that count instructions.
    let part = Arguments.number(after: "--divide") ?? 1
    table.printHead()
    try table.measure("wide objects", Documents.accounts(4000 / part))
    try table.measure("coordinates", Documents.features(150 / part))
    try table.measure("catalogue", Documents.products(8000 / part))
    try table.measure("long strings", Documents.articles(800 / part))
    try table.measure("deep nesting", Documents.trees(400 / part))
    table.printMeans()
    if Arguments.contains("--table") || table.isPartial { return }

    print()
    try Laziness.measure()
    print()
    try Doubles.check(Arguments.number(after: "--doubles") ?? 2_000_000)
    print()
    try Growth.measureAlone()
  }
}
