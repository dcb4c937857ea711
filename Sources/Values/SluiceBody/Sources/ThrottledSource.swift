/// A body that is read slowly: ``BodySource/throttled(_:maximumRate:)`` and
/// ``BodySource/throttled(_:packetByteCount:delay:)``.
package struct ThrottledSource: BodySource {
  private enum Limit {
    case rate(Int64)
    case packets(byteCount: Int, delay: Duration)
  }

  package private(set) var body: any BodySource
  private let limit: Limit

  package init(_ body: any BodySource, maximumRate: Int64) {
    self.body = body
    limit = .rate(maximumRate)
  }

  package init(_ body: any BodySource, packetByteCount: Int, delay: Duration) {
    self.body = body
    limit = .packets(byteCount: packetByteCount, delay: delay)
  }

  /// The number of bytes of the body.
  ///
  /// - Throws: The errors of the body's `byteCount`.
  package var byteCount: Int64? { get throws { try body.byteCount } }

  /// The content type of the body.
  package var contentType: String? { body.contentType }

  /// Whether the body is replayable.
  package var isReplayable: Bool { body.isReplayable }

  /// Whether the body may block, or takes much processor time.
  package var needsOwnThread: Bool { body.needsOwnThread }

  /// Returns a new reader. Its pace starts with its first read.
  ///
  /// - Throws: The body's error.
  package func makeReader() throws -> any BodyReader {
    try makeReader(at: 0)
  }

  /// Returns a new reader of the bytes from an offset on. Its pace starts with its first read.
  ///
  /// - Throws: The body's error; ``ErrorCode/rangeOutOfBounds``.
  package func makeReader(at offset: Int64) throws -> any BodyReader {
    try checkOffset(offset)
    let rest = try body.byteCount.map { $0 - offset }
    return ThrottledReader(try body.makeReader(at: offset), byteCount: rest) { [limit] now in
      switch limit {
      case .rate(let rate): Pace(maximumRate: rate, at: now)
      case .packets(let byteCount, let delay): Pace(packetByteCount: byteCount, delay: delay, at: now)
      }
    }
  }

  /// The identity of the body, whose bytes are the same.
  package func identity() throws -> BodyIdentity? { try body.identity() }
}

extension ThrottledSource: PartedSource {
  package func part(at offset: Int64) -> PartProgress? { body.partIfAny(at: offset) }
}

extension ThrottledSource: RandomizedSource {
  package var randomTexts: [String] { body.randomTextsIfAny }

  package func withRandomTexts(_ texts: inout ArraySlice<String>) -> ThrottledSource {
    var copy = self
    copy.body = body.withRandomTextsIfAny(&texts)
    return copy
  }
}

private final class ThrottledReader: BodyReader {
  private let body: any BodyReader
  private let makePace: (MonotonicInstant) -> Pace
  /// `nil` before the first read.
  private var pace: Pace?
  /// The number of bytes to the declared end, after which nothing is throttled, or `nil` if it is unknown.
  private var rest: Int64?
  /// Whether the last read waited for the body, not for the pace.
  private var isBodyWaiting = false
  private var timer: Task<Void, Never>?

  init(
    _ body: any BodyReader, byteCount: Int64?, pace makePace: @escaping (MonotonicInstant) -> Pace
  ) {
    self.body = body
    self.makePace = makePace
    rest = byteCount
  }

  deinit { timer?.cancel() }

  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    isBodyWaiting = false
    let start = MonotonicInstant.now
    var pace = pace ?? makePace(start)
    let limit = rest == 0 ? Int.max : pace.allowance(at: start)
    guard limit > 0 else { return .waiting }
    let countBefore = output.count
    let outcome = try output.append(upTo: limit) { try body.read(into: &$0) }
    let count = output.count - countBefore
    if count > 0, rest != 0 { pace.didRead(count, at: .now) }
    self.pace = pace
    rest = rest.map { max(0, $0 - Int64(count)) }
    isBodyWaiting = outcome == .waiting
    return outcome
  }

  func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    timer?.cancel()
    timer = nil
    guard !isBodyWaiting, let next = pace?.next else { return body.whenReadable(resume) }
    timer = Task {
      try? await Task.sleep(until: next)
      if !Task.isCancelled { resume() }
    }
  }
}

/// The times at which a throttled body may be read, and the number of bytes that may be read then.
///
/// A body in packets of 4 bytes with a delay of 100 ms, read into a buffer for 3 bytes, step by step:
///
/// ```
/// call         time     allowance   next
/// init         0 ms     4           0 ms
/// didRead(3)   0 ms     1           0 ms     the rest of the packet
/// didRead(1)   5 ms     0           105 ms   the delay follows the packet's last byte
///              105 ms   4           105 ms
/// ```
struct Pace {
  private enum Limit {
    case rate(TokenBucket)
    case packets(delay: Duration, rest: Int)
  }

  /// The minimum number of bytes that are read at once: a packet, or as many as the rate allows in 50 ms.
  private let step: Int
  private var limit: Limit
  /// The time from which on the body may be read, once the allowance is 0.
  private(set) var next: MonotonicInstant

  /// Creates the pace of a body that is read at a limited rate, without a burst at its start.
  init(maximumRate rate: Int64, at now: MonotonicInstant) {
    step = max(1, Int(clamping: rate / 20))
    var bucket = TokenBucket(rate: rate, burstOfAtLeast: 2 * step, and: .milliseconds(100), at: now)
    bucket.consume(bucket.available(at: now) - step, at: now)
    limit = .rate(bucket)
    next = now
  }

  /// Creates the pace of a body that is read in packets, with a delay after each.
  init(packetByteCount: Int, delay: Duration, at now: MonotonicInstant) {
    step = max(1, packetByteCount)
    limit = .packets(delay: min(max(delay, .zero), Self.longestDelay), rest: step)
    next = now
  }

  /// Returns the number of bytes that may be read.
  func allowance(at now: MonotonicInstant) -> Int {
    switch limit {
    case .rate(let bucket):
      let count = bucket.available(at: now)
      return count >= step ? count : 0
    case .packets(_, let rest): return now >= next ? rest : 0
    }
  }

  /// Counts bytes that have been read, no more than the allowance.
  mutating func didRead(_ count: Int, at now: MonotonicInstant) {
    switch limit {
    case .rate(var bucket):
      bucket.consume(count, at: now)
      limit = .rate(bucket)
      next = bucket.time(of: step)
    case .packets(let delay, let rest) where count < rest: limit = .packets(delay: delay, rest: rest - count)
    case .packets(let delay, _):
      limit = .packets(delay: delay, rest: step)
      next = now + delay
    }
  }

  /// More than a century. The Swift runtime traps on sleeps of the longest durations.
  private static let longestDelay = Duration.seconds(1 << 32)
}

extension BodySource {
  /// The path of the file that the body is read from, or `nil` if the body is not a file or a range of one.
  package var pathIfAny: String? {
    switch _concrete {
    case let file as FileSource: file.path
    case let throttled as ThrottledSource: throttled.body.pathIfAny
    default: nil
    }
  }
}
