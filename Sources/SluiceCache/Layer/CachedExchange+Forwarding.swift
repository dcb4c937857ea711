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
    let beginning = caching.range == nil && forward.reason == .partial ? forward.stored?.beginning : nil
    let isOwnCondition =
      !caching.isConditional && !caching.isOpaque && beginning == nil && caching.method != .head
    if let beginning {
      fields[.range] = "bytes=\(beginning.byteCount)-"
      fields[.ifRange] = beginning.tag
    } else if isOwnCondition, let stored = forward.stored, stored.isWhole {
      for field in stored.head.conditions { fields[field.name] = field.value }
    }
    let sent = try start(fields)
    let received: ReceivedHead
    do {
      received = try await sent.channel.head()
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
    if beginning != nil, status == .partialContent || status == .rangeNotSatisfiable {
      guard let stored = forward.stored, let whole = whole(stored, with: received, sent) else {
        await sent.end()
        return try await self.forward(Forward(reason: forward.reason), as: flight)
      }
      return try await complete(stored, to: whole, received, sent, forward.reason, flight)
    }
    if Reuse.errorStatuses.contains(status.code), try await serveAfterError(forward) {
      await sent.end()
      return false
    }
    return try await pass(received, of: sent, forward, flight)
  }

  func start(_ fields: HTTPFields) throws -> Sent {
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
    var stored = stored
    stored.head.update(
      with: received.response.headerFields, requestTime: sent.requestTime, responseTime: cache.clock())
    if !flight.isInvalidated { await update(stored) }
    let freshness = stored.head.freshness(at: cache.clock(), heuristics: cache.estimatesLifetimes)
    guard let selection = stored.selection(for: caching) else { return false }
    return try await serve(
      stored, selection, freshness, .validated(reason, secondsLeft: freshness.secondsLeft),
      measured: sent.observer.metrics)
  }

  private func update(_ stored: StoredResponse) async {
    if stored.head.control.isNoStore {
      try? await store.remove(stored.entry)
    } else if let metadata = stored.head.metadata {
      await store.update(stored.entry, metadata: metadata)
    }
  }

  // MARK: Completing a part

  /// Returns the head of the whole response if a 206 (Partial Content) has the rest of a stored part.
  private func whole(_ stored: StoredResponse, with received: ReceivedHead, _ sent: Sent) -> StoredHead? {
    let fields = received.response.headerFields
    guard let range = fields.value(of: .contentRange).flatMap({ ContentRange($0) }),
      range.range.lowerBound == stored.entry.body.byteCount, range.range.upperBound == range.completeLength,
      let tag = fields.value(of: .eTag).flatMap({ EntityTag($0) }),
      stored.head.strongTag?.isStronglyEqual(to: tag) == true
    else { return nil }
    var head = stored.head
    head.update(with: fields, requestTime: sent.requestTime, responseTime: cache.clock())
    head.becomeWhole(byteCount: range.range.upperBound)
    return head
  }

  /// Responds with a stored part and the rest, and stores both as a whole.
  private func complete(
    _ stored: StoredResponse, to whole: StoredHead, _ received: ReceivedHead, _ sent: Sent,
    _ reason: CacheStatus.Reason, _ flight: Flight
  ) async throws -> Bool {
    var recorder = await record(whole, continuing: stored, isPart: false, flight)
    var head = whole.response
    head.headerFields[.contentLength] = whole.completeLength.map(String.init)
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
          BrokenResponse(part: part, of: whole.completeLength ?? byteCount, delivered: count))
        return true
      }
      try await passBody(of: sent, to: &recorder, flight)
    } catch {
      await recorder.abandon(keepsPart: true)
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
    if caching.isOpaque {
      // Nothing is known about the stored responses.
    } else if caching.method == .head {
      await updateByHead(head, sent)
    } else if head.status == .notModified {
      await updateByCondition(head, sent, forward.stored)
    } else if let stored = storable(received, sent) {
      keepsPart = stored.strongTag != nil && (head.status == .ok || head.status == .partialContent)
      recorder = await record(stored, flight)
    } else if let old = forward.stored, 200..<300 ~= head.status.code, head.status != .partialContent {
      // The server has another response now, which is not stored.
      try? await store.remove(old.entry)
    }
    if !recorder.isRecording { flight.settle(.notStored) }
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
    return await recorder.finish()
  }

  /// Updates the stored response to GET by the response to HEAD, or removes it if that is about another one (RFC 9111
  /// §4.3.5).
  private func updateByHead(_ head: HTTPResponse, _ sent: Sent) async {
    guard [200, 404, 410].contains(head.status.code), var stored = await lookUp().match, stored.isWhole else {
      return
    }
    guard head.status == stored.head.status,
      stored.head.isCurrent(accordingTo: head.headerFields, storedByteCount: stored.entry.body.byteCount)
    else {
      try? await store.remove(stored.entry)
      return
    }
    stored.head.update(with: head.headerFields, requestTime: sent.requestTime, responseTime: cache.clock())
    await update(stored)
  }

  /// Updates the stored response if the caller's own condition has confirmed it, too.
  private func updateByCondition(_ head: HTTPResponse, _ sent: Sent, _ stored: StoredResponse?) async {
    guard var stored, head.headerFields.contains(.eTag), caching.hasCopy(of: stored.head),
      stored.head.isConfirmed(by: head.headerFields)
    else { return }
    stored.head.update(with: head.headerFields, requestTime: sent.requestTime, responseTime: cache.clock())
    await update(stored)
  }

  /// Returns the head to store of a response, or `nil` if the response is not stored.
  func storable(_ received: ReceivedHead, _ sent: Sent) -> StoredHead? {
    var response = received.response
    if let willStore = cache.willStore {
      var head = HTTPRequest(
        method: request.method, scheme: request.url.origin.scheme, authority: request.url.authority,
        path: request.url.target)
      head.headerFields = caching.fields
      guard willStore(head, &response) else { return nil }
    }
    let head = StoredHead(
      of: response, to: caching, httpVersion: received.httpVersion, completeLength: received.bodyByteCount,
      requestTime: sent.requestTime, responseTime: cache.clock(), heuristics: cache.estimatesLifetimes)
    // The transport adds its own cookies, which are unknown here.
    if let head, head.selectingFields.contains(.cookie), request.settings.cookies != nil { return nil }
    return head
  }

  // MARK: Recording

  /// Starts to record a response. A part that continues a stored one is added to it.
  func record(_ head: StoredHead, _ flight: Flight) async -> EntryRecorder {
    guard head.status == .partialContent else {
      return await record(head, continuing: nil, isPart: false, flight)
    }
    let end = head.fields.value(of: .contentRange).flatMap { ContentRange($0) }?.range.upperBound
    var joined = head
    var part: StoredResponse?
    if let old = await lookUp().match, !old.isWhole, let oldTag = old.head.strongTag,
      head.strongTag.map({ oldTag.isStronglyEqual(to: $0) }) == true,
      old.head.offset.addingReportingOverflow(old.entry.body.byteCount) == (head.offset, false)
    {
      part = old
      joined = old.head
      joined.update(with: head.fields, requestTime: head.requestTime, responseTime: head.responseTime)
      joined.completeLength = head.completeLength
    }
    let isWhole = joined.offset == 0 && end == joined.completeLength
    if isWhole, let end { joined.becomeWhole(byteCount: end) }
    return await record(joined, continuing: part, isPart: !isWhole, flight)
  }

  func record(
    _ head: StoredHead, continuing part: StoredResponse?, isPart: Bool, _ flight: Flight
  ) async -> EntryRecorder {
    let mustNotStore = head.control.isNoStore && !head.control.mustUnderstand || caching.control.isNoStore
    guard !mustNotStore, let metadata = head.metadata, !flight.isInvalidated else {
      return EntryRecorder(nil, of: flight)
    }
    let variant = head.selectingFields.digest(of: caching.fields)
    let others = await shared.entries(for: key).filter { $0.variant != variant }
    for entry in others.dropFirst(CacheKey.maximumVariantCount - 1) { try? await store.remove(entry) }
    let writer = try? await store.begin(
      key, variant: variant, metadata: metadata, expectedByteCount: isPart ? nil : head.completeLength,
      continuing: part?.entry)
    return EntryRecorder(writer, isPart: isPart, of: flight)
  }

  /// Passes a body on, and records it.
  private func passBody(of sent: Sent, to recorder: inout EntryRecorder, _ flight: Flight) async throws {
    while var buffer = try await sent.channel.pipe.nextBuffer() {
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
  }

  /// Lets others send their own requests if the reader of this one's response does not read.
  private func releasingOthers(_ flight: Flight) -> Task<Void, any Error> {
    Task {
      try await Task.sleep(for: .seconds(1))
      flight.settle(.notStored)
    }
  }
}
