internal import Glibc
internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// A download of some segments of a plan, several at a time, into a file that other machines write, too.
///
/// ```
///  missing segments ─► worker 1 ─┬─ Range, If-Range ─► 206 ─► written at its offset ─► flushed ─► the result
///                   ─► worker 2 ─┤        ▲             │
///                   ─► worker 3 ─┘        └── a retry ◄─┘ from where it has stopped
/// ```
///
/// Each segment is a transfer of its own, with retries by its policy. If one fails, all end. A segment that has no
/// result is downloaded from its first byte.
struct PlannedDownload: Sendable {
  private let plan: DownloadPlan
  private let record: ResumeRecord
  private let numbers: ClosedRange<Int>
  private let request: SessionRequest
  private let path: DestinationPath
  private let finished: [Int: DownloadedSegment]
  private let workers: Int
  private let didWrite: (@Sendable (DownloadedSegment) async throws -> Void)?

  /// - Parameters:
  ///   - numbers: The numbers of the segments.
  ///   - plan: The plan.
  ///   - request: The request for the whole file.
  ///   - path: The final path of the file.
  ///   - earlier: The results of an earlier download.
  ///   - workers: The maximum number of simultaneous requests.
  ///   - didWrite: Called with each segment that has been written, or `nil` for nothing.
  /// - Throws: A ``SessionError`` with the code `invalid-configuration` or `invalid-record`; a ``BodyError`` with the
  ///   code `write-failed`.
  init(
    _ numbers: ClosedRange<Int>, of plan: DownloadPlan, from request: SessionRequest, to path: String,
    after earlier: [DownloadedSegment], atMost workers: Int,
    didWrite: (@Sendable (DownloadedSegment) async throws -> Void)?
  ) throws {
    try plan.division.check(numbers, noun: DownloadedSegment.noun)
    self.plan = plan
    record = try plan.record
    self.numbers = numbers
    self.request = try Self.request(request)
    self.path = try DestinationPath(path)
    let accepted = try plan.division.accept(earlier) { _ in nil }
    finished = Dictionary(uniqueKeysWithValues: accepted.lazy.map { ($0.number, $0) })
    (self.workers, self.didWrite) = (workers, didWrite)
  }

  /// Checks that a request is for a file that can be divided, and adds that its bytes must not be coded.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-configuration`.
  static func request(_ request: SessionRequest) throws(SessionError) -> SessionRequest {
    let fields = request.head.headerFields
    guard request.head.method == .get, request.body == nil, fields[.range] == nil, fields[.ifRange] == nil
    else {
      throw SessionError(
        .invalidConfiguration,
        message: "a download in segments must be a GET request without a body or a range")
    }
    var request = request
    request.head.headerFields[.acceptEncoding] = "identity"
    return request
  }

  /// Downloads the segments that have no result.
  ///
  /// - Parameters:
  ///   - runner: The runner of the session.
  ///   - context: The download as a whole.
  /// - Returns: All segments with these numbers, in order.
  func run(in runner: TransferRunner, _ context: TransferContext) async throws -> [DownloadedSegment] {
    let missing = numbers.filter { finished[$0] == nil }
    let tally = SegmentsTally(missing, earlier: byteCount(of: numbers) - byteCount(of: missing), context)
    context.beginSegments(after: tally.earlier, of: byteCount(of: numbers))
    var segments = numbers.compactMap { finished[$0] }
    segments += try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try path.checkReplaceable()
      let temporary = plan.temporaryPath(for: path)
      if missing.isEmpty, !isTaken(temporary), try await isComplete { return [] }
      // A result whose file is gone proves nothing.
      let file = try SharedPartialFile(
        at: temporary, of: plan.byteCount, for: path, isStarted: !finished.isEmpty)
      try check(segments, areIn: file)
      return missing.isEmpty ? [] : try await download(tally, into: file, in: runner)
    }
    segments.sort { $0.number < $1.number }
    context.post(segments) { $0.didProduce($1, value: $2, decoder: nil) }
    return segments
  }

  /// Whether another machine has given the file its final name. Its size and the bytes of the finished segments show
  /// that: an older file may have the size, too.
  private var isComplete: Bool {
    get async throws {
      guard let status = try? FileStatus(ofReadableFileAt: path.text), status.kind == .regular,
        status.byteCount == plan.byteCount
      else { return false }
      for number in numbers {
        guard let segment = finished[number] else { return false }
        // BOUNDED: the segment lies within the file.
        let range = segment.offset..<(segment.offset + segment.byteCount)
        let digest = try await FileSource(at: path.text, range: range).sha256().description
        if digest != segment.sha256 { return false }
      }
      return true
    }
  }

  /// Checks that the segments of an earlier download are in this file.
  ///
  /// - Throws: A ``SessionError`` with the code `invalid-record`.
  private func check(_ segments: [DownloadedSegment], areIn file: SharedPartialFile) throws(SessionError) {
    for segment in segments where segment.fileMark != file.mark.text { throw segment.isElsewhere }
  }

  private func byteCount(of numbers: some Sequence<Int>) -> Int64 {
    // BOUNDED: the segments are those of a file whose size is an `Int64`.
    numbers.reduce(0) { $0 + plan.division.range(of: $1).byteCount }
  }

  private func download(
    _ tally: SegmentsTally, into file: SharedPartialFile, in runner: TransferRunner
  ) async throws -> [DownloadedSegment] {
    let segments = Lock<[DownloadedSegment]>([])
    try await withWorkers(min(max(1, workers), numbers.count)) { _ in
      while let number = tally.next() {
        let segment = try await numbering(number) {
          try await download(number, tally, into: file, in: runner)
        }
        if let didWrite {
          try await runner.invalidation.limiting {
            // It may write to a file.
            try await withTaskExecutorPreference(BlockingExecutor.shared) { try await didWrite(segment) }
          }
        }
        segments.withLock { $0.append(segment) }
      }
    }
    try Task.checkCancellation()
    try file.check()
    return segments.withLock { $0 }
  }

  /// Downloads a segment, with retries.
  private func download(
    _ number: Int, _ tally: SegmentsTally, into file: SharedPartialFile, in runner: TransferRunner
  ) async throws -> DownloadedSegment {
    let (offset, byteCount) = plan.division.range(of: number)
    // BOUNDED: the segment lies within the file.
    var rest = offset..<(offset + byteCount)
    var hash = SHA256()
    var call = Call(request, nestedIn: tally.context)
    call.isDownload = true
    try await runner.perform(call) { attempt in
      // The connection may have been lost after the last byte.
      if rest.isEmpty { return }
      let range = RangeRequest(rest, of: record)
      let response = try await attempt.send(range)
      switch range.meaning(of: response.head, at: attempt.location(of: response)) {
      case .range: break
      case .refused: throw try await response.refusal()
      case .whole, .useless, .nothingMissing:
        await response.discard()
        throw try Self.failure(
          "the file has changed since the plan was made, a redirect leads to another URL than then, or the server "
            + "does not send the range", attempt)
      }
      let count = try await response.readRange(&rest) { block, offset in
        try file.write(block, at: offset)
        hash.update(block)
        tally.didReceive(block.count)
      }
      guard count != nil, rest.isEmpty else {
        throw try Self.failure("the size of the body does not match its range", attempt)
      }
    }
    // A result says that the bytes are there, also after a power failure, and for another machine.
    try file.synchronize()
    return DownloadedSegment(
      number: number, offset: offset, byteCount: byteCount, sha256: SHA256.hexadecimal(hash.digest),
      fileMark: file.mark.text)
  }

  private static func failure(_ message: String, _ attempt: Attempt) throws -> SessionError {
    SessionError(.invalidResponse, message: message).at(try RequestURL(of: attempt.request.head).redacted)
  }
}

/// The segments that are still to be downloaded, and the progress.
private final class SegmentsTally: Sendable {
  private struct State {
    var waiting: ArraySlice<Int>
    var receivedByteCount: Int64 = 0
    var throttle = ProgressThrottle()
  }

  /// The number of bytes of the segments that an earlier download has left.
  let earlier: Int64
  /// The download as a whole.
  let context: TransferContext
  private let state: Lock<State>

  init(_ numbers: [Int], earlier: Int64, _ context: TransferContext) {
    (self.earlier, self.context) = (earlier, context)
    state = Lock(State(waiting: numbers[...]))
  }

  /// Returns the number of the next segment, or `nil` if there is none.
  func next() -> Int? { state.withLock { $0.waiting.popFirst() } }

  func didReceive(_ count: Int) {
    let received = state.withLock { state -> Int64? in
      // BOUNDED: no segment is received twice.
      state.receivedByteCount += Int64(count)
      let isLast = state.waiting.isEmpty
      return state.throttle.admits(at: .now) || isLast ? state.receivedByteCount : nil
    }
    if let received { context.didReceive(ofFile: received) }
  }
}
