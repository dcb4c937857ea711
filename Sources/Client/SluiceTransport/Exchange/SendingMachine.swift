internal import SluiceBody

/// The request's body of one exchange: how much was read, and whether it is what was declared.
///
/// ```
///  none                           there is no body, or an empty one
///  unchecked ── probe: the end, or no bytes for now ──► none
///  ready ── read ──► reading
///  reading ── bytes ──► reading                                    pass
///          ── nothing for now ──► waiting                          wait
///          ── the end ──► ended                                    end
///          ── the declared size, but no end ──► probing            probe
///  probing ── the end ──► ended                                    end, appending the held byte
///          ── nothing for now ──► holding the last byte            hold
///          ── nothing for now, nothing else to pass ──► waiting    wait
///  holding ── read ──► probing                                     probe
///  waiting ── read ──► waiting                                     wait
///          ── readable ──► reading or holding
///  any ── bytes past the declared size, or an early end            fail
///  any but none and unchecked ── rewind ──► ready                  restart
/// ```
///
/// A connection may read although it was paused. It stays paused until the transport ends the pause, which it does only
/// when the source is readable. So a read while waiting never takes bytes: with the last of them, nothing would end the
/// pause.
///
/// The connection stops reading at the declared size, so any excess must be detected before it gets the last byte. For
/// a body with a declared size of 5 and a source that is not ready to report its end:
///
/// ```
///  source            abcde, then waiting     then end
///  to the connection abcd                    e
///  held                  e
/// ```
package struct SendingMachine: Sendable {
  private enum State {
    case none
    case unchecked
    case ready
    case reading
    case probing(held: UInt8?)
    case holding(UInt8)
    case waiting(held: UInt8?)
    case ended
  }

  /// The action when the connection requests bytes.
  package enum ReadAction: Sendable {
    /// Pass nothing for now.
    case wait
    /// Pass nothing anymore: the body has ended.
    case end
    /// Read bytes for the connection, as many as it requests, but at most ``SendingMachine/rest``.
    case read
    /// Read past the declared size, at most ``SendingMachine/probeByteCount`` bytes.
    case probe
  }

  /// The action for the bytes that were read for the connection.
  package enum PassAction: Sendable {
    /// Pass them.
    case pass
    /// Read past the declared size, at most ``SendingMachine/probeByteCount`` bytes, before they are passed.
    case probe
    /// Remove the last one, and pass the others.
    case hold
    /// Remove the last one if so, pass nothing, and wait until the source is readable.
    case wait(removingLast: Bool)
    /// Append a byte that was held back if there is one, pass them, and release the reader.
    case end(appending: UInt8?)
    /// End the exchange.
    indirect case fail(SessionError)
  }

  /// The action when the body has to be sent again.
  package enum RewindAction: Sendable {
    /// Nothing: it is at its start.
    case none
    /// Release the reader, and make a new one with the next read.
    case restart
    /// End the exchange.
    indirect case fail(SessionError)
  }

  /// The number of bytes of the body that the transport has passed to the connection.
  package struct Passed: Sendable {
    package var byteCount: Int64
    /// Whether they include the framing of chunks if the size of the body is unknown.
    package var isChunked: Bool

    /// All bytes that were read.
    package static let all = Passed(byteCount: .max, isChunked: false)
  }

  /// The maximum number of bytes that are read at once past the declared size.
  package static let probeByteCount = 256

  private var state: State
  private let declared: Int64?
  /// The number of bytes that were read, even those that were held back or exceed the declared size.
  private(set) var byteCount: Int64 = 0
  /// The bytes that the connection adds to a body of unknown size.
  private var framing = ChunkFraming()
  /// Measures what sending waits for, if times are given.
  private(set) var clock = SendingClock()

  /// - Parameters:
  ///   - hasBody: Whether there is a body, even an empty one.
  ///   - declared: The size of the body in bytes, or `nil` if unknown.
  init(hasBody: Bool, declared: Int64?) {
    self.declared = declared
    state = !hasBody ? .none : declared == 0 ? .unchecked : .ready
  }

  /// The size of the body in bytes, or `nil` if unknown.
  var total: Int64? {
    if case .none = state { declared ?? 0 } else { declared }
  }

  /// The number of bytes that are still to be passed, by the declared size, or `nil` if it is unknown.
  var rest: Int64? {
    guard let declared else { return nil }
    let rest = max(0, declared - byteCount)
    switch state {
    case .holding, .waiting(held: .some), .probing(held: .some): return rest + 1
    default: return rest
    }
  }

  /// Whether the source has no bytes for now.
  var isWaiting: Bool {
    if case .waiting = state { true } else { false }
  }

  /// Whether nothing is left to be passed.
  var hasEnded: Bool {
    switch state {
    case .none, .ended: true
    case .unchecked, .ready, .reading, .probing, .holding, .waiting: false
    }
  }

  // MARK: Reading

  @inline(__always) var nextRead: ReadAction {
    switch state {
    case .none, .ended: .end
    case .ready, .reading: .read
    case .unchecked, .probing, .holding: .probe
    case .waiting: .wait
    }
  }

  /// Notes that the next read begins.
  @inline(__always) mutating func willRead(at now: MonotonicInstant?) {
    switch state {
    case .ready: state = .reading
    case .holding(let byte): state = .probing(held: byte)
    case .none, .unchecked, .reading, .probing, .waiting, .ended: break
    }
    if let now { clock.didBeginReading(at: now) }
  }

  /// Takes the result of a read for the connection.
  @inline(__always)
  mutating func didRead(_ count: Int, _ outcome: BodyReadOutcome, at now: MonotonicInstant?)
    -> PassAction
  {
    byteCount += Int64(count)
    if let declared {
      guard byteCount < declared || outcome == .end else {
        state = .probing(held: nil)
        return .probe
      }
      if outcome == .end, byteCount != declared { return mismatch }
    } else {
      framing.didRead(count)
    }
    switch outcome {
    case .end: return end(appending: nil, at: now)
    case .waiting where count == 0:
      state = .waiting(held: nil)
      return .wait(removingLast: false)
    case .more where count == 0: return .fail(SessionError(.bodyFailed, underlying: BodyError(.readFailed)))
    case .more, .waiting:
      if let now { clock.didRead(at: now) }
      return .pass
    }
  }

  /// Takes the result of a read past the declared size.
  ///
  /// - Parameters:
  ///   - excess: The number of bytes that were read.
  ///   - outcome: The state of the body after them.
  ///   - bytes: The bytes that were read for the connection before.
  ///   - now: The time, or `nil` if the progress is not observed.
  mutating func didProbe(
    _ excess: Int, _ outcome: BodyReadOutcome, after bytes: borrowing Span<UInt8>,
    at now: MonotonicInstant?
  ) -> PassAction {
    byteCount += Int64(excess)
    if let declared, byteCount > declared { return mismatch }
    if case .unchecked = state {
      state = .none
      return .end(appending: nil)
    }
    var held: UInt8?
    if case .probing(let byte) = state { held = byte }
    switch outcome {
    case .end: return end(appending: held, at: now)
    case .more: return .fail(SessionError(.bodyFailed, underlying: BodyError(.readFailed)))
    case .waiting where bytes.count > 1:
      state = .holding(bytes[bytes.count - 1])
      if let now { clock.didRead(at: now) }
      return .hold
    case .waiting:
      state = .waiting(held: bytes.isEmpty ? held : bytes[0])
      return .wait(removingLast: !bytes.isEmpty)
    }
  }

  private mutating func end(appending held: UInt8?, at now: MonotonicInstant?) -> PassAction {
    state = .ended
    if let now { clock.didReadLast(at: now) }
    return .end(appending: held)
  }

  /// The error for a body that is shorter or longer than declared.
  private var mismatch: PassAction {
    .fail(
      SessionError(
        .bodyFailed, underlying: BodyError(.byteCountMismatch, expected: declared, actual: byteCount)))
  }

  // MARK: Other events

  /// Notes that a source that had no bytes is readable.
  ///
  /// - Returns: Whether sending has waited for it.
  mutating func didBecomeReadable(at now: MonotonicInstant?) -> Bool {
    guard case .waiting(let held) = state else { return false }
    state = held.map { .holding($0) } ?? .reading
    if let now { clock.didRead(at: now) }
    return true
  }

  mutating func setSuspended(_ isSuspended: Bool, at now: MonotonicInstant) {
    clock.setSuspended(isSuspended, at: now)
  }

  /// Begins again at the first byte.
  ///
  /// - Parameters:
  ///   - isReplayable: Whether the body can be read again.
  ///   - status: The status of the response that asks for it, or `nil` if another connection does.
  mutating func rewind(isReplayable: Bool, after status: Int?) -> RewindAction {
    switch state {
    case .none, .unchecked, .ready: return .none
    case .reading, .probing, .holding, .waiting, .ended: break
    }
    guard isReplayable else { return .fail(.notReplayable(after: status)) }
    state = .ready
    byteCount = 0
    framing = ChunkFraming()
    clock.restart()
    return .restart
  }

  /// Returns whether the whole body has been passed to the connection.
  ///
  /// - Parameters:
  ///   - passed: The number of bytes that have been passed.
  ///   - isEarly: Whether the response has arrived before. Only then chunks may still be on their way; otherwise, the
  ///     result does not depend on how the transport divides them.
  func isSent(_ passed: Passed, isEarly: Bool) -> Bool {
    switch state {
    case .none, .unchecked: true
    case .ended:
      passed.byteCount
        >= byteCount + (isEarly && declared == nil && passed.isChunked ? framing.byteCount : 0)
    case .ready, .reading, .probing, .holding, .waiting: false
    }
  }

  /// Returns the error for a server that responds with success before it can have the whole body.
  func earlyResponse(_ status: Int, _ passed: Passed) -> SessionError {
    .early(status, after: min(passed.byteCount, byteCount), of: declared)
  }
}

extension SessionError {
  /// Returns the error for a server that responds with success, or a redirect that drops the body, before it can have
  /// the whole body.
  ///
  /// - Parameters:
  ///   - status: The status of the response.
  ///   - sent: The number of bytes that it can have.
  ///   - declared: The size of the body in bytes, or `nil` if unknown.
  package static func early(_ status: Int, after sent: Int64, of declared: Int64?) -> SessionError {
    let count = declared.map { "\(sent) of \($0)" } ?? "the first \(sent)"
    return SessionError(
      .earlyResponse, message: "the server responded \(status) after \(count) bytes of the request's body",
      underlying: BodyError(.byteCountMismatch, expected: declared, actual: sent))
  }
}

/// The bytes that libcurl adds to a request's body of unknown size over HTTP/1.1: each read becomes a chunk (RFC 9112
/// §7.1).
///
/// ```
///  a read of 300 bytes    12c CRLF, the bytes, CRLF    7 bytes more
///  the end                0 CRLF CRLF                  5 bytes
/// ```
struct ChunkFraming {
  /// The number of bytes that were added for the reads so far, and for the end.
  private(set) var byteCount: Int64 = 5

  /// Adds the framing of a read.
  mutating func didRead(_ count: Int) {
    guard count > 0 else { return }
    let digitCount = (Int.bitWidth - count.leadingZeroBitCount + 3) / 4
    byteCount += Int64(digitCount) + 4
  }
}
