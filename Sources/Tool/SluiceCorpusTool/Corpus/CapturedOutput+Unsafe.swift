internal import Glibc
internal import Sluice

/// The bytes that a program has printed.
final class CapturedOutput {
  /// The bytes that are kept if there are more than the limit.
  enum Kept {
    case start
    /// The first half of the limit, and the second half at least of the last bytes.
    case startAndEnd
  }

  private let descriptor: Descriptor
  private let limit: Int
  private let kept: Kept
  /// The first bytes, up to the limit, that ``takeLine()`` has not removed.
  private(set) var bytes: [UInt8] = []
  /// The last bytes, after those that were left out.
  private var lastBytes: [UInt8] = []
  /// Whether a line is the report of a sanitizer, also one that was left out.
  private(set) var hasSanitizerReport = false
  /// The start of a line whose end has not been read.
  private var unfinishedLine: [UInt8] = []
  private(set) var hasEnded = false
  /// Whether the program has printed more than the limit, which is not kept.
  private(set) var isOverLimit = false
  private var block: [UInt8] = []
  /// The number of first bytes that have no line feed.
  private var searchedCount = 0

  init(_ descriptor: Descriptor, upTo limit: Int, keeping kept: Kept = .start) {
    (self.descriptor, self.limit, self.kept) = (descriptor, limit, kept)
  }

  /// The bytes that are kept, with a line where others are left out.
  var text: String {
    let start = String(decoding: bytes, as: UTF8.self)
    return lastBytes.isEmpty
      ? start : "\(start)\n…\n\(String(decoding: lastBytes.suffix(limit / 2), as: UTF8.self))"
  }

  /// Waits until an output can be read, then reads once from each output that can be.
  ///
  /// - Returns: Whether any output was read or has ended.
  @discardableResult
  static func readOnce(from outputs: [CapturedOutput], waitingAtMost milliseconds: CInt) -> Bool {
    let open = outputs.filter { !$0.hasEnded }
    var entries = open.map { pollfd(fd: $0.descriptor.rawValue, events: Int16(POLLIN), revents: 0) }
    // SAFETY: the array lives until the call returns, and is passed with its size.
    guard unsafe poll(&entries, nfds_t(entries.count), milliseconds) > 0 else { return false }
    for (output, entry) in zip(open, entries) where entry.revents != 0 { output.read() }
    return true
  }

  private func read() {
    block.removeAll(keepingCapacity: true)
    // Without an error, an empty block is the end.
    try? block.append(addingCapacity: 64 << 10) { output in try descriptor.read(into: &output) }
    if block.isEmpty { hasEnded = true }
    switch kept {
    case .start:
      let kept = block.prefix(limit - bytes.count)
      bytes += kept
      if kept.count < block.count { isOverLimit = true }
    case .startAndEnd:
      let kept = block.prefix(limit / 2 - bytes.count)
      bytes += kept
      lastBytes += block.dropFirst(kept.count)
      if lastBytes.count > limit { lastBytes.removeFirst(lastBytes.count - limit / 2) }
      search(block)
    }
  }

  /// Looks for the report of a sanitizer in whole lines, or their first 4096 bytes.
  private func search(_ block: [UInt8]) {
    for (index, line) in block.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { unfinishedLine.removeAll() }
      unfinishedLine += line.prefix(max(0, 4096 - unfinishedLine.count))
      if !hasSanitizerReport {
        hasSanitizerReport = SanitizerReport.begins(String(decoding: unfinishedLine, as: UTF8.self))
      }
    }
  }

  /// Removes and returns the first line without its line feed, or returns `nil` if there is no whole line.
  func takeLine() -> [UInt8]? {
    guard let end = bytes[searchedCount...].firstIndex(of: UInt8(ascii: "\n")) else {
      searchedCount = bytes.count
      return nil
    }
    let line = Array(bytes[..<end])
    bytes.removeSubrange(...end)
    searchedCount = 0
    return line
  }

  func removeAll() {
    bytes.removeAll()
    lastBytes.removeAll()
    unfinishedLine.removeAll()
    hasSanitizerReport = false
    searchedCount = 0
  }
}

/// Recognizes the reports of sanitizers. After a report, a program may continue, or end with an ordinary status.
enum SanitizerReport {
  /// Returns whether a report begins with a line, such as
  /// `==7==ERROR: AddressSanitizer: heap-use-after-free on address …`, or that of the sanitizer for undefined behavior:
  /// `parser.c:7:3: runtime error: …`.
  static func begins(_ line: String) -> Bool {
    if line.contains("Sanitizer: ") {
      return ["ERROR: ", "WARNING: ", "SUMMARY: "].contains { line.contains($0) }
    }
    guard let place = line.firstRange(of: ": runtime error: ").map({ line[..<$0.lowerBound] }) else {
      return false
    }
    let numbers = place.split(separator: ":").dropFirst().suffix(2)
    return place == "<unknown>" || numbers.count == 2 && numbers.allSatisfy { UInt($0) != nil }
  }
}
