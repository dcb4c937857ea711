package import SluiceBody

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
    if case .file(let path, _) = self { try CookieFile.check(path) }
  }
}
