extension FuzzTarget {
  /// Tries the inputs of a folder, and searches for more that fail, which are added to it.
  ///
  /// - Throws: ``ParserFailures`` if inputs fail.
  package func search(for time: Duration, seed: UInt64, found: String) throws -> ParserSummary {
    let subject = Subject(
      format: format, optionByteCount: optionByteCount, maximumByteCount: maximumByteCount,
      generate: generate,
      perform: { if case .input(let bytes, _, _) = $0 { try run(bytes) } }, runsInProcess: false)
    var search = try ParserRun(of: subject, sources: [.found(in: found), .search(for: time, seed: seed)])
    try search.run()
    return search.summary
  }
}
