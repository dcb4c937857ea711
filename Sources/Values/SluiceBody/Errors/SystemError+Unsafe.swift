internal import Glibc

/// The `errno` of a system call that failed.
package struct SystemError: Error, CustomStringConvertible {
  package let number: CInt

  package init(number: CInt) { self.number = number }

  /// Whether the path names no file.
  package var isMissingFile: Bool { number == ENOENT || number == ENOTDIR }

  /// The system's text, such as "Permission denied".
  package var description: String {
    // SAFETY: the call writes at most the buffer's size, and ends the text with a NUL.
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, unsafe strerror_r(number, start, buffer.count) == 0 else {
        return "error \(number)"
      }
      return unsafe String(cString: start)
    }
  }
}

/// Repeats `call` until no signal interrupts it.
///
/// - Throws: The `errno` after a negative result.
@discardableResult
func retrying<Result: FixedWidthInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let number = errno
    if number != EINTR { throw SystemError(number: number) }
  }
}
