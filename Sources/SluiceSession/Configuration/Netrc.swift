extension Session {
  /// The file with user names and passwords for hosts, in the format of `ftp` and `curl`.
  public enum Netrc: Sendable {
    /// `.netrc` in the home folder.
    case home
    /// The file at the given path.
    case file(String)
  }
}
