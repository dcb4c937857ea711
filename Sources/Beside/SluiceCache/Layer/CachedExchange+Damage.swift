internal import HTTPTypes
internal import SluiceBody
internal import SluiceTransport

/// Continuing a response whose stored body turns out to be damaged.
///
/// ```
///  a block is damaged
///   ├── nothing is delivered ──► as if the entry was missing
///   └── bytes are delivered ───► a request, with a range if the tag is strong
///         ├── 206, the missing bytes ─────────────────────────────► pass them on
///         ├── the whole body, which begins with what is delivered ─► pass on what follows
///         └── anything else ───────────────────────────────────────► connection-lost
/// ```
///
/// The entry is removed in each case, and a whole body takes its place. Delivered bytes are not kept in memory. They
/// are read from the store a second time, which checks their blocks. Each of several readers that find the same damage
/// after bytes have been delivered requests the missing bytes for itself.
extension CachedExchange {
  /// Requests the missing bytes, and passes them on.
  ///
  /// - Throws: A ``SessionError`` with the code `connection-lost` if the server has another response now, or if no
  ///   request may be sent; the error of the request.
  func resume(_ broken: BrokenResponse) async throws {
    if mustNotSend { throw broken.error("no request may be sent") }
    let (flight, _) = shared.flights.join(key, mayWait: false)
    try await lead(flight) { try await resume(broken, as: flight) }
  }

  /// - Returns: Whether the response has been stored.
  private func resume(_ broken: BrokenResponse, as flight: Flight) async throws -> Bool {
    let sent = try start(broken.asking(in: request.fields), as: flight)
    let received: ReceivedHead
    do {
      received = try await sent.channel.head()
    } catch let error as SessionError {
      throw broken.error(error)
    }
    guard let start = broken.start(of: received) else {
      await sent.end()
      throw broken.error("the server has another response now")
    }
    var recorder = await record(broken, received, of: sent, flight)
    do {
      try await passRest(of: sent, from: start, broken, to: &recorder, flight)
    } catch {
      await recorder.abandon(keepsPart: broken.hasStrongTag)
      await sent.end()
      throw error
    }
    sink?.measure(nested: sent.observer.metrics)
    return await recorder.finish()
  }

  /// Starts to record a whole body.
  private func record(
    _ broken: BrokenResponse, _ received: ReceivedHead, of sent: Sent, _ flight: Flight
  ) async -> EntryRecorder {
    guard broken.isWhole else { return EntryRecorder(nil, of: flight) }
    if received.response.status == .partialContent {
      let (head, isAccepted) = whole(
        broken.head, by: received.response.headerFields, sent, byteCount: broken.completeLength)
      guard isAccepted, let part = try? broken.part else { return EntryRecorder(nil, of: flight) }
      return await record(head, continuing: part, flight)
    }
    guard let head = storable(received, sent) else { return EntryRecorder(nil, of: flight) }
    return await record(head, flight)
  }

  /// Passes the missing bytes of a body on, after those before them have been compared with the delivered ones.
  ///
  /// - Parameter start: The position of the first byte that the server sends.
  private func passRest(
    of sent: Sent, from start: Int64, _ broken: BrokenResponse, to recorder: inout EntryRecorder,
    _ flight: Flight
  ) async throws {
    guard let sink else { return }
    let (missing, length) = (broken.missing, broken.completeLength)
    try await sink.reading(try broken.deliveredBytes) { delivered in
      var position = start
      // The end of a whole body shows whether it is complete.
      while position < missing.upperBound || broken.isWhole,
        let buffer = try await sent.channel.pipe.nextBuffer()
      {
        guard buffer.count <= length - position else {
          throw broken.error("the server has a larger body now")
        }
        let positions = position..<position + Int64(buffer.count)
        let known = positions.clamped(to: broken.delivered)
        if !known.isEmpty, try await !delivered.continues(with: buffer[known.offsets(from: position)]) {
          throw broken.error("the server has another body now")
        }
        flight.didProgress()
        await recorder.append(buffer)
        let new = positions.clamped(to: missing)
        if !new.isEmpty {
          try await sink.receive(new.count) { $0.write(buffer.span.extracting(new.offsets(from: position))) }
        }
        position = positions.upperBound
      }
      guard position >= missing.upperBound else { throw broken.error("the server has a smaller body now") }
    }
    if !broken.isWhole { await sent.end() }
  }
}

extension Range<Int64> {
  /// Returns the range as offsets from a position, which is not after its start.
  fileprivate func offsets(from position: Int64) -> Range<Int> {
    Int(lowerBound - position)..<Int(upperBound - position)
  }
}

extension BodyReader {
  /// Returns whether the next bytes of a stored body are those of `bytes`.
  ///
  /// - Throws: A `CancellationError` if the task is cancelled.
  fileprivate func continues(with bytes: ArraySlice<UInt8>) async throws -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      guard let block = try await block(upTo: Int64(rest.count)), rest.starts(with: block) else {
        return false
      }
      rest = rest.dropFirst(block.count)
    }
    return true
  }
}
