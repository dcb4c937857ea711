import SluiceBody
import Testing

@testable import SluiceSession
@testable import SluiceTransfers
@testable import SluiceTransport

/// The progress that is made of the counts of exchanges, at given times.
extension ProgressMeter {
  /// Updates the counts, and returns the progress then.
  fileprivate mutating func taking(_ new: TransferProgress, at time: MonotonicInstant)
    -> TransferProgress
  {
    update(new, at: time)
    return progress
  }
}

@Suite(.timeLimit(.minutes(5))) struct ProgressMeterTests {
  private let start = MonotonicInstant.now

  private func sent(_ count: Int64, of total: Int64? = nil) -> TransferProgress {
    TransferProgress(sentBodyByteCount: count, requestBodyByteCount: total)
  }

  private func received(_ count: Int64, of total: Int64? = nil) -> TransferProgress {
    TransferProgress(
      requestBodyByteCount: 0, receivedBodyByteCount: count, responseBodyByteCount: total,
      decodedByteCount: count)
  }

  /// Returns a meter in its first attempt.
  private func meter(isDownload: Bool = false) -> ProgressMeter {
    var meter = ProgressMeter(isDownload: isDownload)
    meter.begin()
    return meter
  }

  // MARK: Counts

  @Test func `counts never decrease within an attempt`() {
    var meter = meter()
    let counts: [(sent: Int64, received: Int64, decoded: Int64)] = [
      (5, 0, 0), (10, 7, 3), (9, 6, 9), (10, 8, 1),
    ]
    let all = counts.map { sent, received, decoded in
      meter.taking(
        TransferProgress(
          sentBodyByteCount: sent, receivedBodyByteCount: received, decodedByteCount: decoded), at: start)
    }
    #expect(all.map(\.sentBodyByteCount) == [5, 10, 10, 10])
    #expect(all.map(\.receivedBodyByteCount) == [0, 7, 7, 8])
    #expect(all.map(\.decodedByteCount) == [0, 3, 9, 9])
    #expect(all.allSatisfy { $0.attempt == 1 })
  }

  /// A server may claim any offset and size.
  @Test func `counts do not overflow`() {
    var upload = meter()
    upload.beginBody(after: .max, of: nil)
    #expect(upload.taking(sent(10), at: start).sentBodyByteCount == .max)
    var download = meter(isDownload: true)
    download.beginFile(after: .max, of: nil, at: start)
    let progress = download.taking(received(10, of: .max), at: start)
    #expect(progress.receivedBodyByteCount == .max && progress.decodedByteCount == .max)
    let slow = TransferProgress(requestBodyByteCount: 0, responseBodyByteCount: .max, rate: 1)
    #expect(slow.timeLeft ?? .zero > .seconds(1 << 62) && slow.fractionCompleted == 0)
    var batch = BatchProgress()
    for _ in 0..<2 { batch.add(.max) }
    #expect(batch.transferredByteCount == .max)
  }

  @Test func `a new attempt has a new number and starts from 0`() {
    var meter = meter()
    #expect(meter.taking(sent(10, of: 20), at: start).attempt == 1)
    meter.begin()
    let second = meter.taking(sent(3, of: 20), at: start)
    #expect(second.attempt == 2 && second.sentBodyByteCount == 3)
    meter.begin()
    meter.begin()
    #expect(meter.taking(sent(0), at: start).attempt == 4)
  }

  @Test func `the times of sending never decrease within an attempt`() {
    var meter = meter()
    let times: [(source: Int?, network: Int?)] = [(nil, nil), (3, nil), (2, 1), (4, 5), (nil, 4)]
    let all = times.map { source, network in
      meter.taking(
        TransferProgress(
          sourceTime: source.map { .seconds($0) }, networkTime: network.map { .seconds($0) }), at: start)
    }
    #expect(all.map(\.sourceTime) == [nil, .seconds(3), .seconds(3), .seconds(4), .seconds(4)])
    #expect(all.map(\.networkTime) == [nil, nil, .seconds(1), .seconds(5), .seconds(5)])
    meter.begin()
    let second = meter.taking(sent(0), at: start)
    #expect(second.sourceTime == nil && second.networkTime == nil)
  }

  @Test func `a download counts the bytes of its file only`() {
    var meter = meter(isDownload: true)
    #expect(meter.awaitsFile)
    let refused = meter.taking(received(300, of: 500), at: start)
    #expect(refused.receivedBodyByteCount == 0 && refused.decodedByteCount == 0)
    #expect(refused.totalByteCount == nil && refused.fractionCompleted == nil)

    meter.begin()
    #expect(meter.taking(received(300, of: 1500), at: start).receivedBodyByteCount == 0)
    meter.beginFile(after: 500, of: 2000, at: start)
    #expect(!meter.awaitsFile)
    let resumed = meter.progress
    #expect(resumed.receivedBodyByteCount == 800 && resumed.decodedByteCount == 800)
    #expect(resumed.resumedByteCount == 500 && resumed.responseBodyByteCount == 2000)
    #expect(resumed.fractionCompleted == 0.4)
    #expect(meter.taking(received(600, of: 1500), at: start).receivedBodyByteCount == 1100)

    // A retry that starts over.
    meter.begin()
    #expect(meter.awaitsFile)
    #expect(meter.progress.receivedBodyByteCount == 0)
    #expect(meter.progressOfFile.receivedBodyByteCount == 1100 && meter.progressOfFile.attempt == 2)
    meter.beginFile(after: 0, of: nil, at: start)
    let whole = meter.taking(received(200, of: 1000), at: start)
    #expect(whole.attempt == 3 && whole.receivedBodyByteCount == 200 && whole.resumedByteCount == 0)
    #expect(whole.responseBodyByteCount == 1000)
    #expect(meter.progressOfFile.receivedBodyByteCount == 200)

    // An earlier download had left the complete file. The body of the 416 is not part of it.
    meter.begin()
    meter.beginFile(after: 2000, of: 2000, at: start)
    let complete = meter.taking(received(50, of: 50), at: start)
    #expect(complete.receivedBodyByteCount == 2000 && complete.fractionCompleted == 1)
  }

  // MARK: The fraction

  @Test func `the fraction is that of the request's body, or of the response's if there is none`() {
    var progress = TransferProgress(sentBodyByteCount: 25, requestBodyByteCount: 100)
    #expect(progress.transferredByteCount == 25 && progress.totalByteCount == 100)
    #expect(progress.fractionCompleted == 0.25)
    progress.sentBodyByteCount = 100
    progress.receivedBodyByteCount = 1
    progress.responseBodyByteCount = 50
    #expect(progress.fractionCompleted == 1, "it does not restart with the response")
    progress.requestBodyByteCount = 0
    #expect(progress.transferredByteCount == 1 && progress.fractionCompleted == 0.02)
    progress.requestBodyByteCount = nil
    #expect(progress.transferredByteCount == 100 && progress.fractionCompleted == nil)
    progress.isDownload = true
    #expect(progress.transferredByteCount == 1 && progress.totalByteCount == 50)
    progress.responseBodyByteCount = 0
    #expect(progress.fractionCompleted == 1, "an empty body is complete")
    #expect(sent(20, of: 10).fractionCompleted == 1, "more than declared")
  }

  // MARK: The rate

  /// Returns the progress of each report: a number of bytes, and the seconds since the start.
  private func rates(
    of reports: [(count: Int64, seconds: Double)], _ meter: inout ProgressMeter, total: Int64? = nil
  ) -> [TransferProgress] {
    reports.map { meter.taking(sent($0.count, of: total), at: start + .seconds($0.seconds)) }
  }

  @Test func `a steady rate is exact, and unknown for 100 ms`() throws {
    var meter = meter()
    let reports = (0...200).map { (Int64($0) * 50_000, Double($0) * 0.05) }
    let rates = rates(of: reports, &meter).map(\.rate)
    #expect(rates.prefix(2) == [nil, nil])
    for rate in rates.dropFirst(3) { #expect(abs(try #require(rate) - 1e6) < 1) }
  }

  @Test func `the rate follows a change within seconds, without a jump`() throws {
    var meter = meter()
    var (count, rates): (Int64, [Double]) = (0, [])
    for step in 0...400 {
      count += step < 200 ? 50_000 : 500_000
      let progress = meter.taking(sent(count), at: start + .milliseconds(50 * step))
      if step >= 10 { rates.append(try #require(progress.rate)) }
    }
    // 10 s at 1 MB/s, then 10 s at 10 MB/s.
    #expect(abs(rates[189] - 1e6) < 1)
    #expect(rates[190] < 1.3e6)
    #expect((5e6...7.5e6).contains(rates[189 + 60]), "after 3 s: \(rates[189 + 60])")
    #expect(rates.last ?? 0 > 9.5e6)
    #expect(zip(rates, rates.dropFirst()).allSatisfy { $0 <= $1 + 1 })
  }

  @Test func `the interval between reports does not matter`() throws {
    var (often, seldom) = (meter(), meter())
    let change = { (time: Double) in Int64(time < 4 ? time * 1000 : 4000 + (time - 4) * 9000) }
    let fine = rates(of: (0...800).map { (change(Double($0) / 100), Double($0) / 100) }, &often)
    let coarse = rates(of: (0...8).map { (change(Double($0)), Double($0)) }, &seldom)
    let (a, b) = (try #require(fine.last?.rate), try #require(coarse.last?.rate))
    #expect(abs(a - b) < 1, "\(a), \(b)")
  }

  @Test func `the rate decays to 0 when nothing moves`() throws {
    var meter = meter()
    let reports = (0...40).map { (Int64($0) * 50_000, Double($0) * 0.05) }
    let before = try #require(rates(of: reports, &meter).last?.rate)
    let stalled = rates(of: (1...20).map { (2_000_000, 2 + Double($0)) }, &meter).compactMap(\.rate)
    #expect(stalled.count == 20 && stalled[0] < before)
    #expect(zip(stalled, stalled.dropFirst()).allSatisfy { $0 > $1 })
    #expect(stalled[19] < before / 100)
  }

  @Test func `a suspension and a new attempt leave the rate as it was`() throws {
    var meter = meter()
    let reports = (0...40).map { (Int64($0) * 50_000, Double($0) * 0.05) }
    let before = try #require(rates(of: reports, &meter).last?.rate)
    // A minute passes.
    meter.resume()
    let resumed = rates(of: [(2_001_000, 62), (2_051_000, 62.05)], &meter).compactMap(\.rate)
    #expect(resumed.count == 2 && resumed.allSatisfy { abs($0 - before) < 1 }, "\(resumed)")
    // So does another, and the counts start over.
    meter.begin()
    let restarted = rates(of: [(0, 130), (50_000, 130.05)], &meter).compactMap(\.rate)
    #expect(restarted.count == 2 && restarted.allSatisfy { abs($0 - before) < 1 }, "\(restarted)")
  }

  @Test func `bytes of an earlier download do not count in the rate`() throws {
    var meter = meter(isDownload: true)
    meter.update(received(0), at: start)
    meter.beginFile(after: 1 << 40, of: 1 << 41, at: start)
    let progress = meter.taking(received(1000), at: start + .seconds(1))
    #expect(abs(try #require(progress.rate) - 1000) < 1)
  }

  @Test func `reports at the same time or earlier do no harm`() {
    var meter = meter()
    let all = rates(of: [(0, 0), (10, 0), (20, 0), (100, 1), (150, 0.5), (200, 2)], &meter)
    #expect(all.map { $0.rate.map { $0.rounded() } } == [nil, nil, nil, 100, 100, 100])
  }

  // MARK: The time left

  @Test func `the time left is the rest at the current rate`() throws {
    var meter = meter()
    let all = rates(of: [(0, 0), (1000, 1), (2000, 2), (5000, 5)], &meter, total: 5000)
    #expect(all[0].timeLeft == nil)
    for (progress, seconds) in zip(all.dropFirst(), [4.0, 3, 0]) {
      #expect(abs(try #require(progress.timeLeft) / .seconds(1) - seconds) < 0.001)
    }
  }

  @Test func `the time left is unknown without a total or a rate`() {
    var progress = sent(10)
    progress.rate = 1000
    #expect(progress.timeLeft == nil)
    progress.requestBodyByteCount = .max
    for (rate, isKnown) in [(nil, false), (0, false), (1e-300, false), (0.99, false), (1, true)] {
      progress.rate = rate
      #expect((progress.timeLeft != nil) == isKnown, "\(String(describing: rate))")
    }
    progress.requestBodyByteCount = 10
    progress.rate = 0
    #expect(progress.timeLeft == .zero)
  }
}
