/// Finds out whether a head sets cookies, from its lines.
struct SetCookieDetector {
  private static let field = Array("set-cookie:".utf8)
  private var isFound = false

  /// Takes a line of a head.
  ///
  /// - Returns: Whether it is the last line of a head that sets cookies. libcurl may store a cookie after it has passed
  ///   its line.
  mutating func isEnd(_ line: borrowing Span<UInt8>) -> Bool {
    if line.count > Self.field.count {
      if Self.field.indices.allSatisfy({ line[$0] | 0x20 == Self.field[$0] }) { isFound = true }
      return false
    }
    guard isFound, line.count <= 2 else { return false }
    isFound = false
    return true
  }
}
