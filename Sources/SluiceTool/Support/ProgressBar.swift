internal import ArgumentParser
internal import Glibc
internal import Sluice
internal import Synchronization

/// The value of `--progress`.
enum ProgressStyle: String, ExpressibleByArgument, CaseIterable {
  /// A bar if standard error is a terminal, otherwise nothing.
  case auto
  /// A bar that is redrawn in place.
  case bar
  /// A line every second.
  case plain
  /// Nothing.
  case none
}

/// Shows the progress of a transfer on standard error.
final class ProgressBar: EventMonitor {
  private enum Style { case bar, lines }

  private let style: Style?
  private let lastShown = Mutex<(time: ContinuousClock.Instant, progress: TransferProgress)?>(nil)

  init(_ style: ProgressStyle) {
    self.style =
      switch style {
      case .auto: isTerminal(STDERR_FILENO) ? .bar : nil
      case .bar: .bar
      case .plain: .lines
      case .none: nil
      }
  }

  /// The progress closure for a session, or `nil` if nothing is shown.
  var callback: (@Sendable (TransferProgress) -> Void)? {
    guard style != nil else { return nil }
    return { progress in self.show(progress) }
  }

  /// The monitors of a session that shows the progress of all its transfers; empty if nothing is shown.
  var monitors: [any EventMonitor] { style == nil ? [] : [self] }

  func didProgress(_ transfer: TransferID, _ progress: TransferProgress) { show(progress) }

  func show(_ progress: TransferProgress) {
    guard let style else { return }
    let now = ContinuousClock.now
    let isDue = lastShown.withLock { last in
      if style == .lines, let last, now - last.time < .seconds(1),
        !progress.isNews(after: last.progress)
      {
        return false
      }
      last = (now, progress)
      return true
    }
    guard isDue else { return }
    switch style {
    case .bar: draw("\r\u{1B}[K" + Self.line(progress, width: terminalWidth(STDERR_FILENO)))
    case .lines: printError(Self.line(progress))
    }
  }

  /// Shows the progress of a batch until it ends: the sum of its downloads, or that of a single download.
  func show(_ batch: Batch<DownloadedFile>, of downloads: [Transfer<DownloadedFile>]) async {
    guard style != nil else { return }
    for await progress in batch.progressUpdates
    where progress.transferredByteCount > 0 || progress.finishedCount > 0 {
      if downloads.count == 1 { show(downloads[0].progress) } else { show(.sum(of: downloads)) }
    }
  }

  /// Moves to the line after the bar.
  func finish() {
    if style == .bar, lastShown.withLock({ $0 != nil }) { draw("\n") }
  }

  private func draw(_ text: String) {
    try? writeAll(Array(text.utf8), to: STDERR_FILENO, named: "standard error")
  }

  /// Returns a line such as `[##########              ]   45%  1.8 GiB of 4.0 GiB  1.2 GiB/s  0:02 left`.
  ///
  /// If sending mostly waits for one side, the line continues with the cause. A second attempt, for example
  /// after a redirect, starts again at its first byte, and its line ends with `attempt 2`.
  ///
  /// - Parameters:
  ///   - progress: The progress.
  ///   - width: The number of columns of the terminal. Defaults to `nil`, for no limit. In a narrow one, the words
  ///     about waiting and the bar become shorter, then the words are left out, and at last the line is cut.
  static func line(_ progress: TransferProgress, width: Int? = nil) -> String {
    // The last column stays free, because some terminals would start a new line after it.
    let room = width.map { max(0, $0 - 1) } ?? .max
    var line = ""
    for (bar, wait) in [(24, progress.wait), (24, progress.shortWait), (10, progress.shortWait), (10, nil)] {
      line = Self.line(progress, bar: bar, wait: wait)
      if line.utf8.count <= room { return line }
    }
    return String(line.prefix(room))
  }

  private static func line(_ progress: TransferProgress, bar length: Int, wait: String?) -> String {
    let count = progress.transferredByteCount
    var columns = [format(bytes: count)]
    if let total = progress.totalByteCount, total > 0, let part = progress.fractionCompleted {
      let filled = Int(part * Double(length))
      let percent = "\(Int(part * 100))%"
      columns = [
        "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: length - filled) + "]",
        String(repeating: " ", count: 4 - percent.count) + percent,
        "\(format(bytes: count)) of \(format(bytes: total))",
      ]
    }
    if let rate = progress.rate { columns.append("\(format(bytes: Int64(min(rate, 0x1p62))))/s") }
    if let left = progress.timeLeft, left > .zero {
      columns.append("\(format(seconds: left / .seconds(1))) left")
    }
    if let wait { columns.append(wait) }
    if progress.attempt > 1 { columns.append("attempt \(progress.attempt)") }
    return columns.joined(separator: "  ")
  }
}

extension TransferProgress {
  /// Returns the sum of the progress of downloads. An ended one has no rate.
  fileprivate static func sum(of downloads: [Transfer<DownloadedFile>]) -> TransferProgress {
    sum(
      of: downloads.map { download in
        var progress = download.progress
        if download.state.isFinal { progress.rate = nil }
        return progress
      })
  }

  /// Returns the sum of the progress of downloads. The total is unknown until all know theirs, and if it has more than
  /// 63 bits.
  static func sum(of parts: [TransferProgress]) -> TransferProgress {
    var sum = TransferProgress.zero
    sum.requestBodyByteCount = 0
    sum.receivedBodyByteCount = Int64.sum(of: parts.map(\.receivedBodyByteCount)) ?? .max
    let totals = parts.compactMap(\.responseBodyByteCount)
    if totals.count == parts.count { sum.responseBodyByteCount = .sum(of: totals) }
    let rates = parts.compactMap(\.rate)
    // BOUNDED: the sum is a floating-point number.
    if !rates.isEmpty { sum.rate = rates.reduce(0, +) }
    return sum
  }

  /// Returns whether a line shows the progress at once: another attempt, or the last byte.
  fileprivate func isNews(after last: TransferProgress) -> Bool {
    attempt != last.attempt
      || (transferredByteCount == totalByteCount && transferredByteCount != last.transferredByteCount)
  }

  /// The main cause of waiting while sending, as a part of its time, such as `waiting for the network 93%`.
  ///
  /// `nil` if this is unknown, if neither side takes two thirds of the time, or in the first second.
  fileprivate var wait: String? {
    mainWait.map { "\($0.isNetwork ? "waiting for the network" : "reading the input") \($0.percent)%" }
  }

  /// The same, as short as `network 93%`.
  fileprivate var shortWait: String? {
    mainWait.map { "\($0.isNetwork ? "network" : "input") \($0.percent)%" }
  }

  private var mainWait: (isNetwork: Bool, percent: Int)? {
    guard let sourceTime, let networkTime, sourceTime + networkTime >= .seconds(1) else { return nil }
    let share = max(sourceTime, networkTime) / (sourceTime + networkTime)
    return share * 3 >= 2 ? (networkTime > sourceTime, Int(share * 100)) : nil
  }
}

/// Returns a number with a noun, such as `1 part` or `2 parts`.
func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Returns a number of bytes with a unit, such as `3.9 GiB`.
func format(bytes: Int64) -> String {
  var value = Double(bytes)
  var unit = "B"
  // Compares the rounded value, so that 1023.96 KiB becomes 1.0 MiB instead of 1024.0 KiB.
  for larger in ["KiB", "MiB", "GiB", "TiB"] where (value * 10).rounded() >= 10_240 {
    value /= 1024
    unit = larger
  }
  return unit == "B" ? "\(bytes) B" : "\(decimal(value, places: 1)) \(unit)"
}

/// Returns a duration, rounded up to seconds, such as `1:05` or `2:00:00`.
func format(seconds: Double) -> String {
  let whole = Int(min(seconds, 359_999).rounded(.up))
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return whole < 3600
    ? "\(whole / 60):\(two(whole % 60))" : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
}

/// Returns a non-negative number with a fixed number of decimal places, at least one.
func decimal(_ value: Double, places: Int) -> String {
  let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
  let scaled = Int((value * Double(scale)).rounded())
  let fraction = String(scaled % scale)
  return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
}
