internal import Sluice
internal import Synchronization

/// Shows the progress of several downloads as that of one. A single download is shown as it is.
final class TotalProgress: Sendable {
  private let bar: ProgressBar
  private let count: Int
  private let parts = Mutex<[Int: TransferProgress]>([:])

  init(of count: Int, on bar: ProgressBar) {
    self.bar = bar
    self.count = count
  }

  /// The progress closure for a download; `nil` if nothing is shown.
  func callback(for index: Int) -> (@Sendable (TransferProgress) -> Void)? {
    guard let show = bar.callback else { return nil }
    if count == 1 { return show }
    return { progress in
      // Shown while it is locked, so that the counts never decrease.
      self.parts.withLock { parts in
        parts[index] = progress
        show(Self.sum(of: Array(parts.values), count: self.count))
      }
    }
  }

  /// Notes that a download has ended, and has no rate any more.
  func finish(_ index: Int) { parts.withLock { $0[index]?.rate = nil } }

  /// Returns the sum of the progress of downloads. The total is unknown until all have begun and know theirs, and if it
  /// has more than 63 bits.
  ///
  /// - Parameter count: The number of downloads, begun or not.
  static func sum(of parts: [TransferProgress], count: Int) -> TransferProgress {
    var sum = TransferProgress.zero
    sum.requestBodyByteCount = 0
    sum.receivedBodyByteCount = Int64.sum(of: parts.map(\.receivedBodyByteCount)) ?? .max
    let totals = parts.compactMap(\.responseBodyByteCount)
    if totals.count == count { sum.responseBodyByteCount = .sum(of: totals) }
    let rates = parts.compactMap(\.rate)
    // BOUNDED: the sum is a floating-point number.
    if !rates.isEmpty { sum.rate = rates.reduce(0, +) }
    return sum
  }
}
