/// An error on the server's side of a connection.
public struct LoopbackError: Error, Sendable {
  /// The kind of a ``LoopbackError``.
  ///
  /// New codes may be added, so a `switch` over codes needs a `default` case.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code as text.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The peer closed or reset the connection while more bytes were to be received or sent, or the server was stopped.
    public static let peerClosed = Code("peer-closed")
    /// The peer sent something other than an HTTP/1 message (RFC 9112).
    public static let malformed = Code("malformed")
    /// A line, a head or a body exceeds its limit.
    public static let tooLarge = Code("too-large")
    /// A system call failed.
    public static let system = Code("system")
  }

  /// The kind of the error.
  public let code: Code
  /// The operation that failed, or the input that was refused.
  public let message: String
  /// The error number of the system call that failed, or `nil` if the error has another cause.
  public let systemError: Int32?

  init(_ code: Code, _ message: String, systemError: Int32? = nil) {
    self.code = code
    self.message = message
    self.systemError = systemError
  }
}

extension LoopbackError: CustomStringConvertible {
  /// The code, the message and the error number on one line, such as `system: bind: error 98`.
  public var description: String {
    "\(code): \(message)" + (systemError.map { ": error \($0)" } ?? "")
  }
}
