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
