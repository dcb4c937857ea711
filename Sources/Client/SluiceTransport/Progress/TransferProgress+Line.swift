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
    let room = width.map { max(1, $0) - 1 } ?? .max
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
    if let total = totalByteCount, total > 0, let fraction = fractionCompleted {
      let filled = Int(fraction * Double(length))
      let percent = "\(Int(fraction * 100))%"
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

  /// The main cause of waiting while sending, as a fraction of its time, such as `waiting for the network 93%`.
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

/// Numbers with units, as people read them.
package enum QuantityText {
  /// Returns a number of bytes with a unit, such as `3.9 GiB`.
  package static func bytes(_ bytes: Int64) -> String {
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
  package static func seconds(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 359_999).rounded(.up))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return whole < 3600
      ? "\(whole / 60):\(two(whole % 60))" : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }

  /// Returns a non-negative number with a fixed number of decimal places, at least one.
  package static func decimal(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((value * Double(scale)).rounded())
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
  }
}
