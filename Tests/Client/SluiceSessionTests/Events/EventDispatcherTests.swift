import HTTPTypes
import SluiceClientTestSupport
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// Events that wait for slow monitors.
@Suite(.timeLimit(.minutes(5))) struct EventDispatcherTests {
  private struct Slow: EventMonitor {
    let gate = Gate()
    let told = Record<String>()

    func didCreate(_ transfer: TransferID, request: HTTPRequest) {
      told.append("\(transfer) created")
      try? gate.pass()
    }
    func didSuspend(_ transfer: TransferID) { told.append("\(transfer) suspended") }
    func didProgress(_ transfer: TransferID, _ progress: TransferProgress) {
      told.append("\(transfer) sent \(progress.sentBodyByteCount)")
    }
  }

  @Test func `only the latest waiting progress is delivered`() async throws {
    let monitor = Slow()
    let dispatcher = EventDispatcher([monitor])
    let (first, second) = (TransferID(number: 1), TransferID(number: 2))
    dispatcher.post(of: first) {
      $0.didCreate(first, request: HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil))
    }
    try await expectEventually { monitor.told.count == 1 }
    dispatcher.post(TransferProgress(sentBodyByteCount: 1), of: first)
    dispatcher.post(TransferProgress(sentBodyByteCount: 1), of: second)
    dispatcher.post(TransferProgress(sentBodyByteCount: 2), of: first)
    dispatcher.post(of: first) { $0.didSuspend(first) }
    dispatcher.post(TransferProgress(sentBodyByteCount: 2), of: second)
    dispatcher.post(TransferProgress(sentBodyByteCount: 3), of: first)
    dispatcher.post(TransferProgress(sentBodyByteCount: 4), of: first)
    monitor.gate.open()
    await dispatcher.flush()
    dispatcher.post(TransferProgress(sentBodyByteCount: 5), of: first)
    await dispatcher.flush()
    // Progress keeps its place among the other events of its transfer.
    #expect(
      monitor.told.all == [
        "1 created", "1 sent 2", "2 sent 2", "1 suspended", "1 sent 4", "1 sent 5",
      ])
  }
}
