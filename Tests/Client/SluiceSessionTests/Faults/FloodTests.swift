import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Servers that send messages of the protocol as fast as they can, which libcurl reads without a callback.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct FloodTests {
  private static let pingAnswer = HTTP2Frame.bytes(6, flags: 1, [UInt8](repeating: 7, count: 8))
  private static let windowUpdate = HTTP2Frame.bytes(8, stream: 1, [0, 0, 0, 1])
  private static let emptyData = HTTP2Frame.bytes(0, stream: 1)

  @Test(
    arguments: [
      "answers to pings": pingAnswer, "window updates": windowUpdate, "data without bytes": emptyData,
    ] as NamedCases<[UInt8]>)
  func `limits of time bind whatever a server sends over HTTP 2`(frame: NamedCase<[UInt8]>) async throws {
    try await withRawServer { connection in
      // The rest of the preface has the client's settings.
      guard try connection.readLine()?.hasPrefix("PRI") == true else { return }
      try connection.write(HTTP2Frame.settings + HTTP2Frame.head)
      let flood = Array(repeatElement(frame.value, count: 10_000).joined())
      do { while true { try connection.write(flood) } } catch {}
    } configure: {
      $0.httpVersion = .http2PriorKnowledge
      $0.timeout = .seconds(1)
      $0.maximumConnectionsPerHost = 1
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      // Newer versions of nghttp2 refuse frames without bytes.
      let isRefused = error?.code == .invalidResponse && error?.message.contains("ENHANCE_YOUR_CALM") == true
      #expect(error?.code == .timedOut || error?.code == .connectionLost || isRefused)
    }
  }
}
