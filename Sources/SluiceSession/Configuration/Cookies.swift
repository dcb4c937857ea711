extension Session {
  /// The storage for the cookies that servers set, which the session sends back to them (RFC 6265).
  ///
  /// A `Cookie` field of the request precedes the stored cookies.
  public enum Cookies: Sendable {
    /// No storage: cookies are ordinary fields.
    case off
    /// Memory, until the session ends.
    case inMemory
    /// A file in the Netscape format, at the given path.
    ///
    /// It is read when the session begins, and written when the session ends; a missing file is created. It holds
    /// session cookies too.
    case file(String)
  }
}
