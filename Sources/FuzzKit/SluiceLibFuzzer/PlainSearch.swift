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

  /// Searches until the time is over or an input fails, and prints what was found.
  ///
  /// The result is 0, 1 if an input fails, or 74 if its file cannot be written.
  var exitCode: CInt {
    do {
      return try search() ? 0 : 1
    } catch {
      Standard.error.print("\(error)")
      return 74
    }
  }

  private func search() throws -> Bool {
    let found = FoundFolder(path: options["found"] ?? "found/\(target.name)")
    let seed = options["seed"].flatMap { UInt64($0) } ?? 1
    var search = InputSearch(
      format: target.format, optionByteCount: target.optionByteCount,
      maximumByteCount: target.maximumByteCount,
      generate: target.generate, seed: seed, found: try found.inputs().map(\.bytes))
    let running = try found.runningInput()
    let watch = HangWatch()
    let clock = ContinuousClock()
    let start = clock.now
    let duration = Duration.seconds(options["time"].flatMap { Int($0) } ?? 60)
    var count = 0
    while clock.now - start < duration {
      count += 1
      let bytes = search.next { running.record($0) }
      running.record(bytes)
      do {
        try watch.run({ [name = target.name] in "\($0)\n\(Report.of(bytes, name))" }) {
          try target.run(bytes)
        }
      } catch {
        let broken = Broken(target, error, bytes)
        Standard.output.print("FAILED at input \(count) of the seed \(seed)\n\(broken.description)")
        Standard.output.print("Saved as \(found.path)/\(try found.add(broken.input))")
        return false
      }
    }
    Standard.output.print("\(target.name): \(count) inputs passed")
    return true
  }
}
