internal import HTTPTypes
internal import SluiceBody
internal import SluiceTransport

/// Serving stored responses.
extension CachedExchange {
  /// Responds with a stored response. A damaged body is noticed while it is read: its entry is removed, and the rest is
  /// requested from the server.
  ///
  /// - Parameters:
  ///   - stored: The stored response.
  ///   - selection: The head and the bytes of it that are sent.
  ///   - freshness: Its freshness.
  ///   - confirmation: Why a request was sent that has confirmed it, and its measurements, or `nil` if none was sent.
  ///     Defaults to `nil`.
  ///   - willRespond: Called before the head is delivered. Defaults to an empty closure.
  /// - Returns: `false` if the first bytes of the body are damaged. Nothing has been delivered then.
  /// - Throws: The ``SessionError`` of a rest that cannot be received.
  func serve(
    _ stored: StoredResponse, _ selection: StoredResponse.Selection, _ freshness: Freshness,
    confirmation: (reason: CacheStatus.Reason, metrics: TransferMetrics?)? = nil,
    willRespond: () -> Void = {}
  ) async throws -> Bool {
    guard let sink else { return true }
    var head = selection.head
    head.headerFields[.age] = String(freshness.ageSeconds)
    let secondsLeft = freshness.secondsLeft
    let status =
      confirmation.map { CacheStatus.validated($0.reason, secondsLeft: secondsLeft) }
      ?? .hit(secondsLeft: secondsLeft)
    status.append(to: &head.headerFields)
    if let file = file(of: stored, selection) {
      sink.response.passFile(file)
      willRespond()
      try sink.didReceive(head, httpVersion: stored.head.httpVersion)
      sink.measure(nested: confirmation?.metrics)
      return true
    }
    let count = try await passStored(stored.entry.body.source, selection.range) { [head] in
      willRespond()
      try sink.didReceive(head, httpVersion: stored.head.httpVersion)
    }
    guard count < selection.range.count else {
      sink.measure(nested: confirmation?.metrics)
      return true
    }
    try? await store.remove(stored.entry)
    if count == 0 { return false }
    try await resume(BrokenResponse(stored, selection.range, delivered: count))
    return true
  }

  /// Returns the source of the body if the reader takes it as a file, which it checks itself.
  private func file(of stored: StoredResponse, _ selection: StoredResponse.Selection) -> (any CopyableSource)?
  {
    let body = stored.entry.body
    guard request.policy.layers.takesFile, selection.head.status == .ok,
      !selection.head.headerFields.contains(.contentEncoding),
      selection.range.lowerBound == 0, selection.range.upperBound == body.byteCount
    else { return nil }
    return body.source._concrete as? any CopyableSource
  }

  /// Passes a range of a stored body to the reader.
  ///
  /// - Parameters:
  ///   - source: The stored body.
  ///   - range: The positions of the bytes in it.
  ///   - respond: Delivers the head. Called once the first bytes have been read.
  /// - Returns: The number of bytes that have been delivered. If there are fewer than in the range, the next ones are
  ///   damaged. If there are none, the head has not been delivered, either.
  func passStored(
    _ source: any BodySource, _ range: Range<Int64>, respond: () throws -> Void
  ) async throws -> Int64 {
    guard let sink else { return Int64(range.count) }
    if range.isEmpty || source._concrete is BytesSource {
      try respond()
      let isWhole = range.lowerBound == 0
      let body = isWhole ? source : try BodySlice(of: source, from: range.lowerBound)
      return try await sink.receive(body, upTo: Int64(range.count))
    }
    do {
      let body = try BodySlice(of: source, from: range.lowerBound, upTo: Int64(range.count))
      return try await sink.reading(body) { reader in
        var count: Int64 = 0
        while count < range.count, let block = try await reader.block(upTo: Int64(range.count) - count) {
          if count == 0 { try respond() }
          try await sink.receive(block.count) { $0.write(block.span) }
          count += Int64(block.count)
        }
        return count
      }
    } catch is BodyError {
      return 0
    }
  }
}

extension BodyReader {
  /// Returns the next bytes of a stored body, at most 64 KiB of them, or `nil` if they are damaged or there are none.
  ///
  /// - Throws: A `CancellationError` if the task is cancelled.
  func block(upTo limit: Int64) async throws -> [UInt8]? {
    do {
      let bytes = try await next(upTo: Int(min(limit, 64 * 1024))).bytes
      return bytes.isEmpty ? nil : bytes
    } catch {
      try Task.checkCancellation()
      return nil
    }
  }
}
