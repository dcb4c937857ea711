import Dispatch
import SluiceTestSupport
import Testing

@testable import SluiceBody

/// Jobs that block.
@Suite(.timeLimit(.minutes(5))) struct BlockingExecutorTests {
  /// With 1,000 of them, 256 threads block, and the other jobs wait.
  @Test func `1,000 jobs that block run while a gate is open, 256 at a time`() async {
    let (executor, gate) = (BlockingExecutor(), DispatchSemaphore(value: 0))
    let (begun, ended) = (Lock(0), Lock(0))
    let count = 1000
    for _ in 0..<count {
      Task(executorPreference: executor) {
        begun.withLock { $0 += 1 }
        _ = gate.waitPatiently()
        ended.withLock { $0 += 1 }
      }
    }
    #expect(await eventually { begun.withLock { $0 } == 256 })
    for _ in 0..<count { gate.signal() }
    #expect(await eventually { ended.withLock { $0 } == count })
    #expect(begun.withLock { $0 } == count)
  }
}
