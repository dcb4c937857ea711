internal import SluiceBody
internal import SluiceJSON
public import SluiceTransport

extension DownloadPlan {
  /// The plan as lines of JSON: a line about the file, and one for each segment.
  ///
  /// ```
  /// {"version":1,"url":"https://a.example/","size":144703488,"segmentSize":67108864,"segments":3,"validator":"\"a\""}
  /// {"number":1,"offset":0,"size":67108864}
  /// {"number":2,"offset":67108864,"size":67108864}
  /// {"number":3,"offset":134217728,"size":10485760}
  /// ```
  public var jsonLines: [UInt8] {
    get throws {
      try division.jsonLines(fileLine) { SegmentLine(number: $0, offset: $1, size: $2) }
    }
  }

  /// Parses the lines of ``jsonLines``.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record` and the number of the line for anything else.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(parsing jsonLines: [UInt8]) throws(SessionError) {
    let file: FileLine = try Division.plan(
      parsing: jsonLines, of: "a download", noun: DownloadedSegment.noun
    ) { (_: SegmentLine) in true }
    self.init(
      file.division, url: file.url, validator: file.validator, sha256: file.sha256?.lowercased())
  }

  /// Returns the first line of results of this plan.
  ///
  /// - Parameter path: The path of the downloaded file, whose name all machines use.
  package func resultsHeader(at path: String) throws -> ResultsHeader {
    var hash = SHA256()
    let line: [UInt8] = try JSON.Encoder().encode(fileLine)
    hash.update(line.span)
    return ResultsHeader(
      .segments, of: SHA256.hexadecimal(hash.digest), target: try DestinationPath(path).name)
  }

  private var fileLine: FileLine {
    FileLine(
      url: url, size: byteCount, segmentSize: segmentByteCount, segments: segmentCount, validator: validator,
      sha256: sha256)
  }

  private struct FileLine: Codable, PlanLine {
    var version = 1
    var url: String?
    var size: Int64
    var segmentSize: Int64
    var segments: Int
    var validator: String
    var sha256: String?

    var division: Division { Division(byteCount: size, rangeByteCount: segmentSize) }

    var isValid: Bool {
      version == 1 && size > 0 && segmentSize > 0 && segments <= DownloadPlan.maximumCount
        && Int64(segments) == division.count && StrongValidator(validator) != nil
        && sha256.map { SHA256.digest(parsing: $0) != nil } ?? true
    }
  }

  private struct SegmentLine: Codable, RangeLine {
    var number: Int
    var offset: Int64
    var size: Int64
  }
}
