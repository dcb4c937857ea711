internal import HTTPTypes
internal import SluiceBody
internal import SluiceSession
internal import SluiceTransport

extension StubExchange {
  private static let blockByteCount = 64 * 1024

  // MARK: The request's body

  /// Reads the whole body of the request.
  ///
  /// - Throws: A ``SessionError`` with the code `body-failed`.
  func requestBody() async throws -> [UInt8] {
    guard let source = request.body else { return [] }
    do {
      return try await Self.reading(source) { try await readAll($0) }
    } catch {
      throw try report { $0.didFailToRead(error) }
    }
  }

  /// Reads as the connection of libcurl would, which takes all bytes at once.
  private func readAll(_ reader: any BodyReader) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      try await waitWhileSuspended()
      let (next, rest) = try report { machine in
        let next = machine.nextRead
        switch next {
        case .read, .probe: machine.willRead(at: now)
        case .wait, .end: break
        }
        return (next, machine.rest)
      }
      var block: [UInt8] = []
      var action = SendingMachine.PassAction.probe
      switch next {
      case .wait: continue
      case .end: return bytes
      case .read:
        let outcome = try Self.read(reader, Int(min(rest ?? .max, Int64(Self.blockByteCount))), &block)
        action = try report { $0.didRead(block.count, outcome, at: now) }
      case .probe: break
      }
      if case .probe = action {
        var excess: [UInt8] = []
        let outcome = try Self.read(reader, SendingMachine.probeByteCount, &excess)
        action = try report { $0.didProbe(excess.count, outcome, after: block.span, at: now) }
      }
      switch action {
      case .pass, .probe: break
      case .hold: block.removeLast()
      case .wait(let removesLast):
        if removesLast { block.removeLast() }
        await reader.untilReadable()
        _ = try report { $0.didBecomeReadable(at: now) }
      case .end(let held): if let held { block.append(held) }
      case .fail(let error): throw error
      }
      bytes += block
      if !block.isEmpty { didSend(block.count) }
    }
  }

  private static func read(_ reader: any BodyReader, _ room: Int, _ block: inout [UInt8]) throws
    -> BodyReadOutcome
  {
    var outcome = BodyReadOutcome.end
    block = try [UInt8](capacity: room) { outcome = try reader.read(into: &$0) }
    return outcome
  }

  // MARK: The response

  /// Delivers a response of the stub.
  ///
  /// - Throws: The error that ends the exchange.
  func send(_ stubbed: StubResponse) async throws {
    for interim in stubbed.interims {
      try await waitWhileSuspended()
      guard interim.status.kind == .informational else {
        throw SessionError(
          .invalidResponse, message: "the stub's interim response is final: \(interim.status)")
      }
      didReceive(interim: interim)
    }
    if stubbed.delay > .zero { try await Task.sleep(for: min(stubbed.delay, Self.longestSleep)) }
    try await waitWhileSuspended()
    guard case .response(var head, let source) = stubbed.content else {
      if case .failure(let error) = stubbed.content { throw error }
      return
    }
    guard head.status.code >= 200 else {
      throw SessionError(.invalidResponse, message: "the stub's response is not final: \(head.status)")
    }
    if ![204, 304].contains(head.status.code), head.headerFields[.contentLength] == nil,
      head.headerFields[.transferEncoding] == nil, let byteCount = try source.byteCount
    {
      head.headerFields[.contentLength] = String(byteCount)
    }
    try didReceive(head)
    try await sendBody(source, BodyLength(of: head, toRequest: request.method).byteCount, stubbed.ending)
  }

  private func sendBody(
    _ source: any BodySource, _ declared: Int64?, _ ending: StubResponse.Ending
  ) async throws {
    let limit =
      switch ending {
      case .complete: declared ?? .max
      case .failing(_, let count), .stalling(let count): min(count, declared ?? .max)
      }
    var sent: Int64 = 0
    if limit > 0 { sent = try await Self.reading(source) { try await send($0, upTo: limit) } }
    switch ending {
    case .complete:
      if let declared, sent < declared {
        throw SessionError(
          .connectionLost, message: "the stub's body has \(sent) of \(declared) bytes")
      }
    case .failing(let error, _): throw error
    case .stalling:
      await Signal().wait()
      try Task.checkCancellation()
    }
  }

  /// Passes bytes to the response's reader, as it takes them.
  ///
  /// - Returns: The number of bytes.
  private func send(_ reader: any BodyReader, upTo limit: Int64) async throws -> Int64 {
    var left = limit
    while left > 0 {
      try await waitWhileSuspended()
      var block: [UInt8] = []
      let outcome = try Self.read(reader, Int(min(left, Int64(Self.blockByteCount))), &block)
      left -= Int64(block.count)
      if !block.isEmpty { try await pass(block) }
      if outcome == .end { break }
      if outcome == .waiting, block.isEmpty { await reader.untilReadable() }
    }
    return limit - left
  }

  private func pass(_ block: [UInt8]) async throws {
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
      guard case .full = response.pipe.write(block.span) else { return didReceive(block.count) }
      if case .passEarly(let head) = try report({ $0.didFill() }) { pass(head) }
      let signal = Signal()
      response.pipe.whenWritable { signal.fire() }
      await signal.wait()
      _ = try report { $0.didBecomeWritable() }
    }
  }

  /// Calls a function with a reader of a source: on a thread that may block, unless the bytes are in memory.
  private static func reading<Output: Sendable>(
    _ source: any BodySource, _ read: (any BodyReader) async throws -> Output
  ) async throws -> Output {
    if source is BytesSource { return try await read(source.makeReader()) }
    return try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try await read(source.nonBlocking.makeReader())
    }
  }
}
