internal import CCurl
internal import Glibc

/// The cookies of a session, which libcurl keeps for all of its exchanges.
///
/// SAFETY: `@unchecked Sendable`, because only libcurl uses the contents of the handle, and takes the locks below
/// around each use, on any thread. The locks keep their addresses from `init` to `deinit`.
@safe
final class CookieStore: @unchecked Sendable {
  let handle: UnsafeMutableRawPointer
  private let locks: UnsafeMutableBufferPointer<pthread_mutex_t>
  private let path: String?

  /// Creates the store, and reads the cookies of a file.
  ///
  /// - Returns: `nil` if the session keeps no cookies, or if libcurl cannot be used.
  init?(_ cookies: Session.Cookies) {
    switch cookies {
    case .off: return nil
    case .inMemory: path = nil
    case .file(let path): self.path = path
    }
    guard CurlLibrary.failure == nil, let handle = unsafe curl_share_init() else { return nil }
    unsafe self.handle = handle
    unsafe locks = .allocate(capacity: Int(CURL_LOCK_DATA_LAST.rawValue))
    unsafe locks.initialize(repeating: pthread_mutex_t())
    for index in unsafe locks.indices { unsafe pthread_mutex_init(&locks[index], nil) }
    unsafe curl_share_setopt_locks(
      handle,
      { _, data, _, context in
        if let lock = unsafe CookieStore.lock(data, context) { unsafe pthread_mutex_lock(lock) }
      },
      { _, data, context in
        if let lock = unsafe CookieStore.lock(data, context) { unsafe pthread_mutex_unlock(lock) }
      },
      locks.baseAddress)
    unsafe curl_share_setopt_data(handle, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE)
    command("RELOAD", CURLOPT_COOKIEFILE)
  }

  deinit {
    save()
    unsafe curl_share_cleanup(handle)
    for index in unsafe locks.indices { unsafe pthread_mutex_destroy(&locks[index]) }
    unsafe locks.deallocate()
  }

  /// Writes the cookies to their file, if they have one.
  func save() { command("FLUSH", CURLOPT_COOKIEJAR) }

  /// Reads or writes the file, through a handle without an exchange.
  private func command(_ command: String, _ option: CURLoption) {
    guard let path, !path.utf8.contains(0), let easy = unsafe curl_easy_init() else { return }
    unsafe curl_easy_setopt_pointer(easy, CURLOPT_SHARE, handle)
    unsafe curl_easy_setopt_string(easy, option, path)
    unsafe curl_easy_setopt_string(easy, CURLOPT_COOKIELIST, command)
    // Otherwise, libcurl would save the cookies a second time when the handle is freed.
    unsafe curl_easy_setopt_string(easy, option, nil)
    unsafe curl_easy_cleanup(easy)
  }

  private static func lock(
    _ data: curl_lock_data, _ context: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<pthread_mutex_t>? {
    unsafe context?.assumingMemoryBound(to: pthread_mutex_t.self).advanced(by: Int(data.rawValue))
  }
}
