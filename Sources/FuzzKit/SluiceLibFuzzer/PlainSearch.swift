import SluiceFuzz

/// A search without an engine: inputs are made by the mutators alone, and nothing is measured.
///
/// It runs in a build without instrumentation, on any machine, and is repeatable with `--seed`.
struct PlainSearch {
  private let target: FuzzTarget
  private let options: Options

  init(_ target: FuzzTarget, _ options: Options) {
    self.target = target
    self.options = options
  }

  /// Searches until the time is over, and prints what was found.
  ///
  /// The result is 0, 1 if an input fails, or 74 if its file cannot be written.
  var exitCode: CInt {
    let time = Duration.seconds(options["time"].flatMap { Int($0) } ?? 60)
    let seed = options["seed"].flatMap { UInt64($0) } ?? 1
    do {
      let summary = try target.search(
        for: time, seed: seed, seeds: "seeds/\(target.name)",
        found: options["found"] ?? "found/\(target.name)",
        known: options["known"] ?? "known/\(target.name)")
      Standard.output.print("\(target.name): \(summary)")
      return 0
    } catch let failures as ParserFailures {
      Standard.output.print("\(target.name):\n\(failures)")
      return 1
    } catch {
      Standard.error.print("\(error)")
      return 74
    }
  }
}
