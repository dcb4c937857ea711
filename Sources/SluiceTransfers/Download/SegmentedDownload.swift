internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// A download of the missing ranges of a file, several at a time.
///
/// ```
///  response to the first request ─► worker 1 ─┐  write at its offset   ┌─► the part
///  Range, If-Range ─► 206 ────────► worker 2 ─┼──────────────────────►─┤
///  Range, If-Range ─► 206 ────────► worker 3 ─┘  every 250 ms          └─► the record, what is missing
/// ```
///
/// Each request after the first is a transfer of its own, with retries by the policy, which continue where the segment
/// has stopped. If one fails, all end.
struct SegmentedDownload: Sendable {
  /// Thrown if the server has another version, or does not send the range.
  struct Changed: Error {}
  /// Thrown if a body is not as long as its range.
  struct Contradiction: Error {}

  private struct State {
    var missing: MissingRanges
    /// The ranges that no worker has taken.
    var waiting: ArraySlice<Range<Int64>>
    var received: Int64 = 0
    var nextReport = ContinuousClock.now
    /// `nil` while the record is written.
    var nextSave: ContinuousClock.Instant? = .now + interval
  }

  /// The shortest time between two records.
  private static let interval = Duration.milliseconds(250)

  private let attempt: Attempt
  private let download: FileDownload
  private let part: PartialDownload
  private let record: ResumeRecord
  private let workers: Int
  private let state: Lock<State>

  /// - Parameter workers: The maximum number of simultaneous requests.
  init(
    _ attempt: Attempt, of download: FileDownload, into part: PartialDownload, _ record: ResumeRecord,
    _ missing: MissingRanges, atOnce workers: Int
  ) {
    self.attempt = attempt
    self.download = download
    self.part = part
    self.record = record
    self.workers = min(workers, missing.ranges.count)
    state = Lock(State(missing: missing, waiting: missing.ranges.dropFirst()))
  }

  /// The number of bytes that have been received.
  var receivedByteCount: Int64 { state.withLock { $0.received } }

  /// Receives all missing ranges.
  ///
  /// - Parameters:
  ///   - first: The first missing range.
  ///   - response: The response with this range.
  func run(_ first: Range<Int64>, _ response: Response) async throws {
    do {
      try await withThrowingTaskGroup { group in
        group.addTask {
          var rest = first
          try await receive(&rest, from: response)
          try await receiveWaitingRanges()
        }
        for _ in 1..<max(workers, 1) { group.addTask { try await receiveWaitingRanges() } }
        if !attempt.deadline.isNever {
          group.addTask {
            try await attempt.deadline.wait()
            throw SessionError(.timedOut, message: TimeLimit.message)
          }
        }
        // The first error cancels the others.
        for _ in 0..<max(workers, 1) { try await group.next() }
        group.cancelAll()
      }
    } catch {
      let state = state.withLock { $0 }
      if state.received > 0, !(error is Changed), !(error is Contradiction) { try? save(state.missing) }
      throw error
    }
    attempt.context.didReceive(ofFile: receivedByteCount)
  }

  private func receiveWaitingRanges() async throws {
    while let range = state.withLock({ $0.waiting.popFirst() }) { try await request(range) }
  }

  /// Requests a range, with retries.
  private func request(_ range: Range<Int64>) async throws {
    var rest = range
    var call = Call(download.request, partOf: attempt.context)
    call.isDownload = true
    try await attempt.runner.perform(call) { attempt in
      var request = attempt.request
      request.head.headerFields.ask(for: rest, of: record)
      let response = try await attempt.send(request)
      switch response.head.status.code {
      case 206 where record.isSegment(rest, response.head): try await receive(&rest, from: response)
      case 200..<300, 416: throw Changed()
      default: throw try await response.refusal()
      }
    }
  }

  /// Writes the body of a response to a range, which shrinks from its beginning.
  private func receive(_ range: inout Range<Int64>, from response: Response) async throws {
    var content = DigestCheck(DeclaredDigests(response.head.headerFields).content)
    let end = range.upperBound
    var offset = range.lowerBound
    defer { range = offset..<end }
    let count = end - offset
    let received = try await response.body.write(upTo: count) { block in
      content.update(block)
      try part.write(block, at: offset)
      let missing = didReceive(block.count, at: offset)
      offset += Int64(block.count)
      if let missing { try saveOnTime(missing) }
    }
    guard received == count else { throw Contradiction() }
    _ = try content.verify()
  }

  /// Counts received bytes.
  ///
  /// - Returns: What is missing, if it is time to write it.
  private func didReceive(_ count: Int, at offset: Int64) -> MissingRanges? {
    let now = ContinuousClock.now
    let (received, missing) = state.withLock { state -> (Int64?, MissingRanges?) in
      state.missing.receive(count, at: offset)
      state.received += Int64(count)
      let isReportDue = now >= state.nextReport
      if isReportDue { state.nextReport = now + .milliseconds(50) }
      guard let time = state.nextSave, now >= time else { return (isReportDue ? state.received : nil, nil) }
      state.nextSave = nil
      return (isReportDue ? state.received : nil, state.missing)
    }
    if let received { attempt.context.didReceive(ofFile: received) }
    return missing
  }

  /// Writes the record, and decides on the time of the next one: writing takes a fifth of the time at most.
  private func saveOnTime(_ missing: MissingRanges) throws {
    let start = ContinuousClock.now
    try save(missing)
    let end = ContinuousClock.now
    state.withLock { $0.nextSave = end + max(Self.interval, (end - start) * 4) }
  }

  private func save(_ missing: MissingRanges) throws {
    var record = record
    record.missing = missing
    try part.save(record)
  }
}

extension HTTPFields {
  /// Adds fields that request a range, of the version of a record.
  mutating func ask(for range: Range<Int64>, of record: ResumeRecord?) {
    self[.range] = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
    self[.ifRange] = record?.ifRange
  }
}

extension ResumePoint {
  /// Returns the record with the ranges to request; `nil` if a single request is for the rest.
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

extension ResumeRecord {
  /// Whether the body of a response is a range of this version.
  func isSegment(_ range: Range<Int64>, _ head: HTTPResponse) -> Bool {
    guard let sent = head.headerFields[.contentRange].flatMap({ ContentRange($0) }) else { return false }
    return sent.range == range && sent.completeLength ?? byteCount == byteCount
      && validator.isConfirmed(by: head)
      && head.isSingleRange(of: range)
  }
}
