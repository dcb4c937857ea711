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
      throw SessionError(.bodyFailed, underlying: error)
    }
  }

  /// Reads to the end, and past the declared size, to detect bytes in excess of it.
  private func readAll(_ reader: any BodyReader) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    var count: Int64 = 0
    while true {
      try await waitWhileSuspended()
      let rest = request.byteCount.map { $0 - count }
      // As many bytes as libcurl's transport reads past the declared size.
      let room = rest == 0 ? 256 : Int(min(rest ?? .max, Int64(Self.blockByteCount)))
      var outcome = BodyReadOutcome.end
      let block = try [UInt8](capacity: room) { outcome = try reader.read(into: &$0) }
      count += Int64(block.count)
      if let declared = request.byteCount, count > declared || (outcome == .end && count < declared) {
        throw BodyError(.byteCountMismatch, expected: declared, actual: count)
      }
      bytes += block
      if !block.isEmpty { didSend(block.count) }
      switch outcome {
      case .more where block.isEmpty: throw BodyError(.readFailed)
      case .more: break
      case .waiting where request.byteCount == 0: return bytes
      case .waiting where block.isEmpty: try await waitForCaller { await reader.untilReadable() }
      case .waiting: break
      case .end: return bytes
      }
    }
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
    let length = BodyLength(of: head, inAnswerTo: request.method)
    if case .invalid(let reason) = length { throw SessionError(.invalidResponse, message: reason) }
    didReceive(head, bodyByteCount: length.byteCount)
    try await sendBody(source, length.byteCount, stubbed.ending)
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
      var outcome = BodyReadOutcome.end
      let room = Int(min(left, Int64(Self.blockByteCount)))
      let block = try [UInt8](capacity: room) { outcome = try reader.read(into: &$0) }
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
      guard case .full = response.pipe.write(block.span) else { return didReceive(block.count) }
      try await waitForCaller {
        let signal = Signal()
        response.pipe.whenWritable { signal.fire() }
        await signal.wait()
      }
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
