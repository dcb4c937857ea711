public import SluiceBody

extension TransportSettings {
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
    /// Session cookies, which have no time of expiry, end with the session (RFC 6265 §5.3): they are not stored, and
    /// those of a file by another program are not read. With `keepsSessionCookies`, they are stored with the expiry 0
    /// and read again, as by curl, for a program whose runs are one session.
    ///
    /// The file is read when the session begins. It is written when a response, a redirect or a challenge sets
    /// cookies, before the caller receives the response. A program that ends or is killed afterwards loses no cookies,
    /// with or without ``Session/invalidate()``. A power failure may lose the latest ones. Responses that arrive during
    /// a write share the next one.
    ///
    /// A new file, which only its owner can read and write (0600), replaces the earlier one atomically. Until it is
    /// complete, it has a hidden name that begins with `.sluice-`. If the program is killed meanwhile, the next session
    /// that writes the cookies removes it. A symbolic link is replaced. The file holds no expired cookies. If several
    /// sessions or programs use one file, the last one that writes it replaces the cookies of the others.
    ///
    /// A file that cannot be written does not fail requests: the session keeps the cookies in memory, and logs one
    /// error with the label `sluice`. The same applies if something other than a regular file is at the path, or a file
    /// that cannot be read, whose cookies would be lost. To learn of it before a request is sent, call ``check()``.
    case file(any FilePathConvertible, keepsSessionCookies: Bool = false)
  }
}

extension TransportSettings.Cookies {
  /// Checks that the cookies can be read and saved at the time of the call. Leaves nothing behind.
  ///
  /// ```swift
  /// try await configuration.cookies.check()
  /// ```
  ///
  /// - Throws: A `BodyError` with the path: `write-failed` if no file can be created in the folder, `file-unreadable`
  ///   if the file exists and cannot be read, or `file-exists` if something other than a file of cookies, or an empty
  ///   one, is there.
  public func check() async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try checkOnThread() }
  }

  /// The same for a caller that may block.
  package func checkOnThread() throws(BodyError) {
    if case .file(let path, _) = self { try CookieFile.check(path._filePath) }
  }

  /// Replaces the file of cookies with others in the Netscape format, for a caller that may block.
  package func replaceOnThread(with content: [UInt8]) throws(BodyError) {
    guard case .file(let path, _) = self else { return }
    try DestinationPath(path._filePath).replace(with: content, permissions: 0o600)
  }
}
