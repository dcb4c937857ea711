internal import HTTPTypes
internal import SluiceBody
internal import SluiceTransport

/// Exchanges with a stub: the whole body of the request is read before the stub's closure is called.
extension TaskExchange {
  private static let blockByteCount = 64 * 1024

  /// Carries out the exchange.
  func carryOut(with stub: StubTransport) async throws {
    let body = try await requestBody()
    var head = HTTPRequest(
      method: request.method, scheme: request.url.origin.scheme, authority: request.url.authority,
      path: request.url.target)
    head.headerFields = request.sentFields
    try await send(stub.response(to: RecordedRequest(head: head, url: request.url.text, body: body)))
  }

  // MARK: The request's body

  /// Reads the whole body of the request.
  ///
  /// - Throws: A ``SessionError`` with the code `body-failed`.
  private func requestBody() async throws -> [UInt8] {
    guard let source = request.body else { return [] }
    do {
      return try await reading(source) { try await allBytes(of: $0) }
    } catch {
      throw try failure(ofBody: error)
    }
  }

  private func allBytes(of reader: any BodyReader) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      try await waitWhileSuspended()
      let count = bytes.count
      var outcome = ReadOutcome.end
      try bytes.append(addingCapacity: Self.blockByteCount) { outcome = try read(reader, into: &$0) }
      if bytes.count > count || outcome == .end { didSend(bytes.count - count) }
      switch outcome {
      case .more: continue
      case .waiting: try await untilReadable(reader)
      case .end: return bytes
      }
    }
  }

  // MARK: The response

  /// Delivers a response of the stub.
  ///
  /// - Throws: The error that ends the exchange.
  private func send(_ stubbed: StubResponse) async throws {
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
    let sent = try await receive(source, upTo: limit)
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
}
