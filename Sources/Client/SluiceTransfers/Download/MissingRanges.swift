/// The ranges of a file that have not been received, in order, without empty ones and without overlaps.
///
/// ```
///  0        1 MiB          5 MiB         9 MiB      13 MiB     file of 13 MiB
///  ├─ first ──┤
///             ├── missing ───┼── missing ──┼─ missing ─┤       divided for three more requests
///             ├─ received ─┼─┤                                 each one shrinks from its beginning
/// ```
package struct MissingRanges: Hashable, Sendable {
  /// The maximum number of ranges.
  static let maximumCount = 64
  /// The size in bytes below which a range is not divided any more.
  static let minimumByteCount: Int64 = 1 << 20

  package private(set) var ranges: [Range<Int64>]
  private let byteCount: Int64

  /// Creates the two ranges of a file of which nothing has been received: the first one, and the rest.
  init(of byteCount: Int64, after first: Int64) {
    self.byteCount = byteCount
    ranges = [0..<first, first..<max(first, byteCount)].filter { !$0.isEmpty }
  }

  /// Creates the range after the bytes that a partial file has.
  init(of byteCount: Int64, from count: Int64) {
    self.byteCount = byteCount
    ranges = count < byteCount ? [count..<byteCount] : []
  }

  /// Creates ranges from pairs of bounds; `nil` unless they lie within the file, in order, and are not too many.
  init?(_ pairs: [[Int64]], of byteCount: Int64) {
    guard pairs.count <= Self.maximumCount else { return nil }
    self.byteCount = byteCount
    ranges = []
    var end: Int64 = 0
    for pair in pairs {
      guard pair.count == 2, end <= pair[0], pair[0] < pair[1], pair[1] <= byteCount else { return nil }
      ranges.append(pair[0]..<pair[1])
      end = pair[1]
    }
  }

  /// The bounds of each range.
  var pairs: [[Int64]] { ranges.map { [$0.lowerBound, $0.upperBound] } }

  // BOUNDED: the ranges are in order within the file.
  /// The number of missing bytes.
  var missingByteCount: Int64 { ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

  /// The end of the last byte that is not missing; 0 if all are.
  var presentEnd: Int64 {
    var end = byteCount
    for range in ranges.reversed() {
      guard range.upperBound == end else { break }
      end = range.lowerBound
    }
    return end
  }

  /// Divides the largest ranges, so that there are `count` of them if they are large enough.
  ///
  /// - Parameter first: The number of ranges at the beginning that are not divided.
  mutating func divide(into count: Int, after first: Int) {
    while ranges.count < min(count, Self.maximumCount) {
      let largest = ranges.indices.dropFirst(first).max { ranges[$0].size < ranges[$1].size }
      guard let index = largest, ranges[index].size >= 2 * Self.minimumByteCount else { return }
      let middle = ranges[index].lowerBound + ranges[index].size / 2
      ranges.insert(middle..<ranges[index].upperBound, at: index + 1)
      ranges[index] = ranges[index].lowerBound..<middle
    }
  }

  /// Removes `count` received bytes that begin at `offset`, the beginning of a range.
  mutating func receive(_ count: Int, at offset: Int64) {
    guard let index = ranges.firstIndex(where: { $0.lowerBound == offset }) else { return }
    ranges[index] = min(offset + Int64(count), ranges[index].upperBound)..<ranges[index].upperBound
    if ranges[index].isEmpty { ranges.remove(at: index) }
  }
}

extension Range<Int64> {
  fileprivate var size: Int64 { upperBound - lowerBound }
}
