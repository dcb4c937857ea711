extension TransferProgress: CustomStringConvertible {
  /// The progress in one line: ``line(width:)`` of any length.
  public var description: String { line() }

  /// Returns a line such as `[##########              ]   45%  1.8 GiB of 4.0 GiB  1.2 GiB/s  0:02 left`.
  ///
  /// ```swift
  /// for await progress in transfer.progressUpdates { print(progress.line(width: 80), terminator: "\r") }
  /// ```
  ///
  /// If sending mostly waits for one side, the line continues with the cause. A second attempt, for example after a
  /// redirect, starts again at its first byte, and its line ends with `attempt 2`.
  ///
  /// - Parameter width: The number of columns of the terminal, the last of which stays free. Defaults to `nil`, for no
  ///   limit. In a narrow one, the words about waiting and the bar become shorter, then the words are left out, and at
  ///   last the line is cut.
  public func line(width: Int? = nil) -> String {
    // Some terminals start a new line after the last column.
    let room = width.map { max(0, $0 - 1) } ?? .max
    var line = ""
    for (bar, wait) in [(24, wait), (24, shortWait), (10, shortWait), (10, nil)] {
      line = self.line(bar: bar, wait: wait)
      if line.utf8.count <= room { return line }
    }
    return String(line.prefix(room))
  }

  private func line(bar length: Int, wait: String?) -> String {
    let count = transferredByteCount
    var columns = [QuantityText.bytes(count)]
    if let total = totalByteCount, total > 0, let part = fractionCompleted {
      let filled = Int(part * Double(length))
      let percent = "\(Int(part * 100))%"
      columns = [
        "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: length - filled) + "]",
        String(repeating: " ", count: 4 - percent.count) + percent,
        "\(QuantityText.bytes(count)) of \(QuantityText.bytes(total))",
      ]
    }
    if let rate { columns.append("\(QuantityText.bytes(Int64(min(rate, 0x1p62))))/s") }
    if let left = timeLeft, left > .zero {
      columns.append("\(QuantityText.seconds(left / .seconds(1))) left")
    }
    if let wait { columns.append(wait) }
    if attempt > 1 { columns.append("attempt \(attempt)") }
    return columns.joined(separator: "  ")
  }

  /// The main cause of waiting while sending, as a part of its time, such as `waiting for the network 93%`.
  ///
  /// `nil` if this is unknown, if neither side takes two thirds of the time, or in the first second.
  private var wait: String? {
    mainWait.map { "\($0.isNetwork ? "waiting for the network" : "reading the input") \($0.percent)%" }
  }

  /// The same, as short as `network 93%`.
  private var shortWait: String? {
    mainWait.map { "\($0.isNetwork ? "network" : "input") \($0.percent)%" }
  }

  private var mainWait: (isNetwork: Bool, percent: Int)? {
    guard let sourceTime, let networkTime, sourceTime + networkTime >= .seconds(1) else { return nil }
    let share = max(sourceTime, networkTime) / (sourceTime + networkTime)
    return share * 3 >= 2 ? (networkTime > sourceTime, Int(share * 100)) : nil
  }
}
