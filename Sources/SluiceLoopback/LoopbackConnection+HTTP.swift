extension LoopbackConnection {
  /// Serves requests until the peer closes, a request or an answer says `Connection: close`, or `respond`
  /// throws. What `respond` left unread of a body is discarded, up to 8 MiB; over that, the connection closes
  /// instead.
  public func serveRequests(_ respond: (LoopbackRequest, LoopbackConnection) throws -> Void) throws {
    while let request = try readHead() {
      try respond(request, self)
      guard try endExchange() else { return }
    }
  }

  /// Reads the head of the next request. Nil where the peer closed instead.
  ///
  /// - Throws: ``LoopbackError``: `malformed`; `tooLarge` over 64 KiB; `peerClosed` within the head.
  public func readHead() throws(LoopbackError) -> LoopbackRequest? {
    let limit = 64 << 10
    guard let requestLine = try readLine(limit: limit) else { return nil }
    let fieldLines = try readFieldLines(limit: limit - requestLine.utf8.count - 2)
    let request = try LoopbackRequest(requestLine: requestLine, fieldLines: fieldLines)
    exchange = Exchange(request)
    return request
  }

  /// Reads the body of the request whose head was read last, or what is left of it, piece by piece in memory
  /// that is used again; first answers `Expect: 100-continue` (see ``sendsContinue``). Trailers are checked
  /// and dropped.
  ///
  /// - Parameter consume: Gets pieces of up to 128 KiB. It may write to the connection; reading is for the
  ///   body alone.
  /// - Returns: How many bytes were read.
  /// - Throws: What `consume` throws, after which the rest may still be read; ``LoopbackError``: `malformed`
  ///   for wrong chunks, `peerClosed` where the stream ends within the body.
  @discardableResult
  public func readBody(_ consume: (borrowing Span<UInt8>) throws -> Void) throws -> Int64 {
    try answerExpectation()
    var total: Int64 = 0
    while let range = try takeBody() {
      total += Int64(range.count)
      // A copy of the reference only: should `consume` read after all, these bytes stay.
      let bytes = buffer
      try consume(bytes.span.extracting(range))
    }
    return total
  }

  /// Reads the whole body into memory.
  ///
  /// - Parameter limit: The most bytes it may have, 16 MiB by default.
  /// - Returns: The body.
  /// - Throws: As ``readBody(_:)``, and ``LoopbackError/Code/tooLarge``.
  public func readBody(atMost limit: Int = 16 << 20) throws(LoopbackError) -> [UInt8] {
    try answerExpectation()
    var body: [UInt8] = []
    while let range = try takeBody() {
      guard range.count <= limit - body.count else {
        throw LoopbackError(.tooLarge, "body of more than \(limit) bytes")
      }
      body += buffer[range]
    }
    return body
  }

  /// Sends a response, head and body in one write. `Content-Length` is added unless the headers have it or
  /// `Transfer-Encoding`, or the status has no body (1xx, 204, 304); `Connection: close` where the connection
  /// ends after this. The body is left out in answer to HEAD.
  ///
  /// To script a fault, give the headers that tell the lie, or ``write(_:)-([UInt8])`` the bytes.
  public func respond(
    _ status: Int, reason: String = "", headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) throws(LoopbackError) {
    var headers = headers
    if status >= 200 {
      exchange.answer(with: headers)
      if status != 204, status != 304, !headers.contains(anyOf: "content-length", "transfer-encoding") {
        headers.append(("Content-Length", "\(body.count)"))
      }
      if !exchange.keepsAlive, !headers.contains(anyOf: "connection") {
        headers.append(("Connection", "close"))
      }
    }
    let fields = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    try write(Array("HTTP/1.1 \(status) \(reason)\r\n\(fields)\r\n".utf8) + (exchange.isHead ? [] : body))
  }

  /// ``respond(_:reason:headers:body:)-(_,_,_,[UInt8])`` with a text's UTF-8 bytes.
  public func respond(
    _ status: Int, reason: String = "", headers: [(name: String, value: String)] = [], body: String
  ) throws(LoopbackError) {
    try respond(status, reason: reason, headers: headers, body: Array(body.utf8))
  }

  // MARK: Framing

  private func answerExpectation() throws(LoopbackError) {
    guard exchange.awaitsContinue else { return }
    exchange.awaitsContinue = false
    if sendsContinue { try respond(100, reason: "Continue") }
  }

  /// Takes the next piece of the body: its range in `buffer`. Nil at the body's end.
  private func takeBody() throws(LoopbackError) -> Range<Int>? {
    while true {
      switch exchange.framing {
      case .bytes(0):
        return nil
      case .bytes(let left):
        let range = try takeSome(of: left)
        exchange.framing = .bytes(left - Int64(range.count))
        return range
      case .chunk(0):
        guard try read(exactly: 2) == Array("\r\n".utf8) else {
          throw LoopbackError(.malformed, "chunk without its CRLF")
        }
        exchange.framing = .chunkSize
      case .chunk(let left):
        let range = try takeSome(of: left)
        exchange.framing = .chunk(left - Int64(range.count))
        return range
      case .chunkSize:
        guard let line = try readLine() else { throw LoopbackError(.peerClosed, "before a chunk") }
        let size = try parseChunkSize(line)
        exchange.framing = .chunk(size)
        if size == 0 {
          for line in try readFieldLines(limit: 64 << 10) { _ = try parseField(line) }
          exchange.framing = .bytes(0)
        }
      }
    }
  }

  private func takeSome(of left: Int64) throws(LoopbackError) -> Range<Int> {
    let range = try take(atMost: left)
    guard !range.isEmpty else { throw LoopbackError(.peerClosed, "\(left) bytes before the end of a body") }
    return range
  }

  /// Reads lines up to an empty one.
  private func readFieldLines(limit: Int) throws(LoopbackError) -> [String] {
    var lines: [String] = []
    var left = limit
    while true {
      guard let line = try readLine(limit: left) else { throw LoopbackError(.peerClosed, "within a head") }
      if line.isEmpty { return lines }
      lines.append(line)
      left -= line.utf8.count + 2
    }
  }

  /// Discards the rest of the body. False where the connection cannot serve another request.
  private func endExchange() throws -> Bool {
    guard exchange.keepsAlive, !exchange.awaitsContinue else { return false }
    var allowance: Int64 = 8 << 20
    if case .bytes(let left) = exchange.framing, left > allowance { return false }
    while let range = try takeBody() {
      allowance -= Int64(range.count)
      if allowance < 0 { return false }
    }
    return true
  }
}

extension [(name: String, value: String)] {
  fileprivate func contains(anyOf names: String...) -> Bool {
    contains { names.contains($0.name.lowercased()) }
  }
}
