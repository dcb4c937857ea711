internal import SluiceBody
internal import SluiceJSON
package import SluiceTransport

/// The first line of a file of results, which says what they are results of.
///
/// ```
///  {"version":1,"results":"parts","of":"9f86d0…","target":"60303a…","sum":"9f86d081884c7d65"}
///  {"number":1,"offset":0,"size":67108864,…}
/// ```
///
/// It is JSON with a ``RecordSum``, so no file of another program begins with it. Files that were joined have several.
package struct ResultsHeader: Codable, Hashable, Sendable {
  /// What has a result.
  package enum Kind: String, Codable, Sendable {
    /// The parts of an ``UploadPlan``.
    case parts
    /// The segments of a ``DownloadPlan``.
    case segments
    /// The files of a manifest.
    case files
  }

  private var version = 1
  private let results: Kind
  private let of: String
  private let target: String?

  /// - Parameters:
  ///   - kind: What has a result.
  ///   - work: The SHA-256 of the plan or the manifest, in hexadecimal.
  ///   - target: A text that identifies the destination of the bytes, or `nil` if results may have any.
  package init(_ kind: Kind, of work: String, target: String?) {
    (results, of, self.target) = (kind, work, target.map { SHA256.hexDigest(of: $0) })
  }

  /// - Parameters:
  ///   - kind: What has a result.
  ///   - plan: The first line of the plan.
  ///   - digests: Those of the plan. Defaults to none.
  ///   - target: A text that identifies the destination of the bytes, or `nil` if results may have any.
  init(_ kind: Kind, ofPlan plan: some PlanLine, _ digests: [String] = [], target: String?) throws {
    let line = String(decoding: try JSON.Encoder().encode(plan), as: UTF8.self)
    self.init(kind, of: SHA256.hexDigest(of: line + digests.joined()), target: target)
  }

  /// Parses a line without its line feed. The result is `nil` for any other line.
  package init?(line: some Sequence<UInt8>) {
    let line = Array(line)
    guard RecordSum.isRight(in: line) == true,
      let header = try? JSON.Decoder().decode(ResultsHeader.self, from: line), header.version == 1
    else { return nil }
    self = header
  }

  /// The line, with its line feed.
  package var line: [UInt8] {
    get throws { RecordSum.adding(to: try JSON.Encoder().encode(self)) + [UInt8(ascii: "\n")] }
  }

  /// Checks that this is the header of the results that are expected.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record`.
  package func check(is expected: ResultsHeader) throws(SessionError) {
    var problem: String?
    if results != expected.results {
      problem = "the results of \(results.rawValue), not of \(expected.results.rawValue)"
    } else if of != expected.of {
      problem = "the results of another \(results == .files ? "manifest" : "plan")"
    } else if let target = expected.target, self.target != target {
      problem = "the results of another \(results.target)"
    }
    if let problem { throw SessionError(.invalidRecord, message: "it has \(problem)") }
  }

  /// Checks the headers in the lines of results, the first of which is one.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - expected: The header that is expected. If it has no target, it is replaced with the first one.
  /// - Throws: A ``SessionError`` with the code `invalid-record` for any other header, or if there is none.
  package static func check(
    in lines: [UInt8], areLike expected: inout ResultsHeader
  ) throws(SessionError) {
    // What follows the last line feed is not a whole line.
    let lines = lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    for (number, line) in zip(1..., lines) {
      if let header = ResultsHeader(line: line) {
        try header.check(is: expected)
        expected = header
      } else if number == 1 {
        throw SessionError(
          .invalidRecord, message: "line 1 is not the header of a results file")
      }
    }
  }
}

extension ResultsHeader.Kind {
  /// The destination of the bytes, for messages.
  fileprivate var target: String {
    switch self {
    case .parts: "upload"
    case .segments: "file"
    case .files: "--url, --part or -X"
    }
  }
}
