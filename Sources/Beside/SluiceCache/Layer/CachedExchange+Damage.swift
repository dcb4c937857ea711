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
    try await lead { flight in
      let reply: Reply
      do {
        reply = try await ask(broken.asking(in: request.fields), as: flight)
      } catch let error as SessionError {
        throw broken.error(error)
      }
      guard let start = broken.start(of: reply.received) else {
        await reply.end()
        throw broken.error("the server has another response now")
      }
      var recorder = await recorder(resuming: broken, by: reply)
      do {
        try await passRest(of: reply, from: start, broken, to: &recorder)
      } catch {
        await recorder.abandon(keepsIncomplete: broken.hasStrongTag)
        await reply.end()
        throw error
      }
      sink?.measure(nested: reply.metrics)
      return await recorder.finish()
    }
  }

  /// Starts to record a whole body.
  private func recorder(resuming broken: BrokenResponse, by reply: Reply) async -> EntryRecorder {
    guard broken.isWhole else { return EntryRecorder() }
    guard reply.head.status == .partialContent else {
      guard let head = storable(reply) else { return EntryRecorder() }
      return await recorder(of: head, reply.flight)
    }
    let (head, isAccepted) = whole(broken.head, by: reply, byteCount: broken.completeLength)
    guard isAccepted, let incomplete = try? broken.incomplete else { return EntryRecorder() }
    return await beginEntry(head, continuing: incomplete, reply.flight)
  }

  /// Passes the missing bytes of a body on, after those before them have been compared with the delivered ones.
  ///
  /// - Parameter start: The position of the first byte that the server sends.
  private func passRest(
    of reply: Reply, from start: Int64, _ broken: BrokenResponse, to recorder: inout EntryRecorder
  ) async throws {
    guard let sink else { return }
    let (missing, length) = (broken.missing, broken.completeLength)
    try await sink.reading(try broken.deliveredBytes) { delivered in
      var position = start
      // The end of a whole body shows whether it is complete.
      while position < missing.upperBound || broken.isWhole,
        let buffer = try await reply.pipe.nextBuffer()
      {
        guard buffer.count <= length - position else {
          throw broken.error("the server has a larger body now")
        }
        let positions = position..<position + Int64(buffer.count)
        let known = positions.clamped(to: broken.delivered)
        if !known.isEmpty, try await !delivered.continues(with: buffer[known.offsets(from: position)]) {
          throw broken.error("the server has another body now")
        }
        reply.flight.didProgress()
        await recorder.append(buffer)
        let new = positions.clamped(to: missing)
        if !new.isEmpty {
          try await sink.receive(new.count) { $0.write(buffer.span.extracting(new.offsets(from: position))) }
        }
        position = positions.upperBound
      }
      guard position >= missing.upperBound else { throw broken.error("the server has a smaller body now") }
    }
    if !broken.isWhole { await reply.end() }
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
