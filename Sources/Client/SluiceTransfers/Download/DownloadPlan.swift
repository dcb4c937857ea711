internal import HTTPTypes
internal import SluiceBody
internal import SluiceJSON
public import SluiceSerialization
public import SluiceSession
public import SluiceTransport

/// The division of a file on a server into segments that several machines download, each into the same file.
///
/// One machine divides the file, each of the others writes its share on a file system that all of them see, and one
/// machine completes the download with all results. They exchange only lines of JSON, so that any scheduler can run
/// them:
///
/// ```swift
/// let plan = try await DownloadPlan(dividing: session.request(.get, "videos/1"), in: session)
/// try Data(plan.jsonLines).write(to: URL(filePath: "/data/plan.jsonl"))
/// ```
/// ```swift
/// let plan = try DownloadPlan(parsing: Array(Data(contentsOf: URL(filePath: "/data/plan.jsonl"))))
/// let written = try await session.downloadSegments(1...200, of: plan, to: "/data/holiday.mov")
/// ```
/// ```swift
/// try await plan.complete(written + writtenByOthers, at: "/data/holiday.mov")
/// ```
///
/// The plan contains no credentials, and no URL that may hold some.
public struct DownloadPlan: Hashable, Sendable {
  /// The number of bytes of the file.
  public let byteCount: Int64
  /// The number of bytes of each segment but the last.
  package let segmentByteCount: Int64
  /// The number of segments, which are numbered from 1.
  public let segmentCount: Int
  /// The URL of the request, without user-info, or `nil` if it has a query, which may hold secrets.
  package let url: String?
  /// The location of the file, as in a ``ResumeRecord``.
  let location: String?
  /// The version of the file, in the form of an `If-Range` field (RFC 9110 §13.1.5): a strong entity tag, or a date.
  package let validator: String
  /// The SHA-256 of the file in hexadecimal, if the server has declared it (RFC 9530); otherwise, `nil`.
  package let sha256: String?

  /// The maximum number of segments.
  static let maximumCount = 100_000

  /// Asks the server for the size and the version of a file, and divides it.
  ///
  /// - Parameters:
  ///   - request: The request for the file, a GET without a body and a range.
  ///   - session: The session that sends it.
  ///   - size: The number of bytes of each segment but the last. Defaults to `nil`: 64 MiB, or a larger number of MiB
  ///     if there would be more than 100,000 segments.
  /// - Throws: A ``ResponseError`` for a status that is not from 200 to 299; a ``SessionError`` with the code
  ///   `invalid-response` if the file is empty, or the server does not send ranges, its size and a strong validator, so
  ///   that it can only be downloaded as a whole, or `invalid-configuration` for another request or more than 100,000
  ///   segments; the other errors of ``Session/send(_:decoding:progress:)``.
  public init(dividing request: SessionRequest, in session: Session, size: Int64? = nil) async throws {
    let request = try PlannedDownload.request(request)
    self = try await session.runner.perform(Call(request)) { attempt in
      // A HEAD would need another signature than the GET of the segments.
      let response = try await attempt.send(RangeRequest.first(1))
      let isRefused =
        !(200..<300).contains(response.head.status.code) && response.head.status != .rangeNotSatisfiable
      if isRefused { throw try await response.refusal() }
      let url = try RequestURL(of: attempt.request.head)
      let record = ResumeRecord(
        of: response.head, at: url.text, attempt.location(of: response), first: 1)
      await response.discard()
      guard let record, let byteCount = record.byteCount else {
        throw SessionError(
          .invalidResponse,
          message: "the file is empty, or the server does not send ranges, its size and a strong validator; "
            + "download it as a whole"
        ).at(url.redacted)
      }
      let division = Division(byteCount: byteCount, rangeByteCount: try Self.size(size, for: byteCount))
      return DownloadPlan(
        division, url: url.target.utf8.contains(UInt8(ascii: "?")) ? nil : url.text,
        location: record.location, validator: record.ifRange,
        sha256: record.digest.map(SHA256.hexadecimal))
    }
  }

  /// Returns the size of segments.
  ///
  /// - Parameters:
  ///   - size: That of the caller, or `nil` for the default.
  ///   - byteCount: The number of bytes of the file.
  private static func size(_ size: Int64?, for byteCount: Int64) throws(SessionError) -> Int64 {
    let size = size ?? PartStore.Limits(maximumCount: maximumCount).partByteCount(for: byteCount)
    guard size > 0, Division(byteCount: byteCount, rangeByteCount: size).count <= maximumCount else {
      throw SessionError(
        .invalidConfiguration,
        message: "segments of \(size) bytes are too many: a plan has at most \(maximumCount)")
    }
    return size
  }

  /// - Parameter division: The segments, at most ``maximumCount``.
  init(_ division: Division, url: String?, location: String? = nil, validator: String, sha256: String?) {
    byteCount = division.byteCount
    segmentByteCount = division.rangeByteCount
    segmentCount = Int(division.count)
    (self.url, self.location) = (url, location)
    self.validator = validator
    self.sha256 = sha256
  }

  // MARK: The segments and their file

  /// The segments.
  var division: Division { Division(byteCount: byteCount, rangeByteCount: segmentByteCount) }

  /// The version of the file that each response must confirm.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record` if the validator is none.
  var record: ResumeRecord {
    get throws(SessionError) {
      let record = ResumeRecord(
        .init(
          version: 1, url: "", location: location, validator: validator, byteCount: byteCount,
          sha256: sha256, missing: nil))
      guard let record else {
        throw SessionError(.invalidRecord, message: "the plan has no strong validator")
      }
      return record
    }
  }

  /// Returns the path that the file has until it is complete, which is the same on all machines.
  ///
  /// ```
  ///  holiday.mov                                                           the file, once it is complete
  ///  .sluice-5d41402abc4b2a76b9719d911017c592-9f86d081884c7d65.segments    the segments of one version and size
  /// ```
  func temporaryPath(for path: DestinationPath) -> String {
    let version = SHA256.hexDigest(of: "\(byteCount) \(segmentByteCount) \(validator)\(location ?? "")")
    return path.sibling("\(path.hiddenStem)-\(version.prefix(16)).segments")
  }
}

extension DownloadPlan {
  /// The plan as lines of JSON: a line about the file, and one for each segment.
  ///
  /// ```
  /// {"version":1,"url":"https://a.example/","size":144703488,"segmentSize":67108864,"segments":3,"validator":"\"a\""}
  /// {"number":1,"offset":0,"size":67108864}
  /// {"number":2,"offset":67108864,"size":67108864}
  /// {"number":3,"offset":134217728,"size":10485760}
  /// ```
  ///
  /// If a redirect led to the file, the first line has the `location`: the SHA-256 of its URL without the query.
  public var jsonLines: [UInt8] {
    get throws { try division.jsonLines(fileLine) }
  }

  /// Parses the lines of ``jsonLines``.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record` and the number of the line for anything else.
  /// - Complexity: O(*n*) for *n* bytes.
  public init(parsing jsonLines: [UInt8]) throws(SessionError) {
    let file: FileLine = try Division.plan(
      parsing: jsonLines, of: "a download", noun: DownloadedSegment.noun)
    self.init(
      file.division, url: file.url, location: file.location, validator: file.validator,
      sha256: file.sha256?.lowercased())
  }

  /// Returns the first line of results of this plan.
  ///
  /// - Parameter path: The path of the downloaded file, whose name all machines use.
  package func resultsHeader(at path: String) throws -> ResultsHeader {
    try ResultsHeader(.segments, ofPlan: fileLine, target: DestinationPath(path).name)
  }

  private var fileLine: FileLine {
    FileLine(
      url: url, location: location, size: byteCount, segmentSize: segmentByteCount, segments: segmentCount,
      validator: validator, sha256: sha256)
  }

  private struct FileLine: PlanLine {
    var version = 1
    var url: String?
    var location: String?
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
}
