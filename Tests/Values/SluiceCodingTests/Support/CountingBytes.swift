/// Bytes that count their reads, to bound the work of a scan without a clock.
struct CountingBytes: BidirectionalCollection {
  private let bytes: [UInt8]
  private let counter = Counter()

  private final class Counter {
    var reads = 0
  }

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// The number of reads so far, by this value, its copies and its slices.
  var reads: Int { counter.reads }

  var startIndex: Int { bytes.startIndex }
  var endIndex: Int { bytes.endIndex }
  func index(after index: Int) -> Int { index + 1 }
  func index(before index: Int) -> Int { index - 1 }

  subscript(position: Int) -> UInt8 {
    counter.reads += 1
    return bytes[position]
  }
}
