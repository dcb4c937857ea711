extension Session {
  /// Which file has names and passwords for hosts, as `ftp` and `curl` read it.
  public enum Netrc: Sendable {
    /// `.netrc` in the home folder.
    case home
    case file(String)
  }
}
