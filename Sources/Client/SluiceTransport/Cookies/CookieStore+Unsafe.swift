internal import CCurl
internal import SluiceBody

/// The cookies of a session, which libcurl keeps for all of its exchanges.
///
/// libcurl does not support cookies that several threads use at the same time, whatever locks they take: from 8.12.0
/// to 8.14.1, it reads them outside of the locks. So a session with cookies has a single loop.
///
/// SAFETY: `@unchecked Sendable`, because only libcurl uses the contents of the handle: in `init`, on the loop thread,
/// and in `deinit`, when no exchange is left.
@safe
package final class CookieStore: @unchecked Sendable {
  let handle: UnsafeMutableRawPointer
  private let file: CookieFile?
  /// The cookies after the latest change, as lines in the Netscape format.
  private let lines = Lock<[[UInt8]]>([])

  /// Creates the store, and reads the cookies of a file.
  ///
  /// - Returns: `nil` if the session keeps no cookies, or if libcurl cannot be used.
  package init?(_ cookies: TransportSettings.Cookies) {
    switch cookies {
    case .off: return nil
    case .inMemory: file = nil
    case .file(let path, let keepsAll): file = CookieFile(at: path, keepsSessionCookies: keepsAll)
    }
    guard CurlLibrary.failure == nil, let handle = unsafe curl_share_init() else { return nil }
    unsafe self.handle = handle
    unsafe curl_share_setopt_data(handle, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE)
    if let file { load(file) }
  }

  deinit { unsafe curl_share_cleanup(handle) }

  /// Whether there is a file, which changes are noted for.
  var hasFile: Bool { file != nil }

  /// Notes that the cookies have changed, for the file. Does not block.
  func noteChange(_ lines: [[UInt8]]) {
    self.lines.withLock { $0 = lines }
    file?.noteChange()
  }

  /// Whether cookies have been noted that are not in the file, if there is one.
  package var hasChanges: Bool { file?.hasChanges == true }

  /// Waits until the file, if there is one, contains the cookies that have been noted.
  package func save() async {
    await file?.save { [lines] in lines.withLock { $0 } }
  }

  /// Reads the cookies of a file. Without a readable, regular file, there are none: opening a FIFO or reading a device
  /// might never end.
  private func load(_ file: CookieFile) {
    guard !file.path.utf8.contains(0), (try? FileStatus(ofFileAt: file.path))?.kind == .regular,
      let easy = unsafe curl_easy_init()
    else { return }
    unsafe curl_easy_setopt_pointer(easy, CURLOPT_SHARE, handle)
    unsafe curl_easy_setopt_string(easy, CURLOPT_COOKIEFILE, file.path)
    // Leaves out those that the file has.
    unsafe curl_easy_setopt_long(easy, CURLOPT_COOKIESESSION, file.keepsSessionCookies ? 0 : 1)
    unsafe curl_easy_setopt_string(easy, CURLOPT_COOKIELIST, "RELOAD")
    unsafe curl_easy_cleanup(easy)
  }
}
