internal import HTTPTypes

/// The state of a download in segments: which range is requested next, what a response means for all of them, and what
/// a record keeps of the rest. It sends and writes nothing itself.
///
/// ```
///             next                206 of this range              its last byte
///  waiting ─────────► requested ────────────────────► received ────────────────► complete, if no range is left
///                      │  ▲  │                         │    │
///                      │  │  └─ any other status ─┐    │    └─ more or fewer bytes ─► contradicted
///                      │  │                       ▼    ▼
///                      │  └───────────────────── retried, from where it has stopped
///                      └─ 200, 416, another range, version or location ─► changed
/// ```
///
/// A file that has changed, or a body that contradicts its range, ends all segments: no more ranges are requested, and
/// nothing is kept.
struct SegmentMachine: Sendable {
  private let record: ResumeRecord
  /// The ranges that are not requested yet, or `nil` after another version, or a body that is not its range.
  private var waiting: ArraySlice<Range<Int64>>?
  /// The ranges that have not been received.
  private(set) var missing: MissingRanges
  /// The number of bytes that have been received.
  private(set) var receivedByteCount: Int64 = 0

  /// - Parameters:
  ///   - record: The version of the file.
  ///   - missing: The missing ranges, the first of which is requested already.
  init(_ record: ResumeRecord, _ missing: MissingRanges) {
    self.record = record
    self.missing = missing
    waiting = missing.ranges.dropFirst()
  }

  /// Returns the range to request next, or `nil` if there is none.
  mutating func next() -> Range<Int64>? { waiting?.popFirst() }

  /// Takes the head of a response to the request for a range.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - location: The location of the response. Defaults to `nil`: that of the request.
  ///   - range: The range.
  mutating func didReceive(
    _ head: HTTPResponse, at location: String? = nil, for range: Range<Int64>
  ) -> RangeRequest.Meaning {
    let meaning = RangeRequest(range, of: record).meaning(of: head, at: location)
    switch meaning {
    case .whole, .useless, .nothingMissing: waiting = nil
    case .range, .refused: break
    }
    return meaning
  }

  /// Counts bytes that have been written at `offset`, where a missing range begins.
  mutating func didWrite(_ count: Int, at offset: Int64) {
    missing.receive(count, at: offset)
    receivedByteCount += Int64(count)
  }

  /// Notes that the body of a range has ended.
  ///
  /// - Parameters:
  ///   - range: The range that was requested.
  ///   - count: The number of bytes of the body, or `nil` if it has more than the range.
  /// - Returns: Whether the body is the range.
  mutating func didEnd(_ range: Range<Int64>, after count: Int64?) -> Bool {
    let isWhole = count == range.upperBound - range.lowerBound
    if !isWhole { waiting = nil }
    return isWhole
  }

  /// Whether the partial file has all bytes of one version.
  var isComplete: Bool { waiting != nil && missing.ranges.isEmpty }

  /// The missing ranges if the download fails now, for the record, or `nil` if nothing has been received that the
  /// record does not have, or that can be trusted.
  var remnant: MissingRanges? { waiting != nil && receivedByteCount > 0 ? missing : nil }
}
