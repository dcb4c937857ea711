internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceSerialization
internal import SluiceTransport

/// Sending a request, and what follows from its response.
extension CachedExchange {
  /// An exchange of the other transport.
  struct Sent {
    let channel: ResponseChannel
    let observer: NestedObserver
    let exchange: StartedExchange
    let requestTime: WallTime

    /// Waits for the end of a body that is not used.
    func end() async {
      exchange.cancel()
      while (try? await channel.pipe.nextBuffer()) != nil {}
    }
  }

  /// Sends the request.
  ///
  /// - Parameters:
  ///   - forward: The reason, and the stored response that the request is about.
  ///   - flight: The flight of the request.
  /// - Returns: Whether the response has been stored, or has confirmed the stored one.
  func forward(_ forward: Forward, as flight: Flight) async throws -> Bool {
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
    let sent = try start(fields, as: flight)
    let received: ReceivedHead
    do {
      received = try await sent.channel.head()
      flight.didProgress()
    } catch {
      sink?.measure(nested: sent.observer.metrics)
      if error is SessionError, try await serveAfterError(forward) { return false }
      throw error
    }
    let status = received.response.status
    if status == .notModified, isOwnCondition, let stored = forward.stored {
      await sent.end()
      guard stored.head.isConfirmed(by: received.response.headerFields) else {
        return try await self.forward(Forward(reason: forward.reason), as: flight)
      }
      if try await serveConfirmed(stored, by: received, sent, forward.reason, flight) { return true }
      return try await self.forward(Forward(reason: forward.reason), as: flight)
    }
    // Without a condition of the caller, a 304 is no response to a request for a range (RFC 9110 §15.4.5).
    let isUseless = status == .rangeNotSatisfiable || status == .notModified && !caching.isConditional
    if beginning != nil, status == .partialContent || isUseless {
      guard let stored = forward.stored, let byteCount = byteCount(of: stored, completedBy: received) else {
        await sent.end()
        return try await self.forward(Forward(reason: forward.reason), as: flight)
      }
      return try await complete(stored, to: byteCount, received, sent, forward.reason, flight)
    }
    if Reuse.errorStatuses.contains(status.code), try await serveAfterError(forward) {
      await sent.end()
      return false
    }
    return try await pass(received, of: sent, forward, flight)
  }

  func start(_ fields: HTTPFields, as flight: Flight) throws -> Sent {
    let channel = ResponseChannel()
    let observer = NestedObserver(for: sink)
    let requestTime = cache.clock()
    let nested = request.nested(fields: fields, leavesTimeLimit: sink != nil, observer: observer)
    let id = try shared.inner.start(nested, response: channel)
    let exchange = StartedExchange(id, of: shared.inner)
    sink?.attach(exchange)
    return Sent(channel: channel, observer: observer, exchange: exchange, requestTime: requestTime)
  }

  // MARK: Stored responses

  /// Responds with a stored response because the server has failed, if that is allowed.
  ///
  /// - Returns: Whether it is, and the stored body is not damaged.
  private func serveAfterError(_ forward: Forward) async throws -> Bool {
    guard let stored = forward.stored, let selection = stored.selection(for: caching) else { return false }
    let freshness = stored.head.freshness(at: cache.clock(), heuristics: cache.estimatesLifetimes)
    guard Reuse.isAllowedOnError(stored.head, freshness, by: caching) else { return false }
    return try await serve(stored, selection, freshness, .hit(secondsLeft: freshness.secondsLeft))
  }

  /// Responds with a stored response that a 304 (Not Modified) has confirmed, and updates its fields.
  ///
  /// - Returns: `false` if its body is damaged. Nothing has been delivered then.
  private func serveConfirmed(
    _ stored: StoredResponse, by received: ReceivedHead, _ sent: Sent, _ reason: CacheStatus.Reason,
    _ flight: Flight
  ) async throws -> Bool {
    let stored = await update(stored, by: received.response.headerFields, sent, flight)
    let freshness = stored.head.freshness(at: cache.clock(), heuristics: cache.estimatesLifetimes)
    guard var selection = stored.selection(for: caching) else { return false }
    let passed = stored.head.passedFields(of: received.response.headerFields)
    for field in passed { selection.head.headerFields.append(field) }
    return try await serve(
      stored, selection, freshness, .validated(reason, secondsLeft: freshness.secondsLeft),
      measured: sent.observer.metrics)
  }

  /// Updates a stored response by one that confirms it, or removes it from the store if it may not stay there.
  ///
  /// - Returns: The updated response.
  private func update(
    _ stored: StoredResponse, by fields: HTTPFields, _ sent: Sent, _ flight: Flight
  ) async -> StoredResponse {
    var stored = stored
    let byteCount = stored.isWhole ? stored.entry.body.byteCount : nil
    let isAccepted = update(&stored.head, by: fields, sent, byteCount: byteCount)
    if flight.isInvalidated { return stored }
    if !isAccepted || !stored.head.mayBeStored || !stored.head.isSelectedByEnoughFields {
      try? await store.remove(stored.entry)
    } else if let metadata = stored.head.metadata {
      await store.update(stored.entry, metadata: metadata)
    }
    return stored
  }

  /// Updates a stored head by a response that confirms it.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - fields: The fields of the other response.
  ///   - sent: The exchange of the other response.
  ///   - byteCount: The size of the body, or `nil` if it is unknown.
  /// - Returns: Whether the program's closure accepts the result.
  private func update(
    _ head: inout StoredHead, by fields: HTTPFields, _ sent: Sent, byteCount: Int64?
  ) -> Bool {
    head.update(with: fields, requestTime: sent.requestTime, responseTime: cache.clock())
    var response = head.response
    response.headerFields[.contentLength] = byteCount.map(String.init)
    guard willStore(&response) else { return false }
    head.replaceFields(by: response.headerFields)
    return true
  }

  // MARK: Completing a part

  /// Returns the size of the whole body if a 206 (Partial Content) has the rest of a stored part.
  private func byteCount(of stored: StoredResponse, completedBy received: ReceivedHead) -> Int64? {
    let fields = received.response.headerFields
    guard received.response.status == .partialContent,
      let range = fields.value(of: .contentRange).flatMap({ ContentRange($0) }),
      range.range.lowerBound == stored.entry.body.byteCount, range.range.upperBound == range.completeLength,
      let tag = fields.value(of: .eTag).flatMap({ EntityTag($0) }),
      stored.head.strongTag?.isStronglyEqual(to: tag) == true,
      stored.head.hasCodings(of: fields, mayBeLeftOut: true),
      received.bodyByteCount.map({ $0 == range.range.count }) ?? true,
      stored.head.completeLength.map({ $0 == range.completeLength }) ?? true
    else { return nil }
    return range.range.upperBound
  }

  /// Returns the head of a whole response of which a part is stored, and whether the program's closure accepts it.
  ///
  /// - Parameters:
  ///   - head: The head of the part.
  ///   - fields: The fields of the response that has the rest.
  ///   - sent: The exchange of that response.
  ///   - byteCount: The size of the whole body.
  func whole(
    _ head: StoredHead, by fields: HTTPFields, _ sent: Sent, byteCount: Int64
  ) -> (head: StoredHead, isAccepted: Bool) {
    var head = head
    head.becomeWhole(byteCount: byteCount)
    let isAccepted = update(&head, by: fields, sent, byteCount: byteCount)
    return (head, isAccepted)
  }

  /// Responds with a stored part and the rest, and stores both as a whole.
  private func complete(
    _ stored: StoredResponse, to completeLength: Int64, _ received: ReceivedHead, _ sent: Sent,
    _ reason: CacheStatus.Reason, _ flight: Flight
  ) async throws -> Bool {
    let fields = received.response.headerFields
    let (whole, isAccepted) = whole(stored.head, by: fields, sent, byteCount: completeLength)
    var recorder = EntryRecorder(nil, of: flight)
    if isAccepted {
      recorder = await record(whole, continuing: stored, flight)
    } else {
      try? await store.remove(stored.entry)
    }
    var head = whole.response
    for field in whole.passedFields(of: fields) { head.headerFields.append(field) }
    head.headerFields[.contentLength] = String(completeLength)
    CacheStatus.forwarded(
      .partial, status: 206, isStored: recorder.isRecording, isCollapsed: false
    ).append(to: &head.headerFields)
    let byteCount = stored.entry.body.byteCount
    do {
      let count = try await pass(stored.entry.body.source, 0..<byteCount) { [head] in
        try sink?.didReceive(head, httpVersion: received.httpVersion)
      }
      guard count == byteCount else {
        await recorder.abandon(keepsPart: false)
        await sent.end()
        try? await store.remove(stored.entry)
        if count == 0 { return try await forward(Forward(reason: reason), as: flight) }
        let part = StoredResponse(stored.entry, head: whole)
        try await resume(
          BrokenResponse(part: part, of: completeLength, delivered: count))
        return true
      }
      // BOUNDED: The range of the rest begins at `byteCount`.
      let restByteCount = completeLength - byteCount
      try await passBody(of: sent, restByteCount: restByteCount, to: &recorder, flight)
    } catch {
      await recorder.abandon(keepsPart: true)
      await sent.end()
      throw error
    }
    sink?.measure(nested: sent.observer.metrics)
    return await recorder.finish()
  }

  // MARK: Other responses

  /// Passes a response on, and stores it if that is allowed.
  private func pass(
    _ received: ReceivedHead, of sent: Sent, _ forward: Forward, _ flight: Flight
  ) async throws -> Bool {
    var head = received.response
    var recorder = EntryRecorder(nil, of: flight)
    var keepsPart = false
    var replaced: StoredEntry?
    if caching.isOpaque {
      // Nothing is known about the stored responses.
    } else if caching.method == .head {
      await updateByHead(head, sent, flight)
    } else if head.status == .notModified {
      await updateByCondition(head, sent, forward.stored, flight)
    } else {
      if head.status.replacesStored {
        replaced = await (policy == .reload ? lookUp().match : forward.stored)?.entry
      }
      if let stored = storable(received, sent) {
        keepsPart = stored.strongTag != nil && (head.status == .ok || head.status == .partialContent)
        recorder = await record(stored, flight)
      }
    }
    if !recorder.isRecording {
      // The server has another response now, which is not stored.
      if let replaced { try? await store.remove(replaced) }
      flight.settle(.notStored)
    }
    CacheStatus.forwarded(
      forward.reason, status: head.status.code, isStored: recorder.isRecording, isCollapsed: forward.hasWaited
    ).append(to: &head.headerFields)
    do {
      try sink?.didReceive(head, httpVersion: received.httpVersion)
      if sink == nil, !recorder.isRecording { await sent.end() }
      try await passBody(of: sent, to: &recorder, flight)
    } catch {
      await recorder.abandon(keepsPart: keepsPart)
      throw error
    }
    sink?.measure(nested: sent.observer.metrics)
    let isStored = await recorder.finish()
    if !isStored, let replaced { try? await store.remove(replaced) }
    return isStored
  }

  /// Updates the stored response to GET by the response to HEAD, or removes it if that is about another one (RFC 9111
  /// §4.3.5).
  private func updateByHead(_ head: HTTPResponse, _ sent: Sent, _ flight: Flight) async {
    guard head.status.replacesStored, let stored = await lookUp().match, stored.isWhole else {
      return
    }
    guard head.status == stored.head.status,
      stored.head.isCurrent(accordingTo: head.headerFields, storedByteCount: stored.entry.body.byteCount)
    else {
      try? await store.remove(stored.entry)
      return
    }
    _ = await update(stored, by: head.headerFields, sent, flight)
  }

  /// Updates the stored response if the caller's own condition has confirmed it, too.
  private func updateByCondition(
    _ head: HTTPResponse, _ sent: Sent, _ stored: StoredResponse?, _ flight: Flight
  ) async {
    guard let stored, head.headerFields.contains(.eTag), caching.hasCopy(of: stored.head),
      stored.head.isConfirmed(by: head.headerFields)
    else { return }
    _ = await update(stored, by: head.headerFields, sent, flight)
  }

  /// Returns the head to store of a response, or `nil` if the response is not stored.
  func storable(_ received: ReceivedHead, _ sent: Sent) -> StoredHead? {
    var response = received.response
    guard willStore(&response) else { return nil }
    let head = StoredHead(
      of: response, to: caching, httpVersion: received.httpVersion, completeLength: received.bodyByteCount,
      requestTime: sent.requestTime, responseTime: cache.clock(), heuristics: cache.estimatesLifetimes)
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

  // MARK: Recording

  /// Starts to record a response. A part that continues a stored one is added to it.
  func record(_ head: StoredHead, _ flight: Flight) async -> EntryRecorder {
    guard head.status == .partialContent else {
      return await record(head, continuing: nil, flight)
    }
    guard let range = head.fields.value(of: .contentRange).flatMap({ ContentRange($0) })?.range else {
      return EntryRecorder(nil, of: flight)
    }
    var joined = head
    var part: StoredResponse?
    if let old = await lookUp().match, !old.isWhole, let oldTag = old.head.strongTag,
      head.strongTag.map({ oldTag.isStronglyEqual(to: $0) }) == true,
      old.head.hasCodings(of: head.fields, mayBeLeftOut: caching.fields.contains(.ifRange)),
      old.head.offset.addingReportingOverflow(old.entry.body.byteCount) == (head.offset, false)
    {
      part = old
      joined = old.head
      joined.update(with: head.fields, requestTime: head.requestTime, responseTime: head.responseTime)
      joined.completeLength = head.completeLength
      joined.becomeJoined()
    }
    let isWhole = joined.offset == 0 && range.upperBound == joined.completeLength
    if isWhole { joined.becomeWhole(byteCount: range.upperBound) }
    return await record(joined, continuing: part, partByteCount: isWhole ? nil : Int64(range.count), flight)
  }

  func record(
    _ head: StoredHead, continuing part: StoredResponse?, partByteCount: Int64? = nil, _ flight: Flight
  ) async -> EntryRecorder {
    guard head.isSelectedByEnoughFields else {
      if let part { try? await store.remove(part.entry) }
      return EntryRecorder(nil, of: flight)
    }
    guard head.mayBeStored, !caching.control.isNoStore, let metadata = head.metadata, !flight.isInvalidated
    else { return EntryRecorder(nil, of: flight) }
    let variant = head.selectingFields.digest(of: caching.fields)
    let others = await shared.entries(for: key).filter { $0.variant != variant }
    for entry in others.dropFirst(CacheKey.maximumVariantCount - 1) { try? await store.remove(entry) }
    let writer = try? await store.begin(
      key, variant: variant, metadata: metadata,
      expectedByteCount: partByteCount == nil ? head.completeLength : nil,
      continuing: part?.entry)
    return EntryRecorder(writer, partByteCount: partByteCount, of: flight)
  }

  /// Passes a body on, and records it.
  ///
  /// - Parameter restByteCount: The size of the rest of a stored part, or `nil` for another body.
  /// - Throws: A ``SessionError`` with the code `connection-lost` if the rest has another size.
  private func passBody(
    of sent: Sent, restByteCount: Int64? = nil, to recorder: inout EntryRecorder, _ flight: Flight
  ) async throws {
    var missing = restByteCount
    while var buffer = try await sent.channel.pipe.nextBuffer() {
      missing = missing.map { $0 - Int64(buffer.count) }
      if let missing, missing < 0 { throw Self.otherSize }
      flight.didProgress()
      await recorder.append(buffer)
      if let sink {
        let timer = sink.response.pipe.readiness == .full ? releasingOthers(flight) : nil
        defer { timer?.cancel() }
        try await sink.receive(buffer.count) { $0.write(buffer.span) }
      } else if !recorder.isRecording {
        return await sent.end()
      }
      if !recorder.isRecording { sent.channel.pipe.recycle(&buffer) }
    }
    if let missing, missing > 0 { throw Self.otherSize }
  }

  private static let otherSize = SessionError(
    .connectionLost, message: "the rest of a stored part does not have the size that its Content-Range says")

  /// Lets others send their own requests if the reader of this one's response does not read.
  private func releasingOthers(_ flight: Flight) -> Task<Void, any Error> {
    Task {
      try await Task.sleep(for: .seconds(1))
      flight.settle(.notStored)
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
