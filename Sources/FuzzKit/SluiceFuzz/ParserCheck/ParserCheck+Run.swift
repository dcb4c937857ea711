extension ParserCheck {
  /// Checks all properties for inputs of the given sources.
  ///
  /// The parser runs in a copy of this process, so that a trap is a failure like any other, and so is an input that
  /// takes a minute. Closures see the memory of this process as it was at the start. What they change is lost, and so
  /// is what `#expect` says in them. The copy has a single thread and only the standard streams.
  /// ``runningInProcess()`` is for parsers that need more.
  ///
  /// If all pass, a line such as `my parser holds(): 831 inputs, 400 accepted` is printed. A parser that accepts none
  /// is hardly tested.
  ///
  /// - Parameters:
  ///   - sources: The sources. Defaults to the corpus, and a search of a second. Known failures are run first, and the
  ///     others in order.
  ///   - function: The name of the test, with which the line begins.
  /// - Returns: The number of inputs that were tried.
  /// - Throws: ``ParserFailures`` if a property does not hold; ``BrokenProperty`` if there is no input, or if a
  ///   name is not in the corpus; an error if a file cannot be read.
  @discardableResult
  public func run(_ sources: ParserInputs..., function: String = #function) throws -> ParserSummary {
    let sources = sources.isEmpty ? [.corpus, .search(for: .seconds(1))] : sources
    try checkNames(in: sources)
    var run = try ParserRun(of: subject, sources: sources)
    try run.run()
    print("\(function): \(run.summary)")
    return run.summary
  }

  /// A name with a typing mistake would leave something out.
  private func checkNames(in sources: [ParserInputs]) throws {
    let known = Set((format.map(Corpus.entries) ?? []).lazy.map(\.name))
    for source in sources {
      if case .corpus(let names?) = source.kind { try checkNames(names, areIn: known) }
    }
    try checkNames(allowedNames, areIn: known)
  }

  private func checkNames(_ names: Set<String>, areIn known: Set<String>) throws {
    let missing = names.subtracting(known).sorted()
    try require(missing.isEmpty, "the corpus has no \(missing.joined(separator: ", "))")
  }

  /// Returns a check that runs the parser in this process, where a trap ends it, and where nothing ends a hang.
  ///
  /// It is for parsers that use other threads or open files, and for a debugger.
  public func runningInProcess() -> Self { changed { $0.runsInProcess = true } }

  /// Returns a target for a fuzzer that checks the same properties.
  ///
  /// - Parameters:
  ///   - name: The name of the target.
  ///   - maximumByteCount: The maximum number of bytes of an input that the fuzzer generates. Defaults to 8192.
  public func target(_ name: String, maximumByteCount: Int = 8192) -> FuzzTarget {
    FuzzTarget(name, format: format, maximumByteCount: maximumByteCount, generate: generate) { input in
      let bytes = input.rest()
      // A property may parse an input in many divisions.
      input.announcedWork += bytes.count * Divisions.maximumCount * properties.count
      try check(bytes)
      if let pump = Growth.Pump(of: bytes, oneIn: 1024) {
        input.announcedWork += Growth.maximumByteCount
        try checkGrowth(pump)
      }
    }
  }

  var subject: Subject {
    let entries = format.map(Corpus.entries) ?? []
    return Subject(
      format: format, optionByteCount: 0, maximumByteCount: 4096, generate: generate,
      perform: { trial in
        switch trial {
        case .input(let bytes, let contentType, let verdict):
          return try check(bytes, contentType: contentType, verdict: verdict).isAccepted
        case .entry(let index):
          return entries.indices.contains(index) ? try check(entries[index]).isAccepted : nil
        case .growth(let pump):
          try checkGrowth(pump)
          return try check(pump.input(of: 4096)).isAccepted
        case .choices: return nil
        }
      }, runsInProcess: runsInProcess)
  }
}

extension Result {
  fileprivate var isAccepted: Bool {
    if case .success = self { true } else { false }
  }
}
