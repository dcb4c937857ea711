internal import HTTPTypes

/// The response of one exchange: when its head is passed to the waiting task, and whether its body is read.
///
/// ```
///  awaitingHead ── interim ──► awaitingHead
///  awaitingHead, undecided ── head ──► body                                     pass
///                          ── success before the body was sent ──► body         passEarly
///                          ── the same, if the caller does not accept it ──► held       hold
///                          ── the transport may repeat the request ──► undecided        decideLater
///  undecided ── bytes ──► body                                                  pass
///  held ── the request's body was sent ──► body                                 pass
///       ── the pipe is full ──► paused                                          passEarly
///  body ── the pipe is full ──► paused                                          pause
///  paused ── the pipe is writable ──► body                                      resume
/// ```
///
/// The end of the exchange passes a head that is undecided or held.
package struct ReceivingMachine: Sendable {
  private enum State {
    case awaitingHead
    /// The transport may repeat the request by itself, so another head may follow.
    case undecided(ReceivedHead)
    case held(ReceivedHead)
    /// `isEarly`: the head has reported success before the request's body was sent.
    case body(ReceivedHead, isEarly: Bool)
    case paused(ReceivedHead, isEarly: Bool)
  }

  /// The action for the head of a response.
  package enum HeadAction: Sendable {
    /// Pass it to the waiting task.
    case pass(ReceivedHead)
    /// Pass it to the waiting task, which learns later that the request's body has been sent.
    case passEarly(ReceivedHead)
    /// Keep it until the request's body has been sent.
    case hold
    /// Keep it until the response's body or the end shows that the transport does not repeat the request.
    case decideLater
    /// Nothing: the response has a head.
    case ignore
    /// End the exchange.
    indirect case fail(SessionError)
  }

  /// The action for bytes of the response's body.
  package enum BodyAction: Sendable {
    /// Write them to the pipe.
    case take
    /// Take none of them for now.
    case wait
    /// Pass the head to the waiting task, and ask again.
    case pass(ReceivedHead)
    /// Take and ignore them, because there is no head.
    case discard
  }

  /// The action if the pipe to the body's reader is full.
  package enum FullAction: Sendable {
    /// Take none of the bytes until the pipe is writable.
    case pause
    /// Pass the head, as in ``HeadAction/passEarly(_:)``, and pause. Only the reader of the body makes room, and a
    /// server that sends while it receives may wait for this.
    case passEarly(ReceivedHead)
  }

  /// The action after a part of the request's body may have been passed.
  package enum RequestAction: Sendable {
    /// Ask again later.
    case wait
    /// Report that the request has been sent.
    case sent
    /// Pass the head to the waiting task, and report that the request has been sent.
    case pass(ReceivedHead)
    /// Nothing: the exchange has ended.
    case ended
  }

  /// The maximum number of bytes of a head, including trailers, of the heads of interim responses while nothing of the
  /// request's body is sent, and of the extensions of a chunk.
  static let maximumHeadByteCount = 256 * 1024
  package static let headTooLarge = SessionError(
    .invalidResponse,
    message: """
      the response's head and trailers are larger than \(maximumHeadByteCount) bytes, or one of their lines is larger \
      than libcurl accepts (102400 bytes, 4096 in trailers)
      """)
  package static let interimsTooLarge = SessionError(
    .invalidResponse,
    message: """
      the heads of the interim responses are larger than \(maximumHeadByteCount) bytes without progress, or, with the \
      final one, than libcurl accepts (307200 bytes)
      """,
    underlying: InterimLimit())
  static let incompleteChunks = SessionError(
    .connectionLost, message: "the response's last chunk is missing")
  static let malformedHead = SessionError(.invalidResponse, message: "the response's head is malformed")
  static let tooManyFields = SessionError(
    .invalidResponse,
    message: "the response's head has more than \(ResponseHeadParser.maximumFieldCount) fields")
  /// The error for a result that older versions of libcurl have for both.
  static let headTooLargeOrNoMemory = SessionError(
    .invalidResponse,
    message: "out of memory for the response head, or one of its lines is longer than libcurl accepts "
      + "(102400 bytes, 4096 in trailers)")

  private var state = State.awaitingHead
  /// The number of bytes of the heads so far, including trailers.
  private(set) var headByteCount = 0
  /// The number of them before the present head.
  private var earlierByteCount = 0
  /// The number of them at the last interim response before which a part of the request's body had been read.
  private var renewedByteCount = 0
  /// The number of bytes of the request's body that had been read at the last interim response.
  private var sentAtInterim: Int64 = 0
  /// The number of bytes of the body that were written to the pipe.
  private(set) var byteCount: Int64 = 0

  /// The head that has arrived, if one has.
  var head: ReceivedHead? {
    switch state {
    case .awaitingHead: nil
    case .undecided(let head), .held(let head), .body(let head, _), .paused(let head, _): head
    }
  }

  /// The head that has been passed to the waiting task, if one has.
  var passedHead: ReceivedHead? {
    switch state {
    case .awaitingHead, .undecided, .held: nil
    case .body(let head, _), .paused(let head, _): head
    }
  }

  /// Whether the head of the final response has not arrived.
  var isAwaitingHead: Bool {
    switch state {
    case .awaitingHead, .undecided: true
    case .held, .body, .paused: false
    }
  }

  /// Whether the transport may repeat the request, and drops the body of the response until then.
  var isUndecided: Bool {
    if case .undecided = state { true } else { false }
  }

  /// Whether the response has reported success, possibly before the request's body was sent.
  var isEarly: Bool {
    switch state {
    case .awaitingHead: false
    case .undecided(let head): head.response.status.kind == .successful
    case .held: true
    case .body(_, let isEarly), .paused(_, let isEarly): isEarly
    }
  }

  /// Whether the pipe to the body's reader is full.
  var isPaused: Bool {
    if case .paused = state { true } else { false }
  }

  // MARK: The head

  /// Counts the bytes of a line of a head.
  ///
  /// - Returns: The error that ends the exchange if there are too many; otherwise, `nil`.
  mutating func didReceive(headByteCount count: Int) -> SessionError? {
    headByteCount += count
    if headByteCount - earlierByteCount > Self.maximumHeadByteCount { return Self.headTooLarge }
    return earlierByteCount - renewedByteCount > Self.maximumHeadByteCount ? Self.interimsTooLarge : nil
  }

  /// Whether an interim response has arrived.
  var hasReceivedInterim: Bool { earlierByteCount > 0 }

  /// Notes an interim response. While the body is being sent, there may be any number of them.
  mutating func didReceiveInterim(sent: Int64) {
    earlierByteCount = headByteCount
    if sent > sentAtInterim { renewedByteCount = headByteCount }
    sentAtInterim = sent
  }

  /// Takes the head of a final response.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - isSent: Whether the request's body has been sent.
  ///   - acceptsEarly: Whether the caller accepts success before that.
  ///   - mayRepeat: Whether the transport may repeat the request by itself.
  mutating func didReceive(_ head: ReceivedHead, isSent: Bool, acceptsEarly: Bool, mayRepeat: Bool)
    -> HeadAction
  {
    switch state {
    case .held, .body, .paused: return .ignore
    case .awaitingHead, .undecided: break
    }
    if mayRepeat {
      state = .undecided(head)
      return .decideLater
    }
    let isEarly = !isSent && head.response.status.kind == .successful
    if isEarly, !acceptsEarly {
      state = .held(head)
      return .hold
    }
    state = .body(head, isEarly: isEarly)
    return isEarly ? .passEarly(head) : .pass(head)
  }

  /// Notes that the request's body has been sent.
  mutating func didSendRequest() -> RequestAction {
    switch state {
    case .held(let head):
      state = .body(head, isEarly: false)
      return .pass(head)
    case .body(let head, _): state = .body(head, isEarly: false)
    case .paused(let head, _): state = .paused(head, isEarly: false)
    case .awaitingHead, .undecided: break
    }
    return .sent
  }

  // MARK: The body

  @inline(__always) mutating func willReceiveBody(isSuspended: Bool) -> BodyAction {
    switch state {
    case .held, .body, .paused: return isSuspended ? .wait : .take
    case .awaitingHead: return .discard
    case .undecided(let head):
      state = .body(head, isEarly: isEarly)
      return .pass(head)
    }
  }

  /// Counts bytes that were written to the pipe.
  @inline(__always) mutating func didReceive(_ count: Int) { byteCount += Int64(count) }

  /// Notes that the pipe is full.
  mutating func didFill() -> FullAction {
    switch state {
    case .held(let head):
      state = .paused(head, isEarly: true)
      return .passEarly(head)
    case .body(let head, let isEarly): state = .paused(head, isEarly: isEarly)
    case .awaitingHead, .undecided, .paused: break
    }
    return .pause
  }

  /// Notes that the pipe is writable.
  ///
  /// - Returns: Whether receiving has waited for it.
  mutating func didBecomeWritable() -> Bool {
    guard case .paused(let head, let isEarly) = state else { return false }
    state = .body(head, isEarly: isEarly)
    return true
  }
}

/// The reason of an exchange that ends because of the size of its interim responses. A resumable upload, to which they
/// report progress, continues with another request.
package struct InterimLimit: Error, CustomStringConvertible {
  package let description = "interim responses"
}
