import SluiceBody
import SluiceTestSupport
import Testing

/// The signal that a task waits for.
@Suite(.timeLimit(.minutes(5))) struct SignalTests {
  @Test func `a wait for a signal that has fired returns at once`() async {
    let signal = Signal()
    signal.fire()
    signal.fire()
    await signal.wait()
    await signal.wait()
  }

  @Test func `a waiting task resumes when the signal fires`() async {
    for _ in 0..<200 {
      let signal = Signal()
      async let waiting: Void = signal.wait()
      signal.fire()
      await waiting
    }
  }

  @Test func `a waiting task resumes when it is cancelled`() async {
    for _ in 0..<200 {
      let signal = Signal()
      let waiting = Task { await signal.wait() }
      waiting.cancel()
      await waiting.value
    }
  }
}
