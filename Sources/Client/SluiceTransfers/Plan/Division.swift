internal import SluiceJSON
internal import SluiceTransport

/// The division of bytes into numbered ranges, all of one size but the last.
///
/// ```
///  0           64 MiB        128 MiB    138 MiB
///  ├──── 1 ──────┼───── 2 ──────┼─── 3 ────┤
/// ```
struct Division: Sendable {
  /// The number of all bytes.
  let byteCount: Int64
  /// The number of bytes of each range but the last, at least 1.
  let rangeByteCount: Int64

  /// The number of ranges; 1 if there are no bytes.
  var count: Int64 {
    max(1, byteCount / rangeByteCount + (byteCount % rangeByteCount > 0 ? 1 : 0))
  }

  /// Returns the offset of a range and its number of bytes.
  ///
  /// - Parameter number: The number of one of the ranges, from 1.
  func range(of number: Int) -> (offset: Int64, byteCount: Int64) {
    // BOUNDED: the last range starts within the bytes.
    let offset = Int64(number - 1) * rangeByteCount
    return (offset, min(rangeByteCount, byteCount - offset))
  }
}

/// The result of one range of a division, which a machine writes as a line of JSON.
protocol PlanResult: Hashable, Sendable {
  /// The members of its line.
  associatedtype Line: Codable

  /// A noun for the range, such as `part`.
  static var noun: String { get }
  /// A message about two results for one range, after its name.
  static var contradiction: String { get }

  /// The number of the range, from 1.
  var number: Int { get }
  var offset: Int64 { get }
  var byteCount: Int64 { get }

  var line: Line { get }

  /// The result is `nil` if the members are not valid. Its numbers are checked elsewhere.
  init?(_ line: Line)
}

extension Division {
  /// Checks that there are ranges with these numbers.
  ///
  /// - Parameter noun: A noun for a range, such as `part`.
  /// - Throws: A ``SessionError`` with the code `invalid-configuration`.
  func check(_ numbers: ClosedRange<Int>, noun: String) throws(SessionError) {
    guard numbers.lowerBound >= 1, numbers.upperBound <= count else {
      throw SessionError(
        .invalidConfiguration,
        message: "the plan has \(noun)s 1 to \(count), not \(numbers.lowerBound) to \(numbers.upperBound)")
    }
  }

  /// Checks results, and returns them in order, each range once.
  ///
  /// - Parameters:
  ///   - results: The results, in any order, possibly several times.
  ///   - problem: What else is wrong with a result, as the end of a sentence, or `nil`.
  /// - Throws: A ``SessionError`` with the code `invalid-record`.
  func accept<Result: PlanResult>(
    _ results: some Sequence<Result>, problem: (Result) -> String?
  ) throws(SessionError) -> [Result] {
    var accepted: [Int: Result] = [:]
    for result in results {
      if let problem = rangeProblem(of: result) ?? problem(result) {
        throw SessionError(
          .invalidRecord, message: "the result for \(Result.noun) \(result.number) \(problem)")
      }
      if let other = accepted.updateValue(result, forKey: result.number), other != result {
        throw SessionError(
          .invalidRecord, message: "\(Result.noun) \(result.number) \(Result.contradiction)")
      }
    }
    return accepted.values.sorted { $0.number < $1.number }
  }

  private func rangeProblem(of result: some PlanResult) -> String? {
    guard result.number >= 1, result.number <= count else {
      return "is not one of the plan, which has \(count) \(type(of: result).noun)s"
    }
    guard (result.offset, result.byteCount) == range(of: result.number) else {
      return "is that of another range"
    }
    return nil
  }

  /// Checks that there is a result for each range.
  ///
  /// - Parameter results: The results in order, each range once.
  /// - Throws: A ``SessionError`` with the code `invalid-record`.
  func checkComplete<Result: PlanResult>(_ results: [Result]) throws(SessionError) {
    let missing = count - Int64(results.count)
    if missing == 0 { return }
    let first = zip(1..., results).first { $0 != $1.number }?.0 ?? results.count + 1
    throw SessionError(
      .invalidRecord,
      message: missing == 1
        ? "there is no result for \(Result.noun) \(first)"
        : "there are no results for \(missing) of \(count) \(Result.noun)s, the first of which is \(first)")
  }
}

extension Division {
  /// Returns the lines of JSON of a plan: one about the whole, and one for each range.
  ///
  /// - Parameters:
  ///   - whole: The first line.
  ///   - digest: Returns the digest of a range by its number. Defaults to none.
  func jsonLines(
    _ whole: some PlanLine, digest: (_ number: Int) -> String? = { _ in nil }
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try bytes.append(line: whole)
    for number in 1...Int(count) {
      let (offset, byteCount) = range(of: number)
      try bytes.append(
        line: RangeLine(number: number, offset: offset, size: byteCount, sha256: digest(number)))
    }
    return bytes
  }
}

extension [UInt8] {
  /// Appends a line of JSON, with its line feed.
  fileprivate mutating func append(line: some Encodable) throws {
    var encoder = JSON.Encoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    try encoder.encode(line, into: &self)
    append(UInt8(ascii: "\n"))
  }
}

/// The first line of a plan, about the whole.
protocol PlanLine: Codable {
  /// Whether the members are those of a plan. Only then, there is a ``division``.
  var isValid: Bool { get }
  var division: Division { get }
}

/// A line about one of the ranges: that of a plan, or of a segment that has been written.
struct RangeLine: Codable {
  var number: Int
  var offset: Int64
  var size: Int64
  /// The SHA-256 of the bytes in hexadecimal, or `nil` if unknown.
  var sha256: String?
  /// The mark of the file that a segment was written to, or `nil` if it is unknown.
  var file: String?
}

extension Division {
  /// Parses the lines of ``jsonLines(_:digest:)``.
  ///
  /// - Parameters:
  ///   - jsonLines: The lines.
  ///   - work: What is planned, with its article.
  ///   - noun: A noun for a range, such as `part`.
  ///   - accept: Returns whether the digest of a range is valid. By default, it is ignored.
  /// - Returns: The line about the whole.
  /// - Throws: A ``SessionError`` with the code `invalid-record` and the number of the line for anything else.
  static func plan<Whole: PlanLine>(
    parsing jsonLines: [UInt8], of work: String, noun: String, accept: (RangeLine) -> Bool = { _ in true }
  ) throws(SessionError) -> Whole {
    func failure(_ message: String) -> SessionError { SessionError(.invalidRecord, message: message) }
    let lines = jsonLines.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, let whole = try? JSON.Decoder().decode(Whole.self, from: Array(first)),
      whole.isValid
    else { throw failure("line 1 is not that of the plan of \(work)") }
    let division = whole.division
    guard Int64(lines.count) - 1 == division.count else {
      throw failure("the plan has the lines of \(lines.count - 1) \(noun)s, not of \(division.count)")
    }
    for (number, line) in zip(1..., lines.dropFirst()) {
      guard let range = try? JSON.Decoder().decode(RangeLine.self, from: Array(line)), range.number == number,
        (range.offset, range.size) == division.range(of: number), accept(range)
      else { throw failure("line \(number + 1) is not that of \(noun) \(number)") }
    }
    return whole
  }
}

extension PlanResult {
  /// The result as a line of JSON, with its line feed.
  var encoded: [UInt8] {
    get throws {
      var bytes: [UInt8] = []
      try bytes.append(line: line)
      return bytes
    }
  }

  /// Parses a line. The result is `nil` for anything that is not a result.
  private init?(parsing bytes: ArraySlice<UInt8>) {
    guard let line = try? JSON.Decoder().decode(Line.self, from: Array(bytes)), let result = Self(line),
      result.number > 0, result.offset >= 0, result.byteCount >= 0
    else { return nil }
    self = result
  }

  /// Parses the lines of results.
  ///
  /// A ``ResultsHeader`` is skipped. A last line without a line feed is ignored if it is cut off, because the process
  /// that wrote it may have been stopped.
  ///
  /// - Parameter done: What has happened to the range.
  /// - Throws: A ``SessionError`` with the code `invalid-record` and the number of the line for anything else.
  static func results(parsing jsonLines: [UInt8], done: String) throws(SessionError) -> [Self] {
    var results: [Self] = []
    let lines = jsonLines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in zip(1..., lines) where !line.isEmpty && ResultsHeader(line: line) == nil {
      guard let result = Self(parsing: line) else {
        if number == lines.count { break }
        throw SessionError(
          .invalidRecord, message: "line \(number) is not that of a \(noun) that was \(done)")
      }
      results.append(result)
    }
    return results
  }
}
