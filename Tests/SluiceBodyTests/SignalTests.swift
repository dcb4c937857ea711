import SluiceBody
import SluiceTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SignalTests {
  @Test func `a signal that has fired is not waited for`() async {
    let signal = Signal()
    signal.fire()
    signal.fire()
    await signal.wait()
    await signal.wait()
  }

  @Test func `a waiting task goes on when the signal fires`() async {
    for _ in 0..<200 {
      let signal = Signal()
      async let waiting: Void = signal.wait()
      signal.fire()
      await waiting
    }
  }

  @Test func `a waiting task goes on when it is cancelled`() async {
    for _ in 0..<200 {
      let signal = Signal()
      let waiting = Task { await signal.wait() }
      waiting.cancel()
      await waiting.value
    }
  }
}
