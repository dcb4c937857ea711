internal import HTTPTypes
package import SluiceBody

extension TaskExchange {
  /// The state of the request's body after a read.
  package enum ReadOutcome: Sendable {
    /// More bytes may be available at once.
    case more
    /// No more bytes are available for now: wait with ``TaskExchange/untilReadable(_:)``.
    case waiting
    /// The end of the body, which has the declared size.
    case end
  }

  // MARK: The request's body

  /// Calls a function with a reader of a source: on a thread that may block, unless the bytes are in memory.
  package func reading<Output: Sendable>(
    _ source: any BodySource, _ read: (any BodyReader) async throws -> Output
  ) async throws -> Output {
    if source._concrete is BytesSource { return try await read(source.makeReader()) }
    return try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try await read(source.nonBlocking.makeReader())
    }
  }

  /// Appends the next bytes of the request's body to a buffer. Report with ``didSend(_:)`` when they have been passed.
  ///
  /// The last byte of a body with a declared size stays back until the end of the source is known.
  ///
  /// - Parameters:
  ///   - reader: The reader of the body.
  ///   - output: The buffer, with room for a byte.
  /// - Throws: The ``SessionError`` of a body with another size than declared; the error of the reader, which is to be
  ///   passed to ``failure(ofBody:)``; a `CancellationError` if the exchange has ended.
  package func read(_ reader: any BodyReader, into output: inout OutputSpan<UInt8>) throws -> ReadOutcome {
    let (next, rest) = try report { machine in
      let next = machine.nextRead
      switch next {
      case .read, .probe: machine.willRead(at: now)
      case .wait, .end: break
      }
      return (next, machine.rest)
    }
    var action = SendingMachine.PassAction.probe
    switch next {
    case .wait: return .more
    case .end: return .end
    case .read:
      let count = output.count
      let limit = Int(min(rest ?? .max, Int64(output.freeCapacity)))
      let outcome = try output.append(upTo: limit) { try reader.read(into: &$0) }
      let read = output.count - count
      action = try report { $0.didRead(read, outcome, at: now) }
    case .probe: break
    }
    if case .probe = action {
      var outcome = BodyReadOutcome.end
      let excess = try [UInt8](capacity: SendingMachine.probeByteCount) {
        outcome = try reader.read(into: &$0)
      }
      action = try report { $0.didProbe(excess.count, outcome, after: output.span, at: now) }
    }
    switch action {
    case .pass, .probe: return .more
    case .hold:
      _ = output.removeLast()
      return .more
    case .wait(let removesLast):
      if removesLast { _ = output.removeLast() }
      return .waiting
    case .end(let held):
      if let held { output.append(held) }
      return .end
    case .fail(let error): throw error
    }
  }

  /// Returns the error that ends the exchange, for one of reading the request's body.
  ///
  /// - Throws: A `CancellationError` if the exchange has ended.
  package func failure(ofBody error: any Error) throws -> SessionError {
    try report { $0.didFailToRead(error) }
  }

  // MARK: The response's body

  /// Passes bytes to the response's reader, as it takes them.
  ///
  /// - Parameters:
  ///   - count: The number of bytes.
  ///   - write: Writes them to a pipe, all or none.
  /// - Throws: A `CancellationError` if the exchange has ended.
  package func receive(_ count: Int, write: (BytePipe) -> BytePipe.WriteOutcome) async throws {
    while true {
      try await waitWhileSuspended()
      switch try report({ $0.willReceiveBody() }) {
      case .wait: continue
      case .discard: return
      case .pass(let head):
        pass(head)
        continue
      case .take: break
      }
      guard case .full = write(response.pipe) else { return didReceive(count) }
      if case .passEarly(let head) = try report({ $0.didFill() }) {
        response.awaitRequest()
        pass(head)
      }
      let signal = Signal()
      response.pipe.whenWritable { signal.fire() }
      await signal.wait()
      _ = try report { $0.didBecomeWritable() }
    }
  }

  /// Passes the bytes of a source to the response's reader, as it takes them.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - limit: The maximum number of bytes.
  /// - Returns: The number of bytes.
  package func receive(_ source: any BodySource, upTo limit: Int64) async throws -> Int64 {
    if limit == 0 { return 0 }
    return try await reading(source) { reader in
      var left = limit
      while left > 0 {
        try await waitWhileSuspended()
        var outcome = BodyReadOutcome.end
        let block = try [UInt8](capacity: Int(min(left, Self.blockByteCount))) {
          outcome = try reader.checkedRead(into: &$0)
        }
        left -= Int64(block.count)
        if !block.isEmpty { try await receive(block.count) { $0.write(block.span) } }
        if outcome == .end { break }
        if outcome == .waiting, block.isEmpty { await reader.untilReadable() }
      }
      return limit - left
    }
  }

  private static var blockByteCount: Int64 { 64 * 1024 }
}
