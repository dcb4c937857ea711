internal import Glibc

/// Returns the system's description of an `errno`, such as "Permission denied".
func systemErrorText(_ number: Int32) -> String {
  // SAFETY: the call writes at most the buffer's size, and ends the text with a NUL.
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    guard let start = buffer.baseAddress, unsafe strerror_r(number, start, buffer.count) == 0 else {
      return "error \(number)"
    }
    return unsafe String(cString: start)
  }
}
