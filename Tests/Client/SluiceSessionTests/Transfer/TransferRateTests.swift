import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The limit of the rate of a transfer.
@Suite(.timeLimit(.minutes(5))) struct TransferRateTests {
  /// libcurl does not look at a connection while it waits for the rate. The source counts instead of a clock: these
  /// waits are for half a second's bytes each, where they would be for 16 KiB.
  @Test func `a slow upload notices soon that the connection has ended`() async throws {
    let read = Record<Int>()
    let steps =
      (1...1000).flatMap { number in [.run { read.append(number) }, .bytes(count: 1000)] }
      as [ScriptedSource.Step]
    try await withServer { _, connection in
      try connection.readBody(onlyUpTo: 1)
      connection.reset()
    } configure: {
      $0.maximumSendRate = 2000
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(ScriptedSource(steps), to: "", decoding: .bytes)
      }
      #expect(error?.code == .connectionLost)
    }
    #expect(read.all.count < 16, "\(read.all.count) KB")
  }
}
