import Glibc

/// A standard stream of the process.
enum Standard: CInt {
  case output = 1
  case error = 2

  /// Writes a line at once, without a buffer that a crash would lose.
  func print(_ line: String) {
    var text = Array((line + "\n").utf8)[...]
    while !text.isEmpty {
      // SAFETY: The call reads the bytes during the closure.
      let count = unsafe text.withUnsafeBytes { unsafe write(rawValue, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      text.removeFirst(count)
    }
  }
}
