import Foundation
import SluiceCoding

/// Measures Sluice's JSON engine and Foundation's in alternating runs, and prints MB/s and ratios.
///
/// Then measures reading a few members of a large document, checks that doubles round-trip, and measures time and
/// memory as documents grow.
///
///     swift run -c release JSONBenchmark [--rounds N] [--only DOCUMENT] [--what decode|encode|value] [--ours]
///       [--divide N] [--table] [--doubles N] [--growth]
///     swift run -c release JSONBenchmark --documents FOLDER [--rounds N] [--python PATH] [--instructions]
///       [--perform OPERATION [--times N]]
///
/// - `--rounds`: The number of rounds, whose fastest counts. Defaults to 5.
/// - `--only`, `--what`: Only documents whose names begin so, and only one operation.
/// - `--ours`: Leaves out Foundation.
/// - `--divide`: Makes the documents smaller by this factor. Defaults to 1.
/// - `--table`: Prints the table only.
/// - `--doubles`: The number of doubles to check. Defaults to 2,000,000.
/// - `--growth`: Measures growing documents only.
/// - `--documents`: Measures `twitter.json`, `citm_catalog.json` and `canada.json` of a folder only, and compares with
///   msgspec and orjson of the Python that `--python` names.
/// - `--instructions`: Counts instructions, too, with valgrind's callgrind, which takes minutes.
/// - `--perform`, `--times`: Performs a single operation on these, such as `"twitter decode direct"`.
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

    if let folder = value(after: "--documents") {
      let documents = PublishedDocuments(
        folder: folder, rounds: number(after: "--rounds") ?? 15, python: value(after: "--python"),
        countsInstructions: arguments.contains("--instructions"))
      if let operation = value(after: "--perform") {
        return try documents.perform(operation, times: number(after: "--times") ?? 1)
      }
      return try documents.measure()
    }

    var table = Table(
      rounds: number(after: "--rounds") ?? 5, only: value(after: "--only"), what: value(after: "--what"),
      ours: arguments.contains("--ours"))
    // Smaller documents are for tools that count instructions.
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
