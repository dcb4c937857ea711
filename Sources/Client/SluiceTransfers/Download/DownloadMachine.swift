internal import HTTPTypes

/// The state of an attempt at a download: which request is next, what a response means for it, and how its body is
/// written. It sends, finds and writes nothing itself.
///
/// ```
///  begin ──► a special file ────────────────────────────────► whole ─► 2xx ─► in place
///    ├─────► a partial file with a record
///    │         └─► Range, If-Range ─► 206 with the rest ─────────────────► rest
///    │                                206 with the first missing range ──► segments
///    │                                416, nothing missing ──────────────► nothing
///    │                                200, 203: another version ─────────► whole
///    │                                another range or location ───► whole ─► 2xx ─► whole
///    │                                any other status ──────────────────► a refusal; the partial file stays
///    ├─────► several segments ─► Range ─► 206, size and validator ───────► segments
///    │                                    2xx ───────────────────────────► whole
///    │                                    another range, or 416 ────► whole ─► 2xx ─► whole
///    └─────► otherwise ─────────────────────────────► whole ─► 2xx ──────► whole
/// ```
///
/// If the path depends on the response, the first request decides on it. If there is a partial file of this version
/// there, the response is discarded, and the download resumes.
struct DownloadMachine: Sendable {
  /// A request.
  enum Question: Equatable, Sendable {
    /// For the whole file. Its body may be a file that a cache has, and that may turn out to be damaged while it is
    /// read, if `takesFile`. Otherwise, the cache requests damaged bytes from the server.
    case whole(takesFile: Bool)
    /// For the first segment, which shows whether the server supports more.
    case firstSegment
    /// For what follows the partial file.
    case rest(ResumePoint)
    /// For the first missing range of a record.
    case segments(ResumeRecord, first: Range<Int64>)

    /// The range, or `nil` for the whole file.
    var range: RangeRequest? {
      switch self {
      case .whole: nil
      case .firstSegment: .first(MissingRanges.minimumByteCount)
      case .rest(let point): RangeRequest(after: point)
      case .segments(let record, let first): RangeRequest(first, of: record)
      }
    }
  }

  /// What the path of the file names.
  enum Place: Equatable, Sendable {
    /// A file that is written in place.
    case special(SpecialFile)
    /// The partial file of an earlier attempt or download, with the point to resume from, or `nil` if it cannot be
    /// used.
    case partial(ResumePoint?)
    /// Nothing to continue.
    case free
  }

  /// The meaning of a response.
  enum Verdict: Equatable, Sendable {
    /// The path depends on the response, and ``didFind(_:for:isCopyable:)`` follows.
    case isFirst
    /// The response is discarded, and the next request follows.
    case isUseless
    /// The response refuses the request.
    case isRefusal
    /// The response is a part of a file that was requested as a whole.
    case isInvalid
    /// The body is written.
    case isContent(Content)
  }

  /// What is written.
  enum Content: Equatable, Sendable {
    /// The body is written in place.
    case inPlace(SpecialFile)
    /// The body is the file. With the record, its partial file can be resumed.
    case whole(ResumeRecord?)
    /// The body is the rest of a file of this size.
    case rest(ResumePoint, of: Int64)
    /// The body is the first missing range of the record. Its partial file exists if it is resumed.
    case segments(ResumeRecord, isResumed: Bool)
    /// The partial file is complete.
    case nothing(ResumePoint)
  }

  /// Thrown if a body cannot be used, as its end or a later response shows. The file is written from its first byte.
  enum Setback: Error {
    /// The file of a cache is damaged.
    case damaged
    /// The server has another version now, or does not send a range.
    case changed
  }

  /// The next request, or the one that was sent.
  private(set) var question = Question.whole(takesFile: true)
  /// What the path names, or `nil` if it depends on a response.
  private var place: Place?
  private let url: String
  private let segments: Int
  private let isResumable: Bool
  private let asksForRange: Bool

  /// - Parameters:
  ///   - place: What the path names, or `nil` if the path depends on the response.
  ///   - url: The URL of the request.
  ///   - segments: The maximum number of simultaneous requests.
  ///   - isResumable: Whether the request allows asking for a range of its resource.
  ///   - asksForRange: Whether the request is for a range, which counts as a whole file.
  init(at place: Place?, url: String, segments: Int, isResumable: Bool, asksForRange: Bool) {
    (self.place, self.url, self.segments) = (place, url, segments)
    (self.isResumable, self.asksForRange) = (isResumable, asksForRange)
    switch place {
    case .special: question = .whole(takesFile: false)
    case .partial(let point): resume(from: point)
    case .free, nil: if segments > 1, isResumable { question = .firstSegment }
    }
  }

  private mutating func resume(from point: ResumePoint?) {
    if let point, let record = point.inSegments(segments), let first = record.missing?.ranges.first {
      question = .segments(record, first: first)
    } else {
      question = point.map { .rest($0) } ?? .whole(takesFile: true)
    }
  }

  /// Takes the head of a response.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - location: The location of the response. Defaults to `nil`: that of the request.
  mutating func didReceive(_ head: HTTPResponse, at location: String? = nil) -> Verdict {
    guard let range = question.range else {
      guard (200..<300).contains(head.status.code) else { return .isRefusal }
      return head.status.code != 206 || asksForRange ? verdict(on: head, location) : .isInvalid
    }
    switch (range.meaning(of: head, at: location), question) {
    case (.range(let size), .rest(let point)): return .isContent(.rest(point, of: size))
    case (.range, .segments(let record, _)): return .isContent(.segments(record, isResumed: true))
    case (.nothingMissing, .rest(let point)): return .isContent(.nothing(point))
    case (.range, _), (.whole, _): return verdict(on: head, location)
    // A range of an empty file is not satisfiable.
    case (.useless, _), (.nothingMissing, _): question = .whole(takesFile: true)
    case (.refused, _): return .isRefusal
    }
    return .isUseless
  }

  /// Takes what the path for a response names.
  ///
  /// - Parameters:
  ///   - place: What it names.
  ///   - head: The head of the response.
  ///   - location: The location of the response. Defaults to `nil`: that of the request.
  ///   - isCopyable: Whether the body is a file of a cache.
  mutating func didFind(
    _ place: Place, for head: HTTPResponse, at location: String? = nil, isCopyable: Bool
  ) -> Verdict {
    self.place = place
    switch place {
    case .special where isSegment(head) || isCopyable: question = .whole(takesFile: false)
    case .partial(let point?)
    where point.record.location == location && point.record.validator.isConfirmed(by: head):
      resume(from: point)
    case .special, .partial, .free: return verdict(on: head, location)
    }
    return .isUseless
  }

  /// Notes that a body could not be used.
  mutating func didFail(_ setback: Setback) {
    // A single response cannot be of two versions.
    question = .whole(takesFile: setback == .changed)
  }

  /// Returns the meaning of a response with the file, or with its first segment.
  private func verdict(on head: HTTPResponse, _ location: String?) -> Verdict {
    switch place {
    case nil: return .isFirst
    case .special(let file): return .isContent(.inPlace(file))
    case .partial, .free: break
    }
    if isSegment(head),
      var record = ResumeRecord(of: head, at: url, location, first: MissingRanges.minimumByteCount)
    {
      record.missing?.divide(into: min(segments, MissingRanges.maximumCount) + 1, after: 1)
      return .isContent(.segments(record, isResumed: false))
    }
    return .isContent(.whole(isResumable ? ResumeRecord(of: head, at: url, location) : nil))
  }

  private func isSegment(_ head: HTTPResponse) -> Bool { head.status.code == 206 && !asksForRange }
}
