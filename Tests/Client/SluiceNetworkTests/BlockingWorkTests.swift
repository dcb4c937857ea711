import Dispatch
import SluiceTestSupport
import Synchronization
import Testing

@testable import SluiceNetwork

/// Calls that block, as a name server that does not respond makes them.
@Suite(.timeLimit(.minutes(5))) struct BlockingWorkTests {
  @Test func `200 calls block at a time`() async throws {
    let (gate, begun) = (DispatchSemaphore(value: 0), Counter())
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try await blocking {
            begun.value.add(1, ordering: .relaxed)
            return gate.waitPatiently()
          }
        }
      }
      #expect(await eventually { begun.value.load(ordering: .relaxed) == 200 })
      for _ in 0..<200 { gate.signal() }
      for try await isSignaled in group { #expect(isSignaled) }
    }
  }

  private final class Counter: Sendable {
    let value = Atomic(0)
  }
}
