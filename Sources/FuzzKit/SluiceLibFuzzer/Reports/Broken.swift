import SluiceFuzz

/// A property that is broken, with the smallest input that breaks it.
struct Broken: CustomStringConvertible {
  let description: String
  /// The smallest input that was found.
  let input: [UInt8]

  init(_ target: FuzzTarget, _ error: any Error, _ bytes: [UInt8]) {
    let key = FailureKey(error)
    // The options before the document keep their meaning.
    let options = Array(bytes.prefix(target.optionByteCount))
    let smallest =
      options
      + Minimizer(maximumRunCount: 2_000).minimize(Array(bytes.dropFirst(options.count))) { document in
        Self.error(of: target, options + document).map(FailureKey.init) == key
      }.bytes
    input = smallest
    let message = Self.error(of: target, smallest) ?? error
    description = "broken: \(message)\n\(Report.of(smallest, target.name))"
  }

  private static func error(of target: FuzzTarget, _ bytes: [UInt8]) -> (any Error)? {
    do {
      try target.run(bytes)
      return nil
    } catch { return error }
  }
}
