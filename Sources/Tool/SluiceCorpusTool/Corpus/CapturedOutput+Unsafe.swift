internal import Glibc
internal import Sluice

/// The bytes that a program has printed.
final class CapturedOutput {
  private let descriptor: Descriptor
  private let limit: Int
  /// The first bytes, up to the limit, that ``takeLine()`` has not removed.
  private(set) var bytes: [UInt8] = []
  private(set) var hasEnded = false
  /// Whether the program has printed more than the limit, which is not kept.
  private(set) var isOverLimit = false
  private var block: [UInt8] = []
  /// The number of first bytes that have no line feed.
  private var searchedCount = 0

  init(_ descriptor: Descriptor, upTo limit: Int) { (self.descriptor, self.limit) = (descriptor, limit) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

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
    let kept = block.prefix(limit - bytes.count)
    bytes += kept
    if kept.count < block.count { isOverLimit = true }
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
    searchedCount = 0
  }
}
