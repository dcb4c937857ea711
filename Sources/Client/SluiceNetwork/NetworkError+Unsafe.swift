internal import Glibc

/// An error in asking the system about the network.
///
/// A machine without a network is not an error.
public struct NetworkError: Error, Hashable, Sendable {
  /// The kind of a ``NetworkError``. New codes may be added, so switch over it with a `default` case.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code as text, such as `system-failed`.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// A system call failed, for example because a sandbox forbids netlink sockets, or because the process has too many
    /// open descriptors.
    public static let systemFailed = Code("system-failed")
    /// The system's reply is malformed.
    public static let malformedReply = Code("malformed-reply")
  }

  /// The kind of the error.
  public let code: Code
  /// The `errno` of the system call that failed, or `nil` if none did.
  public let systemErrorNumber: Int32?

  static let malformedReply = NetworkError(code: .malformedReply, systemErrorNumber: nil)

  static func system(_ number: Int32) -> NetworkError {
    NetworkError(code: .systemFailed, systemErrorNumber: number)
  }
}

extension NetworkError: CustomStringConvertible {
  /// The error in one line, such as `system-failed: Operation not permitted`.
  public var description: String {
    systemErrorNumber.map { "\(code): \(systemErrorText($0))" } ?? code.description
  }
}

/// Returns the system's description of an `errno`, such as "Permission denied".
private func systemErrorText(_ number: Int32) -> String {
  // SAFETY: the call writes at most the buffer's size, and ends the text with a NUL.
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    guard let start = buffer.baseAddress, unsafe strerror_r(number, start, buffer.count) == 0 else {
      return "error \(number)"
    }
    return unsafe String(cString: start)
  }
}
