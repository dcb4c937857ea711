internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// A download of the missing ranges of a file, several at a time: sends the requests that a ``SegmentMachine`` decides
/// on, writes the bodies, and keeps the record.
///
/// ```
///  response to the first request ─► worker 1 ─┐  write at its offset   ┌─► the partial file
///  Range, If-Range ─► 206 ────────► worker 2 ─┼──────────────────────►─┤
///  Range, If-Range ─► 206 ────────► worker 3 ─┘  every 250 ms          └─► the record, what is missing
/// ```
///
/// Each request after the first is a transfer of its own, with retries by the policy, which continue where the segment
/// has stopped. If one fails, all end.
struct SegmentedDownload: Sendable {
  /// Thrown if a body is not as long as its range.
  struct Contradiction: Error {}

  private struct State {
    var machine: SegmentMachine
    var reports = ProgressThrottle()
    var pace = CheckpointPace(every: .milliseconds(250), from: .now)
  }

  private let attempt: Attempt
  private let download: FileDownload
  private let partial: PartialDownload
  private let record: ResumeRecord
  private let workers: Int
  private let state: Lock<State>

  /// - Parameter workers: The maximum number of simultaneous requests.
  init(
    _ attempt: Attempt, of download: FileDownload, into partial: PartialDownload, _ record: ResumeRecord,
    _ missing: MissingRanges, atOnce workers: Int
  ) {
    self.attempt = attempt
    self.download = download
    self.partial = partial
    self.record = record
    self.workers = min(workers, missing.ranges.count)
    state = Lock(State(machine: SegmentMachine(record, missing)))
  }

  /// The number of bytes that have been received.
  var receivedByteCount: Int64 { state.withLock { $0.machine.receivedByteCount } }

  /// Receives all missing ranges.
  ///
  /// - Parameters:
  ///   - first: The first missing range.
  ///   - response: The response with this range.
  /// - Throws: ``DownloadMachine/Setback/changed``; ``Contradiction``; the errors of the requests and of the partial
  ///   file.
  func run(_ first: Range<Int64>, _ response: SessionResponse) async throws {
    do {
      let limit: @Sendable () async throws -> Void = {
        try await attempt.deadline.wait()
        throw attempt.deadline.error
      }
      try await withWorkers(max(workers, 1), beside: attempt.deadline.isNever ? nil : limit) { index in
        if index == 0 {
          var rest = first
          try await receive(&rest, from: response)
        }
        while let range = state.withLock({ $0.machine.next() }) { try await request(range) }
      }
      guard state.withLock({ $0.machine.isComplete }) else { throw Contradiction() }
    } catch {
      if let missing = state.withLock({ $0.machine.remnant }) { try? save(missing) }
      throw error
    }
    attempt.context.didReceive(ofFile: receivedByteCount)
  }

  /// Requests a range, with retries.
  private func request(_ range: Range<Int64>) async throws {
    var rest = range
    var call = Call(download.request, nestedIn: attempt.context)
    call.isDownload = true
    try await attempt.runner.perform(call) { attempt in
      // The connection may have been lost after the last byte.
      if rest.isEmpty { return }
      let response = try await attempt.send(RangeRequest(rest, of: record))
      let location = attempt.location(of: response)
      switch state.withLock({ $0.machine.didReceive(response.head, at: location, for: rest) }) {
      case .range: try await receive(&rest, from: response)
      case .whole, .useless, .nothingMissing: throw DownloadMachine.Setback.changed
      case .refused: throw try await response.refusal()
      }
    }
  }

  /// Writes the body of a response to a range, which shrinks from its beginning.
  private func receive(_ range: inout Range<Int64>, from response: SessionResponse) async throws {
    let requested = range
    let count = try await response.readRange(&range) { block, offset in
      try partial.file.write(block, at: offset)
      guard let missing = didWrite(block.count, at: offset) else { return }
      let start = MonotonicInstant.now
      try save(missing)
      state.withLock { $0.pace.end(since: start, at: .now) }
    }
    guard state.withLock({ $0.machine.didEnd(requested, after: count) }) else { throw Contradiction() }
  }

  /// Counts received bytes, and reports them if it is time.
  ///
  /// - Returns: What is missing, if it is time to write it.
  private func didWrite(_ count: Int, at offset: Int64) -> MissingRanges? {
    let now = MonotonicInstant.now
    let (received, missing) = state.withLock { state -> (Int64?, MissingRanges?) in
      state.machine.didWrite(count, at: offset)
      let isReportDue = state.reports.admits(at: now)
      let isSaveDue = state.pace.begin(at: now)
      return (
        isReportDue ? state.machine.receivedByteCount : nil, isSaveDue ? state.machine.missing : nil
      )
    }
    if let received { attempt.context.didReceive(ofFile: received) }
    return missing
  }

  private func save(_ missing: MissingRanges) throws(BodyError) {
    var record = record
    record.missing = missing
    try partial.save(record)
  }
}
