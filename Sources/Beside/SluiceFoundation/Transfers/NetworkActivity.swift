public import Foundation
public import HTTPTypes
internal import SluiceBody
public import SluiceSession

/// An indicator that shows whether transfers run, and does not flicker.
///
/// ```swift
/// let activity = NetworkActivity()
/// configuration.monitors.append(activity)
/// for await isActive in activity.updates { lamp.isOn = isActive }
/// ```
///
/// It is active only after transfers have run for a while, and becomes inactive a little after the last one:
///
/// ```
///  transfers   ──▄▄──────▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄──▄▄▄▄▄▄▄▄───────────
///  isActive    ────────────────▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄─────────
///                        ├ 1 s ┤                      ├ 0.17 s ┤
/// ```
///
/// One instance can monitor several sessions. Suspended transfers do not count. Each change is also posted as the
/// notification ``didChange``, whose object is the instance.
public final class NetworkActivity: EventMonitor {
  /// The name of the notification that ``isActive`` has changed.
  ///
  /// Observe it with no object: before Swift 6.3, Foundation on Linux finds no observer of an object in Swift.
  public static let didChange = Notification.Name("SluiceNetworkActivityDidChange")

  private enum Phase {
    case inactive
    /// Transfers run, but not for long enough.
    case starting
    case active
    /// No transfer runs, but not for long enough.
    case ending
  }

  private struct State {
    /// The transfers that have started, and whether each runs.
    var transfers: [TransferID: Bool] = [:]
    var runningCount = 0
    var phase = Phase.inactive
    /// Ends the phases `starting` and `ending`.
    var timer: Task<Void, Never>?
    /// The number of the timer.
    var lastTimer = 0
    var readers: [Int: AsyncStream<Bool>.Continuation] = [:]
    var lastReader = 0
    /// The changes that have not been posted.
    var unpostedCount = 0
    var isPosting = false

    var isActive: Bool {
      switch phase {
      case .inactive, .starting: false
      case .active, .ending: true
      }
    }

    mutating func set(_ transfer: TransferID, isRunning: Bool?) {
      if transfers[transfer] == true { runningCount -= 1 }
      if isRunning == true { runningCount += 1 }
      transfers[transfer] = isRunning
    }
  }

  private let startDelay: Duration
  private let endDelay: Duration
  private let center: NotificationCenter
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Lock(State())

  /// Creates an indicator.
  ///
  /// - Parameters:
  ///   - startDelay: The time that transfers must have run before it becomes active. Defaults to 1 s.
  ///   - endDelay: The time without transfers before it becomes inactive. Defaults to 170 ms.
  ///   - center: The center that changes are posted to. Defaults to the process's.
  public convenience init(
    startDelay: Duration = .seconds(1), endDelay: Duration = .milliseconds(170),
    center: NotificationCenter = .default
  ) {
    self.init(startDelay: startDelay, endDelay: endDelay, center: center) { try await Task.sleep(for: $0) }
  }

  /// - Parameter sleep: Waits for a duration.
  init(
    startDelay: Duration, endDelay: Duration, center: NotificationCenter,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    (self.startDelay, self.endDelay, self.center, self.sleep) = (startDelay, endDelay, center, sleep)
  }

  deinit {
    state.withLock { state in
      state.timer?.cancel()
      for reader in state.readers.values { reader.finish() }
    }
  }

  /// A Boolean value that indicates whether transfers run, or have run a moment ago.
  public var isActive: Bool { state.withLock { $0.isActive } }

  /// The number of transfers that run, without any delay.
  public var runningCount: Int { state.withLock { $0.runningCount } }

  /// The current value of ``isActive``, and then each change. The sequence ends when the instance is released.
  ///
  /// Each access returns a new sequence for a single reader. A slow reader gets the newest value.
  public var updates: AsyncStream<Bool> {
    let (stream, reader) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { state in
      reader.yield(state.isActive)
      state.lastReader += 1
      let id = state.lastReader
      state.readers[id] = reader
      reader.onTermination = { [weak self] reason in
        if case .cancelled = reason { self?.state.withLock { _ = $0.readers.removeValue(forKey: id) } }
      }
    }
    return stream
  }

  // MARK: Events

  /// Counts a transfer.
  public func didCreate(_ transfer: TransferID, request: HTTPRequest) {
    change { $0.set(transfer, isRunning: true) }
  }

  /// Ceases to count a transfer that is suspended.
  public func didSuspend(_ transfer: TransferID) {
    change { if $0.transfers[transfer] != nil { $0.set(transfer, isRunning: false) } }
  }

  /// Counts a transfer that runs again.
  public func didResume(_ transfer: TransferID) {
    change { if $0.transfers[transfer] != nil { $0.set(transfer, isRunning: true) } }
  }

  /// Ceases to count a transfer that has ended.
  public func didComplete(_ transfer: TransferID, error: (any Error)?) {
    change { $0.set(transfer, isRunning: nil) }
  }

  // MARK: Phases

  /// Applies a change to the transfers, and then starts the phase that results from it.
  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      let isRunning = state.runningCount > 0
      switch state.phase {
      case .inactive: if isRunning { start(.starting, for: startDelay, &state) }
      case .starting: if !isRunning { start(.inactive, &state) }
      case .active: if !isRunning { start(.ending, for: endDelay, &state) }
      case .ending: if isRunning { start(.active, &state) }
      }
    }
  }

  /// Starts a phase, and a timer if it ends by itself.
  private func start(_ phase: Phase, for delay: Duration? = nil, _ state: inout State) {
    state.phase = phase
    state.timer?.cancel()
    state.lastTimer += 1
    state.timer = delay.map { delay in
      Task { [weak self, sleep, number = state.lastTimer] in
        do { try await sleep(delay) } catch { return }
        self?.endPhase(number)
      }
    }
  }

  private func endPhase(_ timer: Int) {
    state.withLock { state in
      guard state.lastTimer == timer else { return }
      switch state.phase {
      case .starting: start(.active, &state)
      case .ending: start(.inactive, &state)
      case .inactive, .active: return
      }
      for reader in state.readers.values { reader.yield(state.isActive) }
      state.unpostedCount += 1
    }
    post()
  }

  /// Posts the changes, one at a time.
  private func post() {
    while true {
      let mustPost = state.withLock { state in
        guard !state.isPosting, state.unpostedCount > 0 else { return false }
        state.isPosting = true
        state.unpostedCount -= 1
        return true
      }
      guard mustPost else { return }
      center.post(name: Self.didChange, object: self)
      state.withLock { $0.isPosting = false }
    }
  }
}
