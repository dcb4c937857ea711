internal import HTTPTypes
internal import SluiceCoding

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
///                      └─ 200, 416, another range or version ─► changed
/// ```
///
/// A file that has changed, or a body that contradicts its range, ends all segments: no more ranges are requested, and
/// nothing is kept.
struct SegmentMachine: Sendable {
  /// The meaning of a response to the request for a range of a version.
  enum Meaning: Hashable, Sendable {
    /// The body is the range.
    case segment
    /// The body is the whole file, possibly another version.
    case whole
    /// The response cannot be used, because the version or the range does not match.
    case useless
    /// The response has no file. A later one may have.
    case refused
  }

  private enum State {
    /// Segments are received, and those ranges are not requested yet.
    case receiving(waiting: ArraySlice<Range<Int64>>)
    case changed
    case contradicted
  }

  private let record: ResumeRecord
  private var state: State
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
    state = .receiving(waiting: missing.ranges.dropFirst())
  }

  /// Returns the range to request next, or `nil` if there is none.
  mutating func next() -> Range<Int64>? {
    guard case .receiving(var waiting) = state, let range = waiting.popFirst() else { return nil }
    state = .receiving(waiting: waiting)
    return range
  }

  /// Takes the head of a response to the request for a range.
  mutating func didReceive(_ head: HTTPResponse, for range: Range<Int64>) -> Meaning {
    let meaning = record.meaning(of: head, for: range)
    switch meaning {
    case .whole, .useless: end(.changed)
    case .segment, .refused: break
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
    if !isWhole { end(.contradicted) }
    return isWhole
  }

  private mutating func end(_ state: State) {
    if case .receiving = self.state { self.state = state }
  }

  /// Whether the part has all bytes of one version.
  var isComplete: Bool {
    guard case .receiving = state else { return false }
    return missing.ranges.isEmpty
  }

  /// The missing ranges if the download fails now, for the record, or `nil` if nothing has been received that the
  /// record does not have, or that can be trusted.
  var remnant: MissingRanges? {
    guard case .receiving = state, receivedByteCount > 0 else { return nil }
    return missing
  }
}

extension ResumeRecord {
  /// Interprets the head of a response to the request for a range of this version.
  func meaning(of head: HTTPResponse, for range: Range<Int64>) -> SegmentMachine.Meaning {
    switch head.status.code {
    case 206 where isSegment(range, head): .segment
    case 206, 416: .useless
    case 200..<300: .whole
    default: .refused
    }
  }

  /// Whether the body of a response is a range of this version.
  private func isSegment(_ range: Range<Int64>, _ head: HTTPResponse) -> Bool {
    guard let sent = head.headerFields[.contentRange].flatMap({ ContentRange($0) }) else { return false }
    return sent.range == range && sent.completeLength ?? byteCount == byteCount
      && validator.isConfirmed(by: head)
      && head.isSingleRange(of: range)
  }
}
