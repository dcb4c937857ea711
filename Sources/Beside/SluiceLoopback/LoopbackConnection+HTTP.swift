public import HTTPTypes
internal import SluiceCoding
internal import SluiceErrors

extension LoopbackConnection {
  /// Serves requests until the peer closes the connection, a request or a response has `Connection: close`, or
  /// `respond` throws.
  ///
  /// If `respond` leaves up to 8 MiB of a body unread, the rest is discarded. If it leaves more, the connection is
  /// closed.
  ///
  /// - Parameter respond: Handles a request, whose head has been read, and sends a response.
  /// - Throws: The errors of `respond` and of ``readHead()``; ``LoopbackError`` while the rest of a body is discarded.
  public func serveRequests(_ respond: (LoopbackRequest, LoopbackConnection) throws -> Void) throws {
    while let request = try readHead() {
      try respond(request, self)
      guard try endExchange() else { return }
    }
  }

  /// Reads the head of the next request, or returns `nil` if the peer closed the connection.
  ///
  /// - Throws: ``ErrorCode/malformed``; ``ErrorCode/tooLarge`` for a head of more than 64 KiB;
  ///   ``ErrorCode/peerClosed`` if the peer closes the connection within the head.
  public func readHead() throws(LoopbackError) -> LoopbackRequest? {
    let limit = 64 << 10
    guard let requestLine = try readLine(upTo: limit) else { return nil }
    let fieldLines = try readFieldLines(upTo: limit - requestLine.utf8.count - 2)
    let request = try LoopbackRequest(requestLine: requestLine, fieldLines: fieldLines)
    exchange = LoopbackExchange(request)
    return request
  }

  /// Reads the rest of the body of the current request, piece by piece in a reused buffer.
  ///
  /// If the request has `Expect: 100-continue`, a `100 Continue` response is sent first (see ``sendsContinue``).
  /// Trailers are validated and dropped.
  ///
  /// - Parameter consume: Receives pieces of up to 128 KiB. It may write to the connection, but must not read from it.
  /// - Returns: The number of bytes that were read.
  /// - Throws: The error of `consume`, after which the rest of the body can still be read;
  ///   ``ErrorCode/malformed`` for invalid chunks; ``ErrorCode/peerClosed`` if the stream ends within
  ///   the body.
  @discardableResult
  public func readBody(_ consume: (borrowing Span<UInt8>) throws -> Void) throws -> Int64 {
    try sendContinueIfAwaited()
    var total: Int64 = 0
    while let range = try readBodyRange() {
      total += Int64(range.count)
      // Only the reference is copied. It keeps these bytes alive if `consume` reads nevertheless.
      let bytes = buffer
      try consume(bytes.span.extracting(range))
    }
    return total
  }

  /// Reads the rest of the body of the current request into memory.
  ///
  /// - Parameter limit: The maximum number of bytes. Defaults to 16 MiB.
  /// - Returns: The body.
  /// - Throws: ``ErrorCode/tooLarge`` for a larger body; the ``LoopbackError`` of ``readBody(_:)``.
  public func readBody(upTo limit: Int = 16 << 20) throws(LoopbackError) -> [UInt8] {
    try sendContinueIfAwaited()
    var body: [UInt8] = []
    while let range = try readBodyRange() {
      guard range.count <= limit - body.count else {
        throw LoopbackError(.tooLarge, "body of more than \(limit) bytes")
      }
      body += buffer[range]
    }
    return body
  }

  /// Sends a response, with head and body in one write.
  ///
  /// `Content-Length` is added unless the fields contain it or `Transfer-Encoding`, or the status has no body (1xx, 204
  /// and 304). `Connection: close` is added if the connection is closed after this response. In a response to HEAD, the
  /// body is left out.
  ///
  /// To simulate a fault, pass incorrect fields, or send arbitrary bytes with ``write(_:)-([UInt8])``.
  ///
  /// - Parameters:
  ///   - status: The status, such as `.notFound` or `404`.
  ///   - fields: The fields, in order. Empty by default.
  ///   - body: The body. Empty by default.
  /// - Throws: ``ErrorCode/peerClosed``; ``ErrorCode/system``.
  public func respond(
    _ status: HTTPResponse.Status, fields: HTTPFields = [:], body: [UInt8] = []
  ) throws(LoopbackError) {
    try respond(
      status.code, reason: status.reasonPhrase, headers: fields.map { ($0.name.rawName, $0.value) },
      body: body)
  }

  /// Sends a response with a text as the body, in UTF-8.
  ///
  /// See ``respond(_:fields:body:)-(_,_,[UInt8])``.
  public func respond(
    _ status: HTTPResponse.Status, fields: HTTPFields = [:], body: String
  ) throws(LoopbackError) {
    try respond(status, fields: fields, body: Array(body.utf8))
  }

  /// Sends a response with any fields, also those that `HTTPFields` cannot have.
  package func respond(
    _ status: Int, reason: String = "", headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) throws(LoopbackError) {
    var headers = headers
    if status >= 200 {
      exchange.didRespond(with: headers)
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

  /// Sends a response with any fields and a text as the body, in UTF-8.
  package func respond(
    _ status: Int, reason: String = "", headers: [(name: String, value: String)] = [], body: String
  ) throws(LoopbackError) {
    try respond(status, reason: reason, headers: headers, body: Array(body.utf8))
  }

  // MARK: Framing

  private func sendContinueIfAwaited() throws(LoopbackError) {
    guard exchange.awaitsContinue else { return }
    exchange.awaitsContinue = false
    if sendsContinue { try respond(100, reason: "Continue") }
  }

  /// Reads the next piece of the body and returns its range in `buffer`, or `nil` at the end of the body.
  private func readBodyRange() throws(LoopbackError) -> Range<Int>? {
    while true {
      switch exchange.framing {
      case .bytes(0):
        return nil
      case .bytes(let left):
        let range = try readRange(of: left)
        exchange.framing = .bytes(left - Int64(range.count))
        return range
      case .chunk(0):
        guard try read(exactly: 2) == Array("\r\n".utf8) else {
          throw LoopbackError(.malformed, "chunk without its CRLF")
        }
        exchange.framing = .chunkSize
      case .chunk(let left):
        let range = try readRange(of: left)
        exchange.framing = .chunk(left - Int64(range.count))
        return range
      case .chunkSize:
        guard let line = try readLine() else { throw LoopbackError(.peerClosed, "before a chunk") }
        let size = try parseChunkSize(line)
        exchange.framing = .chunk(size)
        if size == 0 {
          for line in try readFieldLines(upTo: 64 << 10) { _ = try parseField(line) }
          exchange.framing = .bytes(0)
        }
      }
    }
  }

  private func readRange(of left: Int64) throws(LoopbackError) -> Range<Int> {
    let range = try readRange(upTo: left)
    guard !range.isEmpty else { throw LoopbackError(.peerClosed, "\(left) bytes before the end of a body") }
    return range
  }

  /// Reads lines up to an empty line.
  ///
  /// - Parameter limit: The maximum number of bytes of all lines.
  private func readFieldLines(upTo limit: Int) throws(LoopbackError) -> [String] {
    var lines: [String] = []
    var left = limit
    while true {
      guard let line = try readLine(upTo: left) else { throw LoopbackError(.peerClosed, "within a head") }
      if line.isEmpty { return lines }
      lines.append(line)
      left -= line.utf8.count + 2
    }
  }

  /// Discards the rest of the body and returns whether the connection can serve another request.
  private func endExchange() throws -> Bool {
    guard exchange.keepsAlive, !exchange.awaitsContinue else { return false }
    var allowance: Int64 = 8 << 20
    if case .bytes(let left) = exchange.framing, left > allowance { return false }
    while let range = try readBodyRange() {
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
