internal import SluiceSupport

/// A member of an object, ordered by the UTF-8 bytes of its key. Members with equal keys keep the order of encoding.
struct QuerySortedMember: Comparable {
  let key: ExactString
  let node: Int
  /// The first eight bytes of the key as a number, which decides most comparisons.
  private let head: UInt64

  init(key: String, node: Int) {
    self.key = ExactString(key)
    self.node = node
    let bytes = key.utf8.span
    head = (0..<8).reduce(0) { head, position in
      head << 8 | (position < bytes.count ? UInt64(bytes[position]) : 0)
    }
  }

  static func < (left: QuerySortedMember, right: QuerySortedMember) -> Bool {
    if left.head != right.head { return left.head < right.head }
    return left.key == right.key ? left.node < right.node : left.key < right.key
  }
}
