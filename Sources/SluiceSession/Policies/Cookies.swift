extension Session {
  /// Where a session keeps the cookies that servers set (RFC 6265), which it sends back to them. A request's own `Cookie`
  /// field comes before those.
  public enum Cookies: Sendable {
    /// Nowhere: they are fields like any other.
    case off
    /// In memory, until the session ends.
    case inMemory
    /// In a file of the Netscape format, read when the session begins and written when it ends; missing, it is made. Cookies
    /// of the session alone are kept in it too.
    case file(String)
  }
}
