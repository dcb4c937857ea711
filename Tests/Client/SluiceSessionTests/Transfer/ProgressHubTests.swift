import Dispatch
import SluiceBody
import SluiceClientTestSupport
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// The readers of the progress, step by step and against a model.
@Suite(.timeLimit(.minutes(5))) struct ProgressHubTests {
  /// The part of the progress that these tests follow.
  private struct Count: Hashable {
    var attempt = 1
    var sent: Int64 = 0

    init() {}

    init(_ progress: TransferProgress) {
      (attempt, sent) = (progress.attempt, progress.sentBodyByteCount)
    }
  }

  private func sent(_ count: Int64) -> TransferProgress { TransferProgress(sentBodyByteCount: count) }

  /// The counts that a batch adds up.
  private func byteCounts(_ progress: TransferProgress) -> (Int64, Int64?) {
    (progress.transferredByteCount, progress.totalByteCount)
  }

  /// Returns a reader that records what it is called with.
  private func recorder() -> (ProgressHub.Reader, Record<TransferProgress>) {
    let updates = Record<TransferProgress>()
    return (.function { updates.append($0) }, updates)
  }

  // MARK: Steps

  @Test func `a sequence begins with the current progress, whenever it joins`() async {
    let hub = ProgressHub(isDownload: false)
    var early = hub.updates().makeAsyncIterator()
    #expect(await early.next() == .zero)
    let exchange = hub.beginExchange(sending: nil)
    hub.update(sent(10), of: exchange) { _ in }
    var late = hub.updates().makeAsyncIterator()
    #expect(await late.next()?.sentBodyByteCount == 10)
    hub.update(sent(20), of: exchange) { _ in }
    for count in [30, 40] { hub.update(sent(Int64(count)), of: exchange) { _ in } }
    #expect(await early.next()?.sentBodyByteCount == 40, "a slow reader gets the newest one")
    #expect(await late.next()?.sentBodyByteCount == 40)
    hub.end()
    var last = hub.updates().makeAsyncIterator()
    #expect(await last.next()?.sentBodyByteCount == 40)
    for _ in 0..<2 {
      #expect(await early.next() == nil)
      #expect(await late.next() == nil)
      #expect(await last.next() == nil)
    }
  }

  @Test func `after the end, the progress stays, and only monitors observe the exchange`() {
    let hub = ProgressHub(isDownload: false)
    let (reader, updates) = recorder()
    hub.add(reader)
    let exchange = hub.beginExchange(sending: nil)
    hub.update(sent(10), of: exchange) { _ in }
    hub.end()
    let late = recorder()
    hub.add(late.0)
    let observed = Record<Int64>()
    hub.update(sent(20), of: exchange) { observed.append($0.progress.sentBodyByteCount) }
    hub.report()
    hub.end()
    #expect(hub.progress.sentBodyByteCount == 10)
    #expect(updates.all.map(\.sentBodyByteCount) == [10] && late.1.count == 0)
    #expect(observed.all == [20])
    hub.ignoreExchanges()
    hub.update(sent(30), of: exchange) { observed.append($0.progress.sentBodyByteCount) }
    #expect(observed.all == [20])
  }

  @Test func `a download is reported from its file on`() {
    let hub = ProgressHub(isDownload: true)
    let (reader, updates) = recorder()
    hub.add(reader)
    let observed = Record<Int64>()
    let received = { (count: Int64, exchange: Int) in
      let progress = TransferProgress(requestBodyByteCount: 0, receivedBodyByteCount: count)
      hub.update(progress, of: exchange) { observed.append($0.progress.receivedBodyByteCount) }
    }
    let redirect = hub.beginExchange(sending: nil)
    received(7, redirect)
    let exchange = hub.beginExchange(sending: nil)
    received(3, exchange)
    received(9, redirect)
    hub.report { $0.beginFile(after: 100, of: nil, at: .now) }
    received(5, exchange)
    #expect(hub.byteCounts == byteCounts(hub.progress) && hub.byteCounts.transferred == 105)
    #expect(updates.all.map(\.receivedBodyByteCount) == [103, 105])
    #expect(observed.all == [0, 0, 105])
    // The next attempt has no file yet.
    _ = hub.beginExchange(sending: nil)
    #expect(hub.progress.receivedBodyByteCount == 105 && hub.progress.attempt == 2)
  }

  @Test func `a call delivers what its throttle admits, and the last update, to a slow observer`() async {
    let hub = ProgressHub(isDownload: false)
    let updates = Record<TransferProgress>()
    let delivery = hub.deliver(to: { updates.append($0) })
    let exchange = hub.beginExchange(sending: nil)
    var (throttle, admitted) = (ProgressThrottle(), [Int64]())
    let start = MonotonicInstant.now
    for step in 0...1000 where throttle.admits(at: start + .milliseconds(step), atOnce: step == 1000) {
      admitted.append(Int64(step))
      hub.update(sent(Int64(step)), of: exchange) { _ in }
    }
    hub.end()
    await delivery.value
    let counts = updates.all.map(\.sentBodyByteCount)
    #expect(admitted == (0...20).map { $0 * 50 })
    #expect(counts == counts.sorted() && Set(counts).isSubset(of: admitted) && counts.last == 1000)
  }

  // MARK: The handle

  @Test func `a reader that ends finds the final state`() async {
    let control = TransferControl()
    _ = control.start()
    let (updates, reader) = AsyncStream.makeStream(of: TransferProgress.self)
    control.hub.add(.sequence(reader))
    let (found, hasRead) = (Lock<TransferState?>(nil), DispatchSemaphore(value: 0))
    reader.onTermination = { _ in
      DispatchQueue.global().async {
        let state = control.current
        found.withLock { $0 = state }
        hasRead.signal()
      }
      // Gives the other thread the time to find an earlier state. It has none if it must wait for the final one.
      _ = hasRead.wait(timeout: .now() + .milliseconds(50))
    }
    control.end(.cancelled)
    for await _ in updates {}
    #expect(await eventually { found.withLock { $0 } != nil })
    #expect(found.withLock { $0 } == .cancelled)
  }

  @Test func `a sequence of a transfer that never starts ends with its handle`() async {
    var control: TransferControl? = TransferControl()
    let updates = control?.hub.updates()
    control = nil
    var count = 0
    if let updates { for await _ in updates { count += 1 } }
    #expect(count == 1)
  }

  // MARK: The model

  private enum Step: CaseIterable {
    case begin, update, stale, report, restart, join, add, read, drop, end
  }

  /// A sequence, and the progress that it returns next.
  private struct Sequence {
    var iterator: AsyncStream<TransferProgress>.Iterator
    var pending: Count?
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `readers get what the model reports, and end once`(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let hub = ProgressHub(isDownload: false)
    var (exchange, attempts, count, last) = (0, 0, Count(), Count?.none)
    var sequences: [Sequence] = []
    var recorders: [(updates: Record<TransferProgress>, expected: [Count])] = []
    func report() {
      guard last == nil else { return }
      for index in sequences.indices { sequences[index].pending = count }
      for index in recorders.indices { recorders[index].expected.append(count) }
    }
    func restart() {
      attempts += 1
      (count.attempt, count.sent) = (attempts, 0)
    }
    for _ in 0..<60 {
      let steps: [Step] =
        Int.random(in: 0..<8, using: &generator) == 0 ? Step.allCases : Step.allCases.dropLast()
      let number = Int64.random(in: 0..<100, using: &generator)
      switch steps.randomElement(using: &generator) ?? .read {
      case .begin:
        exchange += 1
        restart()
        #expect(hub.beginExchange(sending: nil) == exchange)
      case .update where exchange > 0:
        count.sent = max(count.sent, number)
        report()
        hub.update(sent(number), of: exchange) { #expect(Count($0.progress) == count) }
      case .stale, .update:
        hub.update(sent(number), of: exchange - 1) { _ in Issue.record("an exchange that was replaced") }
      case .report:
        report()
        hub.report()
      case .restart where exchange > 0:
        restart()
        hub.change(of: exchange) { $0.restart() }
      case .restart: hub.change(of: 1) { _ in Issue.record("an exchange that has not begun") }
      case .join:
        sequences.append(Sequence(iterator: hub.updates().makeAsyncIterator(), pending: last ?? count))
      case .add:
        let (reader, updates) = recorder()
        hub.add(reader)
        recorders.append((updates, []))
      case .read:
        for index in sequences.indices where sequences[index].pending != nil || last != nil {
          #expect(await sequences[index].iterator.next().map { Count($0) } == sequences[index].pending)
          sequences[index].pending = nil
        }
      case .drop: if !sequences.isEmpty { sequences.removeLast() }
      case .end:
        last = last ?? count
        hub.end()
      }
      #expect(Count(hub.progress) == last ?? count)
      #expect(hub.byteCounts == byteCounts(hub.progress))
      for (updates, expected) in recorders { #expect(updates.all.map { Count($0) } == expected) }
    }
  }
}
