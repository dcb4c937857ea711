extension ParserCheck {
  /// Checks all properties for inputs of the given sources, in order.
  ///
  /// - Parameter sources: The sources. Defaults to the corpus, and a search of a second.
  /// - Throws: ``ParserFailures`` if a property does not hold, or an error if a file of found inputs cannot be read or
  ///   written.
  public func run(_ sources: ParserInputs...) throws {
    var run = ParserRun(self, of: sources.isEmpty ? [.corpus, .search(for: .seconds(1))] : sources)
    try run.run()
  }

  /// Returns a target for a fuzzer that checks the same properties.
  ///
  /// - Parameters:
  ///   - name: The name of the target.
  ///   - maximumByteCount: The maximum number of bytes of an input that the fuzzer generates. Defaults to 8192.
  public func target(_ name: String, maximumByteCount: Int = 8192) -> FuzzTarget {
    FuzzTarget(name, format: format, maximumByteCount: maximumByteCount, generate: generate) { input in
      let bytes = input.rest()
      try check(bytes)
      if let pump = Growth.Pump(of: bytes, oneIn: 1024) {
        input.announcedWork += Growth.maximumByteCount
        try checkGrowth(of: pump.unit, after: pump.start, before: pump.end)
      }
    }
  }
}

/// A run of a check.
struct ParserRun<Value> {
  private static var maximumFailureCount: Int { 10 }
  private static var maximumByteCount: Int { 4096 }
  /// Of this many inputs of a search, one is also checked for linear work.
  private static var growthInterval: Int { 64 }

  private let check: ParserCheck<Value>
  private let sources: [ParserInputs]
  private let folder: FoundFolder?
  private let watch: HangWatch
  private var failures: [ParserFailure] = []
  private var keys: Set<String> = []

  /// - Parameter watch: Ends the process if an input takes too long.
  init(_ check: ParserCheck<Value>, of sources: [ParserInputs], watch: HangWatch = HangWatch()) {
    self.check = check
    self.watch = watch
    self.sources = sources
    folder =
      sources.lazy.compactMap { source -> FoundFolder? in
        guard case .found(let folder) = source.kind else { return nil }
        return FoundFolder(path: folder)
      }.first
  }

  mutating func run() throws {
    defer { watch.stop() }
    for source in sources {
      switch source.kind {
      case .corpus: runCorpus()
      case .found(let folder): try runFound(FoundFolder(path: folder))
      case .search(let limit, let seed):
        try search(limit, seed: seed)
        // The record of the running input has created it.
        folder?.removeIfEmpty()
      }
    }
    if !failures.isEmpty { throw ParserFailures(failures: failures) }
  }

  private mutating func runCorpus() {
    for entry in check.format.map(Corpus.entries) ?? [] {
      let name = "the corpus: \(entry.format.rawValue)/\(entry.name)"
      guard let failure = fails(entry.bytes, name, { try check.check(entry) }) else { continue }
      let verdict = failure.isAboutVerdict ? ", verdict: .\(entry.verdict)" : ""
      let type = entry.contentType.map { ", contentType: \($0.debugDescription)" } ?? ""
      let shows = [entry.shows, entry.rule].compactMap(\.self).joined(separator: " ")
      report(
        ParserFailure(
          message: failure.message, input: entry.bytes,
          origin: name + (shows.isEmpty ? "" : " (\(shows))"),
          call: "check.check(\(SwiftLiteral.of(entry.bytes))\(type)\(verdict))"),
        // Each verdict is a failure of its own.
        key: failure.isAboutVerdict ? entry.name : failure.key)
    }
  }

  private mutating func runFound(_ folder: FoundFolder) throws {
    for (name, bytes) in try folder.inputs() {
      let origin = "found before: \(folder.path)/\(name)"
      guard let failure = fails(bytes, origin, { try check.check(bytes) }) else { continue }
      report(ParserFailure(failure.message, bytes, origin), key: failure.key)
    }
  }
}

extension ParserRun {
  private mutating func search(_ limit: ParserInputs.Limit, seed: UInt64) throws {
    var search = InputSearch(
      format: check.format, maximumByteCount: Self.maximumByteCount, generate: check.generate, seed: seed,
      found: try folder?.inputs().map(\.bytes) ?? [])
    let running = try folder?.runningInput()
    let clock = ContinuousClock()
    let start = clock.now
    var count = 0
    while failures.count < Self.maximumFailureCount {
      switch limit {
      case .duration(let duration): if clock.now - start >= duration { return }
      case .runs(let runs): if count >= runs { return }
      }
      count += 1
      let bytes = search.next { running?.record($0) }
      running?.record(bytes)
      let origin = "the search, input \(count)"
      if let failure = fails(bytes, origin, { try check.check(bytes) }) {
        try reportFound(bytes, failure, origin)
      } else if count % Self.growthInterval == 0, let pump = search.pump(of: bytes) {
        running?.record(pump.input(of: 32_768))
        reportGrowth(pump, "\(origin), repeated")
      }
    }
  }

  private mutating func reportFound(_ bytes: [UInt8], _ failure: Failure, _ origin: String) throws {
    guard !keys.contains(failure.key) else { return }
    let smallest = Minimizer(maximumRunCount: 2_000).minimize(bytes) { candidate in
      fails(candidate, origin) { try check.check(candidate) }?.key == failure.key
    }.bytes
    let message = fails(smallest, origin) { try check.check(smallest) }?.message ?? failure.message
    let saved = try folder.map { ", saved as \($0.path)/\(try $0.add(smallest))" } ?? ""
    report(ParserFailure(message, smallest, origin + saved), key: failure.key)
  }

  private mutating func reportGrowth(_ pump: Growth.Pump, _ origin: String) {
    let failure = fails(pump.unit, origin) {
      try check.checkGrowth(of: pump.unit, after: pump.start, before: pump.end)
    }
    guard let failure else { return }
    report(
      ParserFailure(message: failure.message, input: pump.unit, origin: origin, call: pump.call),
      key: "growth")
  }

  private mutating func report(_ failure: ParserFailure, key: String) {
    if keys.insert(key).inserted { failures.append(failure) }
  }

  private struct Failure {
    let message: String
    let key: String

    var isAboutVerdict: Bool { message.hasPrefix("must be ") || message.hasPrefix("another result") }
  }

  private func fails(_ bytes: [UInt8], _ origin: String, _ body: () throws -> Void) -> Failure? {
    do {
      try watch.run({ ParserFailure($0, bytes, origin).description }, body)
      return nil
    } catch {
      return Failure(message: "\(error)", key: FailureKey(error).description)
    }
  }
}

extension ParserFailure {
  /// A failure of an input that may be accepted or refused.
  fileprivate init(_ message: String, _ bytes: [UInt8], _ origin: String) {
    self.init(
      message: message, input: bytes, origin: origin, call: "check.check(\(SwiftLiteral.of(bytes)))")
  }
}

/// A source of the inputs of a ``ParserCheck``.
public struct ParserInputs: Sendable {
  enum Kind: Sendable {
    case corpus
    case found(folder: String)
    case search(Limit, seed: UInt64)
  }

  enum Limit: Sendable {
    case duration(Duration)
    case runs(Int)
  }

  let kind: Kind

  /// The inputs of the format in the corpus, with their verdicts and results.
  public static let corpus = ParserInputs(kind: .corpus)

  /// The files of a folder: inputs that failed once.
  ///
  /// A search adds the inputs that fail to this folder. If the parser traps, it leaves its input there, too, so that
  /// the next run starts with it. Commit the files together with what mends the parser.
  ///
  /// - Parameter folder: The path, relative to the current directory. For `swift test`, that is the package's folder. A
  ///   folder that does not exist is empty.
  public static func found(in folder: String) -> ParserInputs { ParserInputs(kind: .found(folder: folder)) }

  /// Inputs that are made from those of the corpus, by mutators that know the format.
  ///
  /// - Parameters:
  ///   - duration: The time to search.
  ///   - seed: The seed of the choices. A run with the same seed tries the same inputs in the same order. Defaults to
  ///     1.
  public static func search(for duration: Duration, seed: UInt64 = 1) -> ParserInputs {
    ParserInputs(kind: .search(.duration(duration), seed: seed))
  }

  /// Inputs that are made from those of the corpus, by mutators that know the format.
  ///
  /// - Parameters:
  ///   - runs: The number of inputs to try.
  ///   - seed: The seed of the choices. Defaults to 1.
  public static func search(runs: Int, seed: UInt64 = 1) -> ParserInputs {
    ParserInputs(kind: .search(.runs(runs), seed: seed))
  }
}

/// A property of a parser that does not hold for an input.
///
/// The description has all that is needed to repeat it: the input as text and in hexadecimal, and a test to paste.
public struct ParserFailure: Error, CustomStringConvertible, Sendable {
  /// The property that does not hold, with the values that broke it.
  public let message: String
  /// The input, or the part of it that was repeated.
  public let input: [UInt8]
  /// The origin of the input, such as `the corpus: json/array-trailing-comma`.
  public let origin: String
  /// The call that fails, as code.
  let call: String

  /// The description has the first 1024 bytes of the input.
  public var description: String {
    """
    \(message)
    \(origin), \(input.count) bytes:
    \(HexDump.rows(of: input.prefix(1024)))\(input.count > 1024 ? "…\n" : "")
    A test, which passes once this is mended:

      @Test func `\(title)`() throws {
        try \(call)
      }
    """
  }

  /// The message's first line, as a name of a test.
  private var title: String {
    let line = message.prefix { !$0.isNewline }.filter { $0 != "`" && $0 != "\\" }
    return line.count <= 80 ? String(line) : line.prefix(79) + "…"
  }
}

/// The failures of a run, one for each way in which the parser fails.
public struct ParserFailures: Error, CustomStringConvertible, Sendable {
  /// The failures, at least one.
  public let failures: [ParserFailure]

  /// The descriptions of all failures.
  public var description: String {
    "\(failures.count) \(failures.count == 1 ? "failure" : "failures")\n\n"
      + failures.map(\.description).joined(separator: "\n\n")
  }
}
