internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// A request for a range of a file, and the rules for the responses to it (RFC 9110 §14).
///
/// ```
///  100 bytes of a file, record {"validator":"\"abc\"","byteCount":250}
///
///  request    Range: bytes=100-                  If-Range: "abc"
///  response   206, Content-Range: bytes 100-249/250        .range(of: 250)
///             416, Content-Range: bytes */100              .useless: the record says 250
///             200                                          .whole
///             206, Content-Range: bytes 0-249/250          .useless
///             206 or 416 from another location             .useless
///             204, 404                                     .refused
/// ```
struct RangeRequest: Sendable {
  /// The meaning of a response.
  enum Meaning: Hashable, Sendable {
    /// The body is the range of a file of this size.
    case range(of: Int64)
    /// The bytes before the range are the whole file.
    case nothingMissing
    /// The body is the whole file, possibly another version.
    case whole
    /// The response cannot be used, because the version or the range does not match.
    case useless
    /// The response has no file, or none that is known to be whole. A later one may have.
    case refused
  }

  private let start: Int64
  /// The end of the range, or `nil` for that of the file.
  private let end: Int64?
  /// The version of the file, or `nil` for any.
  private let record: ResumeRecord?

  /// Requests a range that lies within the file.
  init(_ range: Range<Int64>, of record: ResumeRecord?) {
    (start, end, self.record) = (range.lowerBound, range.upperBound, record)
  }

  /// Requests a range of a file of unknown size, or less if the file ends before.
  static func first(_ byteCount: Int64) -> RangeRequest { RangeRequest(0..<byteCount, of: nil) }

  /// Requests the rest of a file.
  init(after point: ResumePoint) { (start, end, record) = (point.byteCount, nil, point.record) }

  /// Adds fields that request the range, or the whole file if its version has changed.
  func ask(in fields: inout HTTPFields) {
    fields[.range] = "bytes=\(start)-\(end.map { "\($0 - 1)" } ?? "")"
    fields[.ifRange] = record?.ifRange
  }

  /// Interprets the head of a response.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - location: The location of the response. Defaults to `nil`: that of the request.
  func meaning(of head: HTTPResponse, at location: String? = nil) -> Meaning {
    let isElsewhere = record.map { $0.location != location } ?? false
    return switch head.status.code {
    case 206 where isElsewhere, 416 where isElsewhere: .useless
    case 206: byteCount(in: head).map { .range(of: $0) } ?? .useless
    case 416: isNothingMissing(by: head) ? .nothingMissing : .useless
    case 200, 203: .whole
    // 204 (No Content), for example, is not the file. The bytes of an earlier response must not be lost to it.
    case 200..<300: record == nil ? .whole : .refused
    default: .refused
    }
  }

  /// Returns the size of the whole file if the body is exactly the range; otherwise, `nil`.
  private func byteCount(in head: HTTPResponse) -> Int64? {
    guard let range = head.headerFields[.contentRange].flatMap({ ContentRange($0) }),
      let size = range.completeLength ?? record?.byteCount, size == record?.byteCount ?? size,
      range.range.lowerBound == start, range.range.upperBound == min(size, end ?? size),
      record?.validator.isConfirmed(by: head) ?? (StrongValidator(of: head) != nil),
      head.isSingleRange(of: range.range)
    else { return nil }
    return size
  }

  /// Whether a 416 confirms that the file ends where its rest was to start.
  private func isNothingMissing(by head: HTTPResponse) -> Bool {
    guard let record, end == nil else { return false }
    let size = head.headerFields[.contentRange].flatMap { ContentRange.Unsatisfied($0)?.completeLength }
    return size == start && start == record.byteCount ?? start && record.validator.allows(head)
  }
}

extension Attempt {
  /// Requests a range of the file.
  nonisolated(nonsending) func send(_ range: RangeRequest) async throws -> SessionResponse {
    var request = request
    range.ask(in: &request.head.headerFields)
    return try await send(request)
  }

  /// Returns the location of a response: the SHA-256 of its URL without the query, or `nil` if that is the URL of the
  /// request.
  ///
  /// A validator identifies a version of one URL only (RFC 9110 §8.8.3). The signatures in the queries of redirects to
  /// stores differ each time.
  func location(of response: SessionResponse) -> String? {
    let location = response.request.location
    return location == request.head.location ? nil : SHA256.hexDigest(of: location)
  }
}

extension HTTPRequest {
  /// The URL without the query.
  fileprivate var location: String {
    (try? RequestURL(of: self)).map { "\($0.origin)\($0.path)" } ?? path ?? ""
  }
}

extension SessionResponse {
  /// Returns the error for a response without a file, with the beginning of its body.
  func refusal() async throws -> ResponseError {
    let validation = ResponseValidation()
    let start = try await validation.start(of: body, refusedBy: head)
    return try await validation.unacceptableStatus(head, body: start, in: decodingContext)
  }
}

/// The point where an earlier download has stopped.
struct ResumePoint: Hashable, Sendable {
  let record: ResumeRecord
  /// The number of bytes of the partial file, more than 0.
  let byteCount: Int64

  /// Returns the record with the ranges to request, or `nil` if a single request is for the rest.
  ///
  /// - Parameter count: The maximum number of simultaneous requests.
  func inSegments(_ count: Int) -> ResumeRecord? {
    guard count > 1 || record.missing != nil, let size = record.byteCount else { return nil }
    var record = record
    if record.missing == nil { record.missing = MissingRanges(of: size, from: byteCount) }
    record.missing?.divide(into: count, after: 0)
    return record
  }
}
