#if AsyncHTTPClient
  internal import AsyncHTTPClient
  internal import HTTPTypes
  internal import NIOCore
  internal import NIOHTTP1
  internal import SluiceBody
  internal import SluiceTransport

  extension TaskExchange {
    /// Carries out the exchange with a client.
    ///
    /// The client reads the request's body in a task of its own. After a response with an error status, it stops, and
    /// otherwise, the exchange ends when the body has been sent, too.
    func carryOut(with client: HTTPClient) async throws {
      do {
        let response = try await client.execute(
          clientRequest(client.eventLoopGroup), deadline: .distantFuture)
        guard response.history.count <= 1 else { throw SessionError.followsRedirects }
        let version = response.version
        try didReceive(
          HTTPResponse(response),
          httpVersion: version.major > 1 ? "\(version.major)" : "\(version.major).\(version.minor)",
          networkProtocol: version.major > 1 ? "h2" : "http/\(version.major).\(version.minor)")
        for try await buffer in response.body {
          try await receive(buffer.readableBytes) { $0.write(buffer.readableBytesUInt8Span) }
        }
        if request.body != nil, response.status.code < 300 { await untilSent() }
      } catch {
        throw SessionError(ofClient: error)
      }
    }

    private func clientRequest(_ loops: any EventLoopGroup) async throws -> HTTPClientRequest {
      var fields = request.sentFields
      // The client does not wait for 100 (Continue).
      if request.asksForContinue { fields[.expect] = nil }
      var result = HTTPClientRequest(url: request.url.text)
      result.method = HTTPMethod(rawValue: request.method.rawValue)
      result.headers = HTTPHeaders(fields)
      if request.body == nil { return result }
      let body = SentBody(exchange: self, loops: loops)
      if request.byteCount == 0 {
        // The client does not read a body without bytes. It is an error if it has some.
        _ = try await body.makeAsyncIterator().next()
      } else {
        result.body = .stream(body, length: request.byteCount.map { .known($0) } ?? .unknown)
      }
      return result
    }
  }
#endif
