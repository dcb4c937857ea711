/// A run of a check with inputs of several sources.
package struct ParserRun {
  static var maximumFailureCount: Int { 10 }
  /// Of this many inputs of a search, one is also checked for linear work.
  private static var growthInterval: Int { 64 }
  /// The time for making an input smaller that was not found by a search.
  private static var minimizingTime: Duration { .seconds(10) }

  private let subject: Subject
  private let sources: [ParserInputs]
  private let trials: Trials
  /// The folder that a search adds its inputs to.
  private let folder: FoundFolder?
  private var failures: [ParserFailure] = []
  private var keys: Set<String> = []
  private var knownKeys: Set<String> = []
  package private(set) var summary = ParserSummary()
  /// The end of the time of the search.
  private var deadline: ContinuousClock.Instant?

  /// - Parameter limits: The time for an input.
  init(of subject: Subject, sources: [ParserInputs], limits: Trials.Limits = Trials.Limits()) throws {
    self.subject = subject
    self.sources = sources
    trials = try Trials(of: subject, limits: limits)
    folder =
      sources.lazy.compactMap { source -> FoundFolder? in
        guard case .found(let folder) = source.kind else { return nil }
        return FoundFolder(path: folder)
      }.first
  }

  /// - Throws: ``ParserFailures`` if a property does not hold.
  package mutating func run() throws {
    for source in sources {
      if case .known(let folder) = source.kind { try runKnown(FoundFolder(path: folder)) }
    }
    for source in sources {
      switch source.kind {
      case .known: break
      case .corpus(let names): try runCorpus(names)
      case .seeds(let folder): try runSeeds(FoundFolder(path: folder))
      case .found(let folder): try runFound(FoundFolder(path: folder))
      case .trial(let trial): try run(trial)
      case .search(let limit, let seed): try search(limit, seed: seed)
      }
    }
    if !failures.isEmpty { throw ParserFailures(failures: failures, summary: summary) }
    // A mistyped folder would pass as one of inputs that all pass.
    try require(
      summary.inputCount > 0,
      "there is no input: a folder is empty or does not exist, or a search has no time")
  }

  private mutating func runKnown(_ folder: FoundFolder) throws {
    for (name, bytes) in try folder.inputs() {
      summary.inputCount += 1
      if let failure = try fails(.input(bytes)) {
        summary.knownFailureCount += 1
        knownKeys.insert(failure.key)
      } else {
        let message = "does not fail any more: move it from the known failures to those that were found"
        report(
          Failure(kind: .property, message: message, key: "known \(name)"), bytes,
          "known: \(folder.path)/\(name)", source: Trial.input(bytes).source)
      }
    }
  }

  private mutating func runCorpus(_ names: Set<String>?) throws {
    let entries = subject.format.map(Corpus.entries) ?? []
    for (index, entry) in entries.enumerated() where names?.contains(entry.name) ?? true {
      guard let failure = try tries(.entry(index)) else { continue }
      let shows = [entry.shows, entry.rule].compactMap(\.self).joined(separator: " ")
      let origin = "the corpus: \(entry.format.rawValue)/\(entry.name)" + (shows.isEmpty ? "" : " (\(shows))")
      // What is not about the verdict or the content type has a smaller input, and a file that may be a known one.
      if failure.kind != .verdict, try fails(.input(entry.bytes))?.key == failure.key {
        try reportFound(entry.bytes, failure, origin)
        continue
      }
      report(
        failure, entry.bytes, origin,
        source: ".corpus(\"\(entry.name)\")",
        // Each verdict is a failure of its own.
        key: failure.kind == .verdict ? "\(failure.key) \(entry.name)" : nil)
    }
  }

  private mutating func runSeeds(_ folder: FoundFolder) throws {
    for (name, bytes) in try folder.inputs() {
      guard let failure = try tries(.input(bytes)) else { continue }
      try reportFound(bytes, failure, "a seed: \(folder.path)/\(name)")
    }
  }

  private mutating func runFound(_ folder: FoundFolder) throws {
    for (name, bytes) in try folder.inputs() {
      guard let failure = try tries(.input(bytes)) else { continue }
      report(
        failure, bytes, "found before: \(folder.path)/\(name)",
        source: Trial.input(bytes).source)
    }
  }

  private mutating func run(_ trial: Trial) throws {
    guard let failure = try tries(trial) else { return }
    report(failure, trial.input, "an argument", source: trial.source)
  }
}

extension ParserRun {
  private mutating func search(_ limit: ParserInputs.Limit, seed: UInt64) throws {
    if case .duration(let duration) = limit { deadline = .now + duration }
    defer { deadline = nil }
    var search = InputSearch(
      format: subject.format, optionByteCount: subject.optionByteCount,
      maximumByteCount: subject.maximumByteCount, makesDocuments: subject.generate != nil, seed: seed,
      documents: try documents())
    var count = 0
    while failures.count < Self.maximumFailureCount, !isOver {
      if case .runs(let runs) = limit, count >= runs { return }
      count += 1
      let origin = "the search with the seed \(seed), input \(count)"
      let bytes = try search.next { [trials, deadline] choices in
        switch try trials.outcome(of: .choices(choices), until: deadline) {
        case .made(let document): return document
        // It traps when it is decoded, too.
        case .failed(let failure): return failure.recorded
        case .passed: return nil
        }
      }
      if let failure = try tries(.input(bytes)) {
        try reportFound(bytes, failure, origin)
      } else if count % Self.growthInterval == 0, let pump = search.pump(of: bytes),
        let failure = try fails(.growth(pump)), !knownKeys.contains(failure.key)
      {
        report(failure, pump.unit, "\(origin), repeated", source: Trial.growth(pump).source)
      }
    }
  }

  private var isOver: Bool { deadline.map { .now >= $0 } ?? false }

  /// The inputs that a search starts from, in addition to the corpus.
  private func documents() throws -> [[UInt8]] {
    var documents: [[UInt8]] = []
    for source in sources {
      switch source.kind {
      case .seeds(let folder), .found(let folder):
        documents += try FoundFolder(path: folder).inputs().map(\.bytes)
      case .corpus, .known, .trial, .search: break
      }
    }
    return documents
  }

  private mutating func reportFound(_ bytes: [UInt8], _ failure: Failure, _ origin: String) throws {
    guard !keys.contains(failure.key) else { return }
    // It is kept even if this process ends while the input is made smaller. One that was there before stays.
    let isNew = folder.map { !$0.contains(bytes) } ?? false
    var (name, problem) = save(bytes)
    var smallest = bytes
    let end = deadline ?? .now + Self.minimizingTime
    if failure.kind != .hang {
      // The options before the document keep their meaning.
      let options = bytes.prefix(subject.optionByteCount)
      smallest =
        try options
        + Minimizer(maximumRunCount: 2_000).minimize(Array(bytes.dropFirst(options.count))) { document in
          try .now < end && fails(.input(options + document))?.key == failure.key
        }.bytes
    }
    if let folder, let first = name, smallest != bytes {
      (name, problem) = save(smallest)
      if isNew, problem == nil { try? folder.remove(first) }
    }
    let last = smallest == bytes ? failure : try fails(.input(smallest)) ?? failure
    let saved = folder.map { problem ?? ", saved as \($0.path)/\(name ?? "")" } ?? ""
    report(
      last, smallest, origin + saved, source: Trial.input(smallest).source,
      key: failure.key)
  }

  /// Adds an input to the folder.
  ///
  /// - Returns: The name of its file, or why it has none. The failure is reported in any case.
  private func save(_ bytes: [UInt8]) -> (name: String?, problem: String?) {
    do { return (try folder?.add(bytes), nil) } catch {
      return (nil, ", not saved in \(folder?.path ?? ""): \(error)")
    }
  }

  /// Tries an input that counts.
  ///
  /// - Returns: The failure, or `nil` if there is none or it is known.
  private mutating func tries(_ trial: Trial) throws -> Failure? {
    summary.inputCount += 1
    switch try outcome(of: trial) {
    case .passed(let isAccepted?): summary.acceptedCount = (summary.acceptedCount ?? 0) + (isAccepted ? 1 : 0)
    case .passed, .made: break
    case .failed(let failure): return unknown(failure)
    }
    return nil
  }

  /// Returns the failure, or counts it if it is known.
  private mutating func unknown(_ failure: Failure) -> Failure? {
    guard knownKeys.contains(failure.key) else { return failure }
    summary.knownFailureCount += 1
    return nil
  }

  private func fails(_ trial: Trial) throws -> Failure? {
    if case .failed(let failure) = try outcome(of: trial) { failure } else { nil }
  }

  private func outcome(of trial: Trial) throws -> Trial.Outcome {
    try trials.outcome(of: trial, until: deadline)
  }

  /// - Parameters:
  ///   - source: The argument of `run` that repeats the failure, as code.
  ///   - key: The way in which it fails, or `nil` for the key of the failure.
  private mutating func report(
    _ failure: Failure, _ input: [UInt8], _ origin: String, source: String?, key: String? = nil
  ) {
    guard keys.insert(key ?? failure.key).inserted else { return }
    failures.append(
      ParserFailure(
        message: failure.message, input: input, origin: origin, calls: Symbols.calls(at: failure.addresses),
        // The bytes that choose options are no part of a document.
        source: subject.optionByteCount == 0 ? source : nil))
  }
}

extension Trial {
  fileprivate var input: [UInt8] {
    switch self {
    case .input(let bytes, _, _), .choices(let bytes): bytes
    case .growth(let pump): pump.unit
    case .entry: []
    }
  }
}

extension FuzzTarget {
  /// Tries the inputs of two folders, and searches for more that fail, which are added to the folder `found`.
  ///
  /// An input that fails in the same way as one of the folder of known failures is counted, and is not a failure.
  ///
  /// - Throws: ``ParserFailures`` if inputs fail.
  package func search(
    for time: Duration, seed: UInt64, seeds: String, found: String, known: String
  ) throws -> ParserSummary {
    var search = try ParserRun(
      of: subject,
      sources: [.known(in: known), .seeds(in: seeds), .found(in: found), .search(for: time, seed: seed)])
    try search.run()
    return search.summary
  }

  /// Tries an input in a separate process. An input that takes more than ten seconds is tried twice.
  ///
  /// - Returns: Why it fails, or `nil` if it passes.
  package func failure(of bytes: [UInt8]) throws -> String? {
    let trials = try Trials(of: subject, limits: .init(whole: .seconds(10)))
    guard case .failed(let failure) = try trials.outcome(of: .input(bytes)) else { return nil }
    return failure.message
  }

  /// Tries inputs in a separate process, and returns those that fail, each with a key for the way in which it fails.
  ///
  /// - Parameter deadline: The time at which no more inputs are tried.
  package func failing(
    _ inputs: [(name: String, bytes: [UInt8])], until deadline: ContinuousClock.Instant
  ) throws -> [(name: String, key: String)] {
    let trials = try Trials(of: subject, limits: .init(whole: .seconds(10)))
    return try inputs.compactMap { name, bytes in
      guard .now < deadline,
        case .failed(let failure) = try trials.outcome(of: .input(bytes), until: deadline)
      else { return nil }
      return (name, failure.key)
    }
  }

  /// Returns documents that are made for the target, or none if it has no generator.
  ///
  /// The documents are made in a separate process, because the type's code may trap. A document with which it traps is
  /// returned, too.
  package func documents(_ count: Int) throws -> [[UInt8]] {
    guard generate != nil else { return [] }
    let trials = try Trials(of: subject)
    var generator = SeededGenerator(seed: 1)
    return try (0..<count).compactMap { _ in
      switch try trials.outcome(of: .choices(FuzzInput.choices(using: &generator))) {
      case .made(let document): document
      case .failed(let failure): failure.recorded
      case .passed: nil
      }
    }
  }

  private var subject: Subject {
    Subject(
      format: format, optionByteCount: optionByteCount, maximumByteCount: maximumByteCount,
      generate: generate,
      perform: { trial in
        if case .input(let bytes, _, _) = trial { try run(bytes) }
        return nil
      }, runsInProcess: false)
  }
}
