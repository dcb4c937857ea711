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
      try division.jsonLines(
        FileLine(
          url: url, size: byteCount, segmentSize: segmentByteCount, segments: segmentCount,
          validator: validator, sha256: sha256)
      ) { SegmentLine(number: $0, offset: $1, size: $2) }
    }
  }

  /// Parses the lines of ``jsonLines``.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record` and the number of the line for anything else.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(parsing jsonLines: [UInt8]) throws(SessionError) {
    let lines = jsonLines.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, let file = try? JSON.Decoder().decode(FileLine.self, from: Array(first)),
      file.isValid
    else { throw SessionError(.invalidRecord, message: "line 1 is not that of the plan of a download") }
    guard lines.count == file.segments + 1 else {
      throw SessionError(
        .invalidRecord,
        message: "the plan has the lines of \(lines.count - 1) segments, not of \(file.segments)")
    }
    self.init(
      file.division, url: file.url, validator: file.validator, sha256: file.sha256?.lowercased())
    for (number, line) in zip(1..., lines.dropFirst()) {
      guard let segment = try? JSON.Decoder().decode(SegmentLine.self, from: Array(line)),
        segment.number == number, (segment.offset, segment.size) == division.range(of: number)
      else {
        throw SessionError(.invalidRecord, message: "line \(number + 1) is not that of segment \(number)")
      }
    }
  }

  private struct FileLine: Codable {
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

  private struct SegmentLine: Codable {
    var number: Int
    var offset: Int64
    var size: Int64
  }
}
