import SluiceBody
import SluiceTestSupport
import Testing

/// The signal that tasks wait for.
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

  @Test func `all waiting tasks resume when the signal fires`() async {
    for _ in 0..<200 {
      let signal = Signal()
      await withTaskGroup { group in
        for _ in 0..<8 { group.addTask { await signal.wait() } }
        group.addTask { signal.fire() }
      }
    }
  }

  @Test func `a task that is cancelled resumes alone`() async {
    for _ in 0..<200 {
      let (signal, hasFired) = (Signal(), Event())
      let waiting = { @Sendable in
        await signal.wait()
        #expect(hasFired.hasHappened || Task.isCancelled)
      }
      let early = Task { await waiting() }
      let cancelled = Task { await waiting() }
      cancelled.cancel()
      await cancelled.value
      let late = Task { await waiting() }
      _ = await Task { await Task.yield() }.value
      hasFired.happen()
      signal.fire()
      await early.value
      await late.value
    }
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `each task resumes once, whatever fires and is cancelled at the same time`(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let signal = Signal()
      let resumed = Lock(0)
      let tasks = (0..<16).map { _ in
        Task {
          await signal.wait()
          resumed.withLock { $0 += 1 }
        }
      }
      let cancelled = tasks.filter { _ in Bool.random(using: &generator) }
      await withTaskGroup { group in
        for task in cancelled { group.addTask { task.cancel() } }
        group.addTask { signal.fire() }
        for task in tasks { group.addTask { await task.value } }
      }
      #expect(resumed.withLock { $0 } == 16)
    }
  }
}
