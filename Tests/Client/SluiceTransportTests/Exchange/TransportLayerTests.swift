import HTTPTypes
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// A transport can be put around another one, as a cache would be, without a change in the session.
@Suite(.timeLimit(.minutes(5))) struct TransportLayerTests {
  /// Keeps the responses to GET, and responds to the same requests from memory.
  private final class RememberingTransport: Transport, ExchangeControl {
    private struct Remembered {
      let head: ReceivedHead
      let body: [UInt8]
    }

    private let inner: any Transport
    private let remembered = Lock<[String: Remembered]>([:])

    init(around inner: any Transport) { self.inner = inner }

    func start(_ request: ExchangeRequest, response: ResponseChannel) throws(SessionError)
      -> StartedExchange
    {
      guard request.method == .get else { return try inner.start(request, response: response) }
      let url = request.url.text
      if let known = remembered.withLock({ $0[url] }) {
        request.observer.observe(.didReceive(known.head.response))
        response.deliver(head: .success(known.head))
        _ = response.pipe.write(known.body.span)
        request.observer.observe(.didEnd(.zero, error: nil))
        response.pipe.finish()
        return StartedExchange(0, of: self)
      }
      let channel = ResponseChannel()
      let exchange = try inner.start(request, response: channel)
      Task {
        do {
          let head = try await channel.head()
          let body = try await channel.pipe.collect(upTo: 1 << 20, expecting: nil) ?? []
          remembered.withLock { $0[url] = Remembered(head: head, body: body) }
          response.deliver(head: .success(head))
          _ = response.pipe.write(body.span)
          response.pipe.finish()
        } catch {
          response.deliver(head: .failure(error))
          response.pipe.finish(throwing: error)
        }
      }
      return exchange
    }

    func check(_ url: RequestURL) throws(SessionError) { try inner.check(url) }
    // The responses that it remembers are complete at once.
    func cancel(_ id: Int) {}
    func setSuspended(_ id: Int, _ isSuspended: Bool) {}
    func setPriority(_ id: Int, _ priority: TransportSettings.Priority) {}
    func requestStop() { inner.requestStop() }
    func stop() { inner.stop() }
  }

  @Test func `a transport around libcurl responds to the second request itself`() async throws {
    let requests = Lock<[String]>([])
    try await withServer { request, connection in
      requests.withLock { $0.append("\(request.method) \(request.target)") }
      try connection.respond(200, body: "for \(request.target)")
    } test: { _, server in
      let configuration = Session.Configuration.test(baseURL: server.url)
      let session = Session(
        configuration, transport: RememberingTransport(around: LoopGroup(configuration.transportSettings())))
      for _ in 1...2 {
        for path in ["/a", "/b"] {
          #expect(try await session.get(.init(path), decoding: .text()) == "for \(path)")
        }
        try await session.delete("/a")
      }
      await session.invalidate()
    }
    #expect(requests.withLock { $0 } == ["GET /a", "GET /b", "DELETE /a", "DELETE /a"])
  }
}
