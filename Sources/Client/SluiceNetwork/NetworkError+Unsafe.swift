internal import Glibc
@_exported public import SluiceErrors

/// An error in asking the system about the network.
///
/// A machine without a network is not an error.
public struct NetworkError: SluiceError, Hashable {
  /// The kind of the error.
  public let code: ErrorCode
  /// The `errno` of the system call that failed, or `nil` if none did.
  public let systemErrorNumber: Int32?

  static let malformedReply = NetworkError(code: .malformedReply, systemErrorNumber: nil)

  static func system(_ number: Int32) -> NetworkError {
    NetworkError(code: .systemFailed, systemErrorNumber: number)
  }
}

extension NetworkError {
  /// The system's description of the error, such as "Operation not permitted".
  public var message: String { systemErrorNumber.map { systemErrorText($0) } ?? code.text }
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

extension ErrorCode {
  /// A system call failed, for example because a sandbox forbids netlink sockets, or because the process has too many
  /// open descriptors.
  public static let systemFailed = ErrorCode("system-failed")
  /// The system's reply is malformed.
  public static let malformedReply = ErrorCode("malformed-reply", "the system's reply is malformed")
}
