import Glibc
import SluiceFuzz

/// The description of an input that fails.
enum Report {
  /// Returns the input as text and in hexadecimal, and as code.
  ///
  /// - Parameter source: The argument that repeats the failure, or `nil` for the input.
  static func of(_ bytes: [UInt8], _ target: FuzzTarget, source: String? = nil) -> String {
    let rows = """
      \(bytes.count) \(bytes.count == 1 ? "byte" : "bytes"):
      \(HexDump.rows(of: bytes.prefix(1024)))\(bytes.count > 1024 ? "…\n" : "")
      """
    // The bytes that choose options are no part of a document.
    guard target.optionByteCount == 0 else { return rows }
    return """
      \(rows)
      To repeat it in a test, pass this to run of its ParserCheck:

        \(source ?? ".input(\(SwiftLiteral.of(bytes)))")
      """
  }
}

/// A property that is broken, with the smallest input that breaks it.
struct Broken: CustomStringConvertible {
  let description: String
  /// The smallest input that was found.
  let input: [UInt8]

  init(_ target: FuzzTarget, _ error: any Error, _ bytes: [UInt8]) {
    let key = FailureKey(error)
    // The options before the document keep their meaning.
    let options = Array(bytes.prefix(target.optionByteCount))
    let end = ContinuousClock.now + LibFuzzer.shrinkDuration
    let smallest =
      options
      + Minimizer(maximumRunCount: 2_000).minimize(Array(bytes.dropFirst(options.count))) { document in
        .now < end && Self.error(of: target, options + document).map(FailureKey.init) == key
      }.bytes
    input = smallest
    let message = Self.error(of: target, smallest) ?? error
    let source = (message as? BrokenProperty)?.source
    description = "broken: \(message)\n\(Report.of(smallest, target, source: source))"
  }

  private static func error(of target: FuzzTarget, _ bytes: [UInt8]) -> (any Error)? {
    do {
      try target.run(bytes)
      return nil
    } catch { return error }
  }
}

/// A standard stream of the process.
enum Standard: CInt {
  case output = 1
  case error = 2

  /// Writes a line at once, without a buffer that a crash would lose.
  func print(_ line: String) {
    var text = Array((line + "\n").utf8)[...]
    while !text.isEmpty {
      // SAFETY: The call reads the bytes during the closure.
      let count = unsafe text.withUnsafeBytes { unsafe write(rawValue, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      text.removeFirst(count)
    }
  }
}
