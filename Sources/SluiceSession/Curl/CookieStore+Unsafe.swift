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
  private let file: CookieFile?

  /// Creates the store, and reads the cookies of a file.
  ///
  /// - Returns: `nil` if the session keeps no cookies, or if libcurl cannot be used.
  init?(_ cookies: Session.Cookies) {
    let path: String?
    switch cookies {
    case .off: return nil
    case .inMemory: path = nil
    case .file(let file): path = file
    }
    file = path.map { CookieFile(at: $0) }
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
    if let path { load(path) }
  }

  deinit {
    unsafe curl_share_cleanup(handle)
    for index in unsafe locks.indices { unsafe pthread_mutex_destroy(&locks[index]) }
    unsafe locks.deallocate()
  }

  /// Notes a line of a head that sets a cookie, once libcurl has stored the cookie. Does not block.
  func noteChange() { file?.noteChange() }

  /// Whether cookies have been noted that are not in the file, if there is one.
  var hasChanges: Bool { file?.hasChanges == true }

  /// Waits until the file, if there is one, contains the cookies that have been noted.
  func save() async { await file?.save { try self.lines() } }

  /// Reads the cookies of a file. Without a readable file, there are none.
  private func load(_ path: String) {
    guard !path.utf8.contains(0), let easy = unsafe curl_easy_init() else { return }
    unsafe curl_easy_setopt_pointer(easy, CURLOPT_SHARE, handle)
    unsafe curl_easy_setopt_string(easy, CURLOPT_COOKIEFILE, path)
    unsafe curl_easy_setopt_string(easy, CURLOPT_COOKIELIST, "RELOAD")
    unsafe curl_easy_cleanup(easy)
  }

  /// Returns the cookies, as lines in the Netscape format.
  private func lines() throws(SessionError) -> [[UInt8]] {
    guard let easy = unsafe curl_easy_init() else { throw SessionError(.outOfResources) }
    defer { unsafe curl_easy_cleanup(easy) }
    unsafe curl_easy_setopt_pointer(easy, CURLOPT_SHARE, handle)
    var list: UnsafeMutableRawPointer?
    unsafe curl_easy_getinfo_pointer(easy, CURLINFO_COOKIELIST, &list)
    let first = unsafe list?.assumingMemoryBound(to: curl_slist.self)
    defer { unsafe curl_slist_free_all(first) }
    var lines: [[UInt8]] = []
    var next = unsafe first
    while let entry = unsafe next {
      if let text = unsafe entry.pointee.data {
        unsafe lines.append([UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text))))
      }
      unsafe next = entry.pointee.next
    }
    return lines
  }

  private static func lock(
    _ data: curl_lock_data, _ context: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<pthread_mutex_t>? {
    unsafe context?.assumingMemoryBound(to: pthread_mutex_t.self).advanced(by: Int(data.rawValue))
  }
}
