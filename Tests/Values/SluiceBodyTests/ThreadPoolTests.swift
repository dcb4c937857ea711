import Dispatch
import Glibc
import SluiceTestSupport
import Testing

@testable import SluiceBody

/// Threads for code that may block.
@Suite(.timeLimit(.minutes(5))) struct ThreadPoolTests {
  @Test func `jobs beyond the number of threads wait in their order`() async throws {
    let (pool, gate) = (ThreadPool(maximumThreadCount: 3), DispatchSemaphore(value: 0))
    let begun = Lock<[Int]>([])
    for number in 0..<9 {
      try pool.run {
        begun.withLock { $0.append(number) }
        _ = gate.waitPatiently()
      }
    }
    for count in [3, 4, 5, 6, 7, 8, 9, 9, 9, 9] {
      #expect(await eventually { begun.withLock { $0.count } == count })
      gate.signal()
    }
    #expect(begun.withLock { Array($0.dropFirst(3)) } == [3, 4, 5, 6, 7, 8])
  }

  /// `FifoTests` count the work.
  @Test func `20,000 waiting jobs run in their order`() async throws {
    let (pool, gate) = (ThreadPool(maximumThreadCount: 1), DispatchSemaphore(value: 0))
    let (begun, isDone) = (Lock<[Int]>([]), Signal())
    try pool.run { _ = gate.waitPatiently() }
    for number in 0..<20_000 { try pool.run { begun.withLock { $0.append(number) } } }
    try pool.run { isDone.fire() }
    gate.signal()
    await isDone.wait()
    #expect(begun.withLock { $0 } == Array(0..<20_000))
  }

  @Test func `an idle thread runs the next job`() async throws {
    let (pool, threads) = (ThreadPool(maximumThreadCount: 100), Lock<Set<UInt>>([]))
    for count in 1...50 {
      let isDone = Signal()
      try pool.run {
        threads.withLock { _ = $0.insert(UInt(pthread_self())) }
        isDone.fire()
      }
      await isDone.wait()
      #expect(threads.withLock { $0.count } <= count)
    }
    // A thread may still be about to become idle when the next job arrives.
    #expect(threads.withLock { $0.count } < 50)
  }

  @Test func `the thread that became idle last runs the next job`() async throws {
    let (pool, gates) = (ThreadPool(maximumThreadCount: 3), (0..<3).map { _ in DispatchSemaphore(value: 0) })
    let (begun, threads) = (Lock(0), Lock<[UInt]>([]))
    for gate in gates {
      try pool.run {
        begun.withLock { $0 += 1 }
        _ = gate.waitPatiently()
        threads.withLock { $0.append(UInt(pthread_self())) }
      }
    }
    #expect(await eventually { begun.withLock { $0 } == 3 })
    for (count, gate) in zip(1..., gates) {
      gate.signal()
      #expect(await eventually { pool.idleThreadCount == count })
    }
    let last = threads.withLock { $0.last }
    let next = Lock<UInt?>(nil)
    try pool.run { next.withLock { $0 = UInt(pthread_self()) } }
    #expect(await eventually { next.withLock { $0 } != nil })
    #expect(next.withLock { $0 } == last)
  }

  @Test func `a value is released on a thread of the pool, even if that blocks`() async throws {
    final class Blocking: Sendable {
      let gate: DispatchSemaphore
      let isReleased: Signal

      init(_ gate: DispatchSemaphore, _ isReleased: Signal) {
        (self.gate, self.isReleased) = (gate, isReleased)
      }

      deinit {
        _ = gate.waitPatiently()
        isReleased.fire()
      }
    }
    let (gate, isReleased) = (DispatchSemaphore(value: 0), Signal())
    do { _ = PooledValue(Blocking(gate, isReleased)) }
    gate.signal()
    await isReleased.wait()
    #expect(!Task.isCancelled)
  }
}
