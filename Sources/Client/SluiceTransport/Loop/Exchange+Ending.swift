internal import CCurl
internal import SluiceBody

// The limits, and what libcurl's result means.
extension Exchange {
  /// The error of the time limit, if it has passed.
  var limitError: SessionError { machine.limitError }

  /// Returns the error for an exchange that makes no progress or gets no response, or `nil` for any other. Called at
  /// the times that ``nextIdleCheck(after:)`` returns.
  func idleError(at now: MonotonicInstant) -> SessionError? {
    let received = chunks == nil ? easy.receivedBodyByteCount : machine.receivedBodyByteCount
    // BOUNDED: both were moved.
    let moved = easy.sentBodyByteCount + received
    return machine.idleError(at: now, moved: moved, passed, isWaitingForRate: isWaitingForRate)
  }

  /// Returns the time of the next check, or `nil` for never.
  func nextIdleCheck(after now: MonotonicInstant) -> MonotonicInstant? {
    machine.nextIdleCheck(after: now)
  }

  /// Receives the response that libcurl has left unread because it has failed to send the request, if there is one.
  ///
  /// - Returns: Whether it is whole.
  func receiveUnread() -> Bool {
    guard machine.head == nil, !parser.isWithinHead, var unread = UnreadResponse(easy.unread) else {
      return false
    }
    while machine.head == nil {
      guard let line = unread.nextLine(), receive(headLine: unread.bytes.span.extracting(line)) else {
        return false
      }
    }
    guard let head = machine.head else { return false }
    // The bytes are here already, and nothing would resume a wait for a shared rate.
    receiveShare = nil
    let body = unread.body(upTo: head.bodyByteCount)
    if body.isEmpty { return head.bodyByteCount == 0 }
    guard case .taken = receive(body: unread.bytes.span.extracting(body)) else { return false }
    return chunks.map { !$0.isWithinBody } ?? (head.bodyByteCount == Int64(body.count))
  }

  func ending(_ result: CURLcode) -> ExchangeMachine.Ending {
    // The response to a request that libcurl must not repeat is whole.
    if result == CURLE_OK || result == CURLE_TOO_MANY_REDIRECTS {
      if chunks?.isWithinBody == true { return .failed(ReceivingMachine.incompleteChunks) }
      let isCut = endsWithConnection && !easy.isMultiplexed && easy.hasCloseNotify == false
      return .complete(isWithinHead: parser.isWithinHead, isCut: isCut)
    }
    let failure = easy.failure(result, ofTLS: request.url.origin.scheme == "https")
    if failure.isAboutAllHeads, machine.hasReceivedInterim {
      return .failed(ReceivingMachine.interimsTooLarge)
    }
    // Since 8.17.0, libcurl refuses a response that is at another place than an interim one has said, as that of an
    // upload is (draft-ietf-httpbis-resumable-upload).
    if failure.isAboutLocations, machine.hasReceivedInterim {
      return .closed(SessionError(.connectionLost, message: failure.message ?? ""))
    }
    let proxy = ProxyInUse(for: request.url.origin, request.settings.values)
    if result == CURLE_OPERATION_TIMEDOUT {
      return .failed((timeoutOfLibcurl ?? SessionError(failure)).with(proxy))
    }
    if failure.isAboutFieldCount { return .failed(ReceivingMachine.tooManyFields) }
    if result == SLUICE_CURLE_TOO_LARGE { return .failed(ReceivingMachine.headTooLarge) }
    if result == CURLE_OUT_OF_MEMORY, isWithinHead { return .failed(ReceivingMachine.headTooLargeOrNoMemory) }
    // A folded line without a field before it, or a trailer without a colon.
    if result == CURLE_BAD_FUNCTION_ARGUMENT, isWithinHead || machine.head != nil {
      return .failed(ReceivingMachine.malformedHead)
    }
    let error = SessionError(failure).with(proxy)
    let isClosed = [CURLE_HTTP2_STREAM, CURLE_HTTP3].contains(result) || error.code == .connectionLost
    return isClosed ? .closed(error) : .failed(error)
  }

  /// The error of the limit that libcurl has kept, the time limit or the one for connecting, or `nil` if the system
  /// has given up.
  private var timeoutOfLibcurl: SessionError? {
    // It counts whole milliseconds, from a time that it read earlier.
    let passed = MonotonicInstant.now - start + .milliseconds(2)
    if !keepsLimit, let limit = request.policy.timeLimit, passed >= limit { return machine.limitError }
    return request.settings.values.connectTimeout.map { .timedOut(.connectTimeout, after: $0) }
  }

  /// Whether a response has begun but its head has not ended. libcurl passes whole lines only. Since 8.21.0, it also
  /// sets the time of the first byte if it fails before it has sent the request.
  private var isWithinHead: Bool {
    parser.isWithinHead || (machine.head == nil && easy.hasSentRequest && easy.metrics.firstByte > .zero)
  }
}
