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
  /// The time from which the next number of files is shown.
  private let nextCount = Mutex(ContinuousClock.now)
  private let hasDrawn = Mutex(false)

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
    case .bar: draw("\r\u{1B}[K" + progress.line(width: terminalWidth(STDERR_FILENO)))
    case .lines: printError(progress.line())
    }
  }

  /// Shows how many files of an upload are done.
  func show(_ count: Int, of total: Int) {
    guard let style else { return }
    let now = ContinuousClock.now
    let isDue = nextCount.withLock { next in
      guard now >= next || count == total else { return false }
      next = now + .milliseconds(style == .bar ? 50 : 1000)
      return true
    }
    guard isDue else { return }
    let line = "\(count) of \(counted(total, "file"))"
    switch style {
    case .bar: draw("\r\u{1B}[K\(line)")
    case .lines: printError(line)
    }
  }

  /// Shows the progress of a batch until it ends: the sum of its downloads, or that of a single download.
  func show(_ batch: TransferBatch<DownloadedFile>, of downloads: [Transfer<DownloadedFile>]) async {
    guard style != nil else { return }
    for await progress in batch.progressUpdates
    where progress.transferredByteCount > 0 || progress.finishedCount > 0 {
      if downloads.count == 1 { show(downloads[0].progress) } else { show(.sum(of: downloads)) }
    }
  }

  /// Moves to the line after the bar.
  func finish() {
    if hasDrawn.withLock({ $0 }) { draw("\n") }
  }

  private func draw(_ text: String) {
    hasDrawn.withLock { $0 = true }
    try? writeAll(Array(text.utf8), to: STDERR_FILENO, named: "standard error")
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
}

/// Returns a number with a noun, such as `1 part` or `2 parts`.
func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
