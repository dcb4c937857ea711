import SluiceTestSupport
import Testing

@testable import SluiceTransport

/// The line that shows a progress.
@Suite(.timeLimit(.minutes(5))) struct ProgressLineTests {
  private func line(_ sent: Int64, of total: Int64?, rate: Double? = nil) -> String {
    "\(TransferProgress(sentBodyByteCount: sent, requestBodyByteCount: total, rate: rate))"
  }

  @Test func `a line has the progress, the rate and the remaining time`() {
    let gib: Int64 = 1 << 30
    #expect(line(0, of: 4 * gib) == "[                        ]    0%  0 B of 4.0 GiB")
    #expect(
      line(2 * gib, of: 4 * gib, rate: Double(gib / 2))
        == "[############            ]   50%  2.0 GiB of 4.0 GiB  512.0 MiB/s  0:04 left")
    #expect(
      line(4 * gib, of: 4 * gib, rate: Double(gib))
        == "[########################]  100%  4.0 GiB of 4.0 GiB  1.0 GiB/s")
    // A stalled transfer never ends.
    #expect(line(1, of: 2, rate: 0) == "[############            ]   50%  1 B of 2 B  0 B/s")
    // Less than the total is never 100%.
    #expect(line(999, of: 1000, rate: 999).hasPrefix("[####################### ]   99%"))
  }

  @Test func `a line without a total has the bytes and the rate`() {
    #expect(line(1500, of: nil, rate: 1500) == "1.5 KiB  1.5 KiB/s")
    #expect(line(0, of: nil) == "0 B")
    #expect(line(0, of: 0) == "0 B")
  }

  @Test func `a download counts received bytes`() {
    let progress = TransferProgress(
      requestBodyByteCount: 0, receivedBodyByteCount: 3 << 20, responseBodyByteCount: 4 << 20,
      resumedByteCount: 2 << 20, rate: 512 * 1024)
    #expect(
      progress.line()
        == "[##################      ]   75%  3.0 MiB of 4.0 MiB  512.0 KiB/s  0:02 left")
  }

  @Test func `a line says which attempt it is after the first`() {
    let progress = TransferProgress(
      attempt: 2, sentBodyByteCount: 10, requestBodyByteCount: 40, rate: 10)
    #expect(
      progress.line()
        == "[######                  ]   25%  10 B of 40 B  10 B/s  0:03 left  attempt 2")
  }

  private func waiting(_ source: Duration?, _ network: Duration?, attempt: Int = 1) -> TransferProgress {
    TransferProgress(
      attempt: attempt, sentBodyByteCount: 10, requestBodyByteCount: 40, rate: 10, sourceTime: source,
      networkTime: network)
  }

  @Test func `a line says what sending mostly waits for`() {
    let start = "[######                  ]   25%  10 B of 40 B  10 B/s  0:03 left"
    let cases: [(TransferProgress, String)] = [
      (waiting(.milliseconds(139), .milliseconds(1861)), "  waiting for the network 93%"),
      (waiting(.seconds(9), .seconds(1)), "  reading the input 90%"),
      (waiting(.zero, .seconds(5)), "  waiting for the network 100%"),
      (waiting(.seconds(2), .seconds(1)), "  reading the input 66%"),
      // Neither side, or not for long enough, or unknown.
      (waiting(.milliseconds(1999), .seconds(1)), ""),
      (waiting(.seconds(1), .seconds(1)), ""),
      (waiting(.zero, .milliseconds(999)), ""),
      (waiting(.zero, .zero), ""),
      (waiting(nil, .seconds(5)), ""),
      (waiting(.seconds(5), nil), ""),
      (waiting(.seconds(0), .seconds(5), attempt: 2), "  waiting for the network 100%  attempt 2"),
    ]
    for (progress, end) in cases { #expect(progress.line() == start + end) }
  }

  @Test(arguments: [
    (95, "[######                  ]   25%  10 B of 40 B  10 B/s  0:03 left  waiting for the network 93%"),
    (94, "[######                  ]   25%  10 B of 40 B  10 B/s  0:03 left  network 93%"),
    (79, "[######                  ]   25%  10 B of 40 B  10 B/s  0:03 left  network 93%"),
    (78, "[##        ]   25%  10 B of 40 B  10 B/s  0:03 left  network 93%"),
    (65, "[##        ]   25%  10 B of 40 B  10 B/s  0:03 left  network 93%"),
    (64, "[##        ]   25%  10 B of 40 B  10 B/s  0:03 left"),
    (52, "[##        ]   25%  10 B of 40 B  10 B/s  0:03 left"),
    (51, "[##        ]   25%  10 B of 40 B  10 B/s  0:03 lef"),
    (1, ""), (0, ""),
  ]) func `a line fits into its terminal`(width: Int, line: String) {
    let progress = waiting(.milliseconds(139), .milliseconds(1861))
    #expect(progress.line(width: width) == line)
  }

  @Test func `large numbers do not overflow`() {
    #expect(line(.max, of: .max, rate: .greatestFiniteMagnitude).contains("100%"))
    #expect(line(1, of: .max, rate: 1).hasSuffix("99:59:59 left"))
    // More than the declared total.
    #expect(line(20, of: 10, rate: 20).hasPrefix("[########################]  100%"))
  }

  @Test(arguments: [
    (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1536, "1.5 KiB"), (1_048_575, "1.0 MiB"),
    (1 << 20, "1.0 MiB"), (1_300_000, "1.2 MiB"), (1 << 30, "1.0 GiB"), (5 << 40, "5.0 TiB"),
    (2048 << 40, "2048.0 TiB"),
  ]) func `bytes have a unit`(bytes: Int64, text: String) {
    #expect(QuantityText.bytes(bytes) == text)
  }

  @Test(arguments: [
    (0, "0:00"), (0.2, "0:01"), (59, "0:59"), (59.5, "1:00"), (65, "1:05"), (3599, "59:59"),
    (3600, "1:00:00"),
    (7325, "2:02:05"), (1e300, "99:59:59"), (Double.infinity, "99:59:59"),
  ]) func `seconds are rounded up`(seconds: Double, text: String) {
    #expect(QuantityText.seconds(seconds) == text)
  }

  @Test(arguments: [
    (0, 1, "0.0"), (0.04, 1, "0.0"), (0.05, 1, "0.1"), (1.25, 2, "1.25"), (1.005, 2, "1.00"),
    (9.999, 2, "10.00"),
    (12, 3, "12.000"),
  ]) func `decimals have a fixed number of places`(value: Double, places: Int, text: String) {
    #expect(QuantityText.decimal(value, places: places) == text)
  }
}
