import Foundation
import HTTPTypes
import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceFoundation

/// The indicator of network activity, with a clock that the tests move.
@Suite(.timeLimit(.minutes(5))) struct NetworkActivityTests {
  /// A clock that stands still until it is moved.
  private final class Clock: Sendable {
    private struct State {
      var now = Duration.zero
      var sleepers: [Int: (end: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
      var cancelled: Set<Int> = []
      var last = 0
    }

    private let state = Lock(State())

    /// The number of tasks that sleep.
    var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    func sleep(_ duration: Duration) async throws {
      let id = state.withLock { state in
        state.last += 1
        return state.last
      }
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let isCancelled = state.withLock { state in
            if state.cancelled.contains(id) { return true }
            state.sleepers[id] = (state.now + duration, continuation)
            return false
          }
          if isCancelled { continuation.resume(throwing: CancellationError()) }
        }
      } onCancel: {
        let sleeper = state.withLock { state in
          state.cancelled.insert(id)
          return state.sleepers.removeValue(forKey: id)
        }
        sleeper?.continuation.resume(throwing: CancellationError())
      }
    }

    func move(by duration: Duration) {
      let due = state.withLock { state in
        state.now += duration
        let due = state.sleepers.filter { $0.value.end <= state.now }
        for id in due.keys { state.sleepers[id] = nil }
        return due.values.map(\.continuation)
      }
      for continuation in due { continuation.resume() }
    }
  }

  private let clock = Clock()
  private let center = NotificationCenter()
  private let posts = CallCounter()

  private func activity() -> NetworkActivity {
    NetworkActivity(
      startDelay: .seconds(1), endDelay: .milliseconds(170), center: center, sleep: clock.sleep)
  }

  private let head = HTTPRequest(method: .get, scheme: "https", authority: "h", path: "/")

  /// Identifiers of transfers.
  private func transfers(_ count: Int) throws -> [TransferID] {
    let session = Session(.init(), transport: StubTransport([]))
    return try (0..<count).map { _ in
      session.transfer(try session.request(.get, "https://h/"), decoding: ResponseDecoder.bytes).id
    }
  }

  /// Waits until the timer of a phase sleeps, so that moving the clock ends it.
  private func untilSleeping(_ count: Int = 1) async {
    #expect(await eventually { clock.sleeperCount == count })
  }

  @Test func `it is active after a delay, and inactive after another`() async throws {
    let (activity, transfer) = (activity(), try transfers(1)[0])
    // Before Swift 6.3, Foundation finds no observer of an object that is not an `NSObject`.
    let token = center.addObserver(forName: NetworkActivity.didChange, object: nil, queue: nil) {
      [posts] notification in if notification.object as? NetworkActivity === activity { posts.add() }
    }
    var updates = activity.updates.makeAsyncIterator()
    #expect(await updates.next() == false)
    activity.didCreate(transfer, request: head)
    await untilSleeping()
    #expect(!activity.isActive && activity.runningCount == 1)
    clock.move(by: .milliseconds(999))
    #expect(clock.sleeperCount == 1)
    clock.move(by: .milliseconds(1))
    #expect(await updates.next() == true)
    #expect(activity.isActive)
    activity.didComplete(transfer, error: nil)
    await untilSleeping()
    #expect(activity.isActive && activity.runningCount == 0)
    clock.move(by: .milliseconds(170))
    #expect(await updates.next() == false)
    #expect(!activity.isActive)
    #expect(await eventually { posts.count == 2 })
    withExtendedLifetime(token) {}
  }

  @Test func `short transfers and short gaps do not show`() async throws {
    let (activity, all) = (activity(), try transfers(20))
    for transfer in all[..<10] {
      activity.didCreate(transfer, request: head)
      await untilSleeping()
      clock.move(by: .milliseconds(900))
      activity.didComplete(transfer, error: nil)
      await untilSleeping(0)
      clock.move(by: .milliseconds(100))
      #expect(!activity.isActive)
    }
    activity.didCreate(all[10], request: head)
    await untilSleeping()
    clock.move(by: .seconds(1))
    #expect(await eventually { activity.isActive })
    for (transfer, next) in zip(all[10...], all[11...]) {
      activity.didComplete(transfer, error: nil)
      await untilSleeping()
      clock.move(by: .milliseconds(169))
      activity.didCreate(next, request: head)
      await untilSleeping(0)
      clock.move(by: .seconds(10))
      #expect(activity.isActive)
    }
  }

  @Test func `transfers that overlap count as one activity`() async throws {
    let (activity, all) = (activity(), try transfers(3))
    activity.didCreate(all[0], request: head)
    await untilSleeping()
    clock.move(by: .milliseconds(600))
    activity.didCreate(all[1], request: head)
    activity.didComplete(all[0], error: nil)
    clock.move(by: .milliseconds(400))
    #expect(await eventually { activity.isActive })
    activity.didCreate(all[2], request: head)
    activity.didComplete(all[1], error: nil)
    #expect(activity.runningCount == 1 && clock.sleeperCount == 0)
  }

  @Test func `a suspended transfer does not count, and unknown ones have no effect`() async throws {
    let (activity, all) = (activity(), try transfers(2))
    activity.didResume(all[1])
    activity.didSuspend(all[1])
    activity.didComplete(all[1], error: nil)
    #expect(activity.runningCount == 0)
    activity.didCreate(all[0], request: head)
    activity.didSuspend(all[0])
    #expect(activity.runningCount == 0)
    activity.didResume(all[0])
    activity.didResume(all[0])
    #expect(activity.runningCount == 1)
    activity.didSuspend(all[0])
    activity.didComplete(all[0], error: CancellationError())
    activity.didResume(all[0])
    #expect(activity.runningCount == 0 && !activity.isActive)
  }

  @Test func `it counts the transfers of several sessions`() async throws {
    let activity = activity()
    let goOn = Event()
    var configuration = Session.Configuration(baseURL: "https://api.example.com/")
    configuration.monitors = [activity]
    let sessions = (0..<2).map { _ in
      Session(
        configuration,
        transport: StubTransport { _ in .body(ScriptedSource([.wait(goOn), .bytes(count: 1)])) })
    }
    let tasks = sessions.flatMap { session in
      (0..<3).map { _ in Task { try await session.get("a", decoding: ResponseDecoder.bytes) } }
    }
    #expect(await eventually { activity.runningCount == 6 })
    await untilSleeping()
    clock.move(by: .seconds(1))
    #expect(await eventually { activity.isActive })
    goOn.happen()
    for task in tasks { _ = try await task.value }
    #expect(activity.runningCount == 0)
    await untilSleeping()
    clock.move(by: .seconds(1))
    #expect(await eventually { !activity.isActive })
  }

  @Test func `its sequences end with it, and its timer does not keep it`() async throws {
    weak var released: NetworkActivity?
    var reader: Task<[Bool], Never>?
    do {
      let activity = activity()
      released = activity
      let updates = activity.updates
      reader = Task { await updates.reduce(into: []) { $0.append($1) } }
      activity.didCreate(try transfers(1)[0], request: head)
      await untilSleeping()
    }
    #expect(await eventually { released == nil })
    #expect(await reader?.value == [false])
    await untilSleeping(0)
  }
}
