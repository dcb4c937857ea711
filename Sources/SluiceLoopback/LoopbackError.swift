/// What went wrong on the server's side of a connection.
public struct LoopbackError: Error, Sendable {
  /// The kind of a ``LoopbackError``. More may come: switch with a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The peer closed or reset the connection while bytes were due from it or to it, or the server was
    /// stopped.
    public static let peerClosed = Code("peer-closed")
    /// The peer's bytes are no HTTP/1 message (RFC 9112).
    public static let malformed = Code("malformed")
    /// A line, a head or a body is longer than what was allowed.
    public static let tooLarge = Code("too-large")
    /// A system call failed.
    public static let system = Code("system")
  }

  public let code: Code
  /// What was being done or read.
  public let message: String
  /// The system's error number, where a system call failed.
  public let systemError: Int32?

  init(_ code: Code, _ message: String, systemError: Int32? = nil) {
    self.code = code
    self.message = message
    self.systemError = systemError
  }
}

extension LoopbackError: CustomStringConvertible {
  /// One line, such as `system: bind: error 98`.
  public var description: String {
    "\(code): \(message)" + (systemError.map { ": error \($0)" } ?? "")
  }
}
