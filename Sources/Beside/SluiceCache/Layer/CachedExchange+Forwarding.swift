internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceSerialization
internal import SluiceTransport

/// Sending a request, and treating its response.
extension CachedExchange {
  /// The response of the other transport to the request of a flight.
  struct Reply {
    let received: ReceivedHead
    let requestTime: WallTime
    let flight: Flight
    let pipe: BytePipe
    fileprivate let exchange: StartedExchange
    fileprivate let observer: NestedObserver

    var head: HTTPResponse { received.response }
    var fields: HTTPFields { received.response.headerFields }
    /// The measurements, or `nil` until the exchange has ended.
    var metrics: TransferMetrics? { observer.metrics }

    /// Cancels the exchange, whose body is not used, and waits for its end.
    func end() async {
      exchange.cancel()
      while (try? await pipe.nextBuffer()) != nil {}
    }
  }

  /// Sends the request, and once more without the stored response if that turns out to be of no use.
  ///
  /// - Parameters:
  ///   - forward: The reason, and the stored response that the request is about.
  ///   - flight: The flight of the request.
  /// - Returns: Whether the response has been stored, or has confirmed the stored one.
  func forward(_ forward: Forward, as flight: Flight) async throws -> Bool {
    var forward = forward
    while true {
      if let isStored = try await sendOnce(forward, as: flight) { return isStored }
      forward = Forward(reason: forward.reason)
    }
  }

  /// Sends the request, with conditions or a range if there is a stored response.
  ///
  /// - Returns: `nil` if the stored response is of no use. Nothing has been delivered then.
  private func sendOnce(_ forward: Forward, as flight: Flight) async throws -> Bool? {
    var fields = request.fields
    let completes = caching.method == .get && caching.range == nil && forward.reason == .partial
    let beginning = completes ? forward.stored?.beginning : nil
    let isOwnCondition =
      !caching.isConditional && !caching.isOpaque && beginning == nil && caching.method != .head
    if let beginning {
      fields[.range] = "bytes=\(beginning.byteCount)-"
      fields[.ifRange] = beginning.tag
    } else if isOwnCondition, let stored = forward.stored, stored.isWhole {
      for field in stored.head.conditions { fields[field.name] = field.value }
    }
    let reply: Reply
    do {
      reply = try await ask(fields, as: flight)
    } catch {
      if error is SessionError, try await serveAfterError(forward) { return false }
      throw error
    }
    let status = reply.head.status
    if let stored = forward.stored, status == .notModified, isOwnCondition {
      await reply.end()
      guard stored.head.isConfirmed(by: reply.fields) else { return nil }
      return try await serveConfirmed(stored, by: reply, forward.reason) ? true : nil
    }
    // Without a condition of the caller, a 304 is no response to a request for a range (RFC 9110 §15.4.5).
    let isUseless = status == .rangeNotSatisfiable || status == .notModified && !caching.isConditional
    if let stored = forward.stored, beginning != nil, status == .partialContent || isUseless {
      if let byteCount = byteCount(of: stored, completedBy: reply) {
        return try await complete(stored, to: byteCount, by: reply)
      }
      await reply.end()
      return nil
    }
    if Reuse.errorStatuses.contains(status.code), try await serveAfterError(forward) {
      await reply.end()
      return false
    }
    return try await deliver(reply, forward)
  }

  /// Sends a request with the other transport, and waits for the head of its response.
  func ask(_ fields: HTTPFields, as flight: Flight) async throws -> Reply {
    let channel = ResponseChannel()
    let observer = NestedObserver(for: sink)
    let requestTime = cache.clock()
    let nested = request.nested(fields: fields, leavesTimeLimit: sink != nil, observer: observer)
    let exchange = try shared.inner.start(nested, response: channel)
    sink?.attach(exchange)
    do {
      let received = try await channel.head()
      flight.didProgress()
      return Reply(
        received: received, requestTime: requestTime, flight: flight, pipe: channel.pipe, exchange: exchange,
        observer: observer)
    } catch {
      sink?.measure(nested: observer.metrics)
      throw error
    }
  }

  // MARK: Stored responses

  /// Responds with a stored response because the server has failed, if that is allowed.
  ///
  /// - Returns: Whether it is, and the stored body is not damaged.
  private func serveAfterError(_ forward: Forward) async throws -> Bool {
    guard let stored = forward.stored, let selection = stored.selection(for: caching) else { return false }
    let freshness = freshness(of: stored)
    guard Reuse.isAllowedOnError(stored.head, freshness, by: caching) else { return false }
    return try await serve(stored, selection, freshness)
  }

  /// Responds with a stored response that a 304 (Not Modified) has confirmed, and updates its fields.
  ///
  /// - Returns: `false` if its body is damaged. Nothing has been delivered then.
  private func serveConfirmed(
    _ stored: StoredResponse, by reply: Reply, _ reason: CacheStatus.Reason
  ) async throws -> Bool {
    let stored = await confirm(stored, by: reply)
    let freshness = freshness(of: stored)
    guard var selection = stored.selection(for: caching) else { return false }
    let passed = stored.head.passedFields(of: reply.fields)
    for field in passed { selection.head.headerFields.append(field) }
    return try await serve(stored, selection, freshness, confirmation: (reason, reply.metrics))
  }

  /// Updates a stored response by one that confirms it, or removes it from the store if it may not stay there.
  ///
  /// - Returns: The updated response.
  @discardableResult
  private func confirm(_ stored: StoredResponse, by reply: Reply) async -> StoredResponse {
    let byteCount = stored.isWhole ? stored.entry.body.byteCount : nil
    let (head, isAccepted) = updated(stored.head, by: reply, byteCount: byteCount)
    let stored = StoredResponse(stored.entry, head: head)
    if reply.flight.isInvalidated { return stored }
    if !isAccepted || !head.mayBeStored || !head.isSelectedByEnoughFields {
      try? await store.remove(stored.entry)
    } else if let metadata = head.metadata {
      await store.update(stored.entry, metadata: metadata)
    }
    return stored
  }

  /// Returns a stored head that a response has updated, and whether the program's closure accepts it.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - reply: The other response.
  ///   - byteCount: The size of the body, or `nil` if it is unknown.
  private func updated(
    _ head: StoredHead, by reply: Reply, byteCount: Int64?
  ) -> (head: StoredHead, isAccepted: Bool) {
    var head = head
    head.update(with: reply.fields, requestTime: reply.requestTime, responseTime: cache.clock())
    var response = head.response
    response.headerFields[.contentLength] = byteCount.map(String.init)
    guard willStore(&response) else { return (head, false) }
    head.replaceFields(by: response.headerFields)
    return (head, true)
  }

  // MARK: Completing an entry

  /// Returns the size of the whole body if a 206 (Partial Content) has the rest of an incomplete entry.
  private func byteCount(of stored: StoredResponse, completedBy reply: Reply) -> Int64? {
    let fields = reply.fields
    guard reply.head.status == .partialContent,
      let range = fields.value(of: .contentRange).flatMap({ ContentRange($0) }),
      range.range.lowerBound == stored.entry.body.byteCount, range.range.upperBound == range.completeLength,
      let tag = fields.value(of: .eTag).flatMap({ EntityTag($0) }),
      stored.head.strongTag?.isStronglyEqual(to: tag) == true,
      stored.head.hasCodings(of: fields, mayBeLeftOut: true),
      reply.received.bodyByteCount.map({ $0 == range.range.count }) ?? true,
      stored.head.completeLength.map({ $0 == range.completeLength }) ?? true
    else { return nil }
    return range.range.upperBound
  }

  /// Returns the head of a completed response, and whether the program's closure accepts it.
  ///
  /// - Parameters:
  ///   - head: The head of the incomplete entry.
  ///   - reply: The response that has the rest.
  ///   - byteCount: The size of the whole body.
  func whole(
    _ head: StoredHead, by reply: Reply, byteCount: Int64
  ) -> (head: StoredHead, isAccepted: Bool) {
    var head = head
    head.becomeWhole(byteCount: byteCount)
    return updated(head, by: reply, byteCount: byteCount)
  }

  /// Responds with the bytes of an incomplete entry and the rest, and stores both as a whole.
  ///
  /// - Returns: `nil` if the first bytes of the entry are damaged. Nothing has been delivered then.
  private func complete(
    _ stored: StoredResponse, to completeLength: Int64, by reply: Reply
  ) async throws -> Bool? {
    let (whole, isAccepted) = whole(stored.head, by: reply, byteCount: completeLength)
    var recorder = EntryRecorder()
    if isAccepted {
      recorder = await beginEntry(whole, continuing: stored, reply.flight)
    } else {
      try? await store.remove(stored.entry)
    }
    var head = whole.response
    for field in whole.passedFields(of: reply.fields) { head.headerFields.append(field) }
    head.headerFields[.contentLength] = String(completeLength)
    CacheStatus.forwarded(
      .partial, status: 206, isStored: recorder.isRecording, isCollapsed: false
    ).append(to: &head.headerFields)
    let byteCount = stored.entry.body.byteCount
    do {
      let count = try await passStored(stored.entry.body.source, 0..<byteCount) { [head] in
        try sink?.didReceive(head, httpVersion: reply.received.httpVersion)
      }
      guard count == byteCount else {
        await recorder.abandon(keepsIncomplete: false)
        await reply.end()
        try? await store.remove(stored.entry)
        if count == 0 { return nil }
        let broken = StoredResponse(stored.entry, head: whole)
        // BOUNDED: The range of the rest ends at `completeLength`, and begins after the stored bytes.
        try await resume(BrokenResponse(broken, 0..<completeLength, delivered: count))
        return true
      }
      // BOUNDED: The range of the rest begins at `byteCount`.
      let restByteCount = completeLength - byteCount
      try await passBody(of: reply, restByteCount: restByteCount, to: &recorder)
    } catch {
      await recorder.abandon(keepsIncomplete: true)
      await reply.end()
      throw error
    }
    sink?.measure(nested: reply.metrics)
    return await recorder.finish()
  }

  // MARK: Other responses

  /// Passes a response on, and stores it if that is allowed.
  private func deliver(_ reply: Reply, _ forward: Forward) async throws -> Bool {
    var head = reply.head
    var recorder = EntryRecorder()
    var keepsIncomplete = false
    var replaced: StoredEntry?
    if caching.isOpaque {
      // Nothing is known about the stored responses.
    } else if caching.method == .head {
      await updateByHead(reply)
    } else if head.status == .notModified {
      await updateByCondition(forward.stored, reply)
    } else {
      if head.status.replacesStored {
        replaced = await (policy == .reload ? lookUp().match : forward.stored)?.entry
      }
      if let stored = storable(reply) {
        keepsIncomplete = stored.strongTag != nil && (head.status == .ok || head.status == .partialContent)
        recorder = await self.recorder(of: stored, reply.flight)
      }
    }
    if !recorder.isRecording {
      // The server has another response now, which is not stored.
      if let replaced { try? await store.remove(replaced) }
      reply.flight.settle(.notStored)
    }
    CacheStatus.forwarded(
      forward.reason, status: head.status.code, isStored: recorder.isRecording, isCollapsed: forward.hasWaited
    ).append(to: &head.headerFields)
    do {
      try sink?.didReceive(head, httpVersion: reply.received.httpVersion)
      if sink == nil, !recorder.isRecording { await reply.end() }
      try await passBody(of: reply, to: &recorder)
    } catch {
      await recorder.abandon(keepsIncomplete: keepsIncomplete)
      throw error
    }
    sink?.measure(nested: reply.metrics)
    let isStored = await recorder.finish()
    if !isStored, let replaced { try? await store.remove(replaced) }
    return isStored
  }

  /// Updates the stored response to GET by the response to HEAD, or removes it if that is about another one (RFC 9111
  /// §4.3.5).
  private func updateByHead(_ reply: Reply) async {
    guard reply.head.status.replacesStored, let stored = await lookUp().match, stored.isWhole else { return }
    guard reply.head.status == stored.head.status,
      stored.head.isCurrent(accordingTo: reply.fields, storedByteCount: stored.entry.body.byteCount)
    else {
      try? await store.remove(stored.entry)
      return
    }
    await confirm(stored, by: reply)
  }

  /// Updates the stored response if the caller's own condition has confirmed it, too.
  private func updateByCondition(_ stored: StoredResponse?, _ reply: Reply) async {
    guard let stored, reply.fields.contains(.eTag), caching.hasCopy(of: stored.head),
      stored.head.isConfirmed(by: reply.fields)
    else { return }
    await confirm(stored, by: reply)
  }

  /// Returns the head to store of a response, or `nil` if the response is not stored.
  func storable(_ reply: Reply) -> StoredHead? {
    var response = reply.head
    guard willStore(&response) else { return nil }
    let head = StoredHead(
      of: response, to: caching, httpVersion: reply.received.httpVersion,
      completeLength: reply.received.bodyByteCount, requestTime: reply.requestTime,
      responseTime: cache.clock(), heuristics: cache.estimatesLifetimes)
    return head.flatMap { dependsOnUnknownFields($0) ? nil : $0 }
  }

  /// Calls the program's closure, which may change the response that is stored.
  private func willStore(_ response: inout HTTPResponse) -> Bool {
    guard let willStore = cache.willStore else { return true }
    var head = HTTPRequest(
      method: request.method, scheme: request.url.origin.scheme, authority: request.url.authority,
      path: request.url.target)
    head.headerFields = caching.fields
    return willStore(head, &response)
  }

  /// Passes a body on, and records it.
  ///
  /// - Parameter restByteCount: The size of the rest of an incomplete entry, or `nil` for another body.
  /// - Throws: A ``SessionError`` with the code `connection-lost` if the rest has another size.
  private func passBody(
    of reply: Reply, restByteCount: Int64? = nil, to recorder: inout EntryRecorder
  ) async throws {
    var missing = restByteCount
    while var buffer = try await reply.pipe.nextBuffer() {
      missing = missing.map { $0 - Int64(buffer.count) }
      if let missing, missing < 0 { throw Self.otherSize }
      reply.flight.didProgress()
      await recorder.append(buffer)
      if let sink {
        let timer = sink.response.pipe.readiness == .full ? releasingOthers(reply.flight) : nil
        defer { timer?.cancel() }
        try await sink.receive(buffer.count) { $0.write(buffer.span) }
      } else if !recorder.isRecording {
        return await reply.end()
      }
      if !recorder.isRecording { reply.pipe.recycle(&buffer) }
    }
    if let missing, missing > 0 { throw Self.otherSize }
  }

  private static let otherSize = SessionError(
    .connectionLost, message: "the rest of an incomplete entry does not have the size in its Content-Range")

  /// Lets others send their own requests if the reader of this one's response does not read.
  private func releasingOthers(_ flight: Flight) -> Task<Void, any Error> {
    Task {
      try await Task.sleep(for: .seconds(1))
      flight.settle(.notStored)
    }
  }
}

/// The observer of an exchange that an exchange with the cache waits for. The waiting one reports to the caller.
private final class NestedObserver: ExchangeObserver {
  private let sink: TaskExchange?
  private let measured = Lock<TransferMetrics?>(nil)

  /// - Parameter sink: The exchange that waits, or `nil` for work in the background.
  init(for sink: TaskExchange?) { self.sink = sink }

  /// The measurements, or `nil` until the exchange has ended.
  var metrics: TransferMetrics? { measured.withLock { $0 } }

  var observesProgress: Bool { false }

  func observe(_ event: ExchangeEvent) {
    switch event {
    case .didReceiveInterim(let response): sink?.didReceive(interim: response)
    case .didEnd(let metrics, _): measured.withLock { $0 = metrics }
    case .didReceive, .didProgress, .didRestart, .didResume: break
    }
  }
}

extension HTTPResponse.Status {
  /// Whether a response with this status says that a stored one is not the resource any more, even if it is not stored
  /// itself: a successful one, a redirect, or one without a resource. Errors of the server or of the request do not.
  fileprivate var replacesStored: Bool {
    switch code {
    case 206, 304: false
    case 200..<400, 404, 410: true
    default: false
    }
  }
}
