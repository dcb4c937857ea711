internal import CCurl
internal import Glibc
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
  /// `nil` if libcurl cannot be used, or has no memory.
  let handle: UnsafeMutableRawPointer?
  private let file: CookieFile?
  private let state = Lock(State())

  private struct State {
    /// The cookies after the latest change, as lines in the Netscape format.
    var lines: [[UInt8]] = []
    /// The cookies that were removed, and that libcurl still has.
    var removed: [CookieLine] = []
  }

  /// Creates the store, and reads the cookies of a file.
  ///
  /// - Parameters:
  ///   - cookies: The storage.
  ///   - savesFile: Whether the file is written, too. Defaults to `true`.
  /// - Returns: `nil` if the session keeps no cookies.
  package init?(_ cookies: TransportSettings.Cookies, savesFile: Bool = true) {
    let source: CookieFile?
    switch cookies {
    case .off: return nil
    case .inMemory: source = nil
    case .file(let path, let keepsAll): source = CookieFile(at: path._filePath, keepsSessionCookies: keepsAll)
    }
    file = savesFile ? source : nil
    unsafe handle = CurlLibrary.failure == nil ? Self.makeHandle() : nil
    if let source { load(source) }
  }

  deinit { unsafe curl_share_cleanup(handle) }

  private static func makeHandle() -> UnsafeMutableRawPointer? {
    guard let handle = unsafe curl_share_init() else { return nil }
    if unsafe curl_share_setopt_data(handle, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE) == CURLSHE_OK {
      return unsafe handle
    }
    unsafe curl_share_cleanup(handle)
    return nil
  }

  /// Notes that the cookies have changed. Does not block.
  func noteChange(_ lines: [[UInt8]]) {
    state.withLock { $0.lines = Self.lines(lines, without: $0.removed) }
    file?.noteChange()
  }

  /// The cookies, with expired ones.
  package var cookieLines: [CookieLine] { state.withLock { $0.lines }.compactMap { CookieLine($0) } }

  /// Removes cookies: from the file with the next ``save()``, and from libcurl before its next exchange.
  ///
  /// - Complexity: O(*n* · *m*) for *n* cookies and *m* removed ones.
  package func remove(_ cookies: [CookieLine]) {
    state.withLock { state in
      state.removed += cookies
      state.lines = Self.lines(state.lines, without: cookies)
    }
    file?.noteChange()
  }

  private static func lines(_ lines: [[UInt8]], without removed: [CookieLine]) -> [[UInt8]] {
    if removed.isEmpty { return lines }
    return lines.filter { line in
      guard let cookie = CookieLine(line) else { return true }
      return !removed.contains { $0.isSame(as: cookie) }
    }
  }

  /// Returns lines that remove cookies from libcurl, once. For the loop thread.
  func takeRemovals() -> [[UInt8]] {
    state.withLock { state in
      defer { state.removed = [] }
      return state.removed.map(\.expired)
    }
  }

  /// Whether cookies have been noted that are not in the file, if there is one.
  package var hasChanges: Bool { file?.hasChanges == true }

  /// Waits until the file, if there is one, contains the cookies that have been noted.
  package func save() async {
    await file?.save { [state] in state.withLock { $0.lines } }
  }

  /// Reads the cookies of a file. Without a regular file, there are none: opening a FIFO or reading a device might
  /// never end. One that cannot be read is not replaced.
  ///
  /// libcurl does not read the file, because it would not say that it could not.
  private func load(_ file: CookieFile) {
    do throws(SystemError) {
      guard try FileStatus(ofReadableFileAt: file.path).kind == .regular else { return }
      guard unsafe handle != nil, let easy = unsafe curl_easy_init() else {
        throw SystemError(number: ENOMEM)
      }
      defer { unsafe curl_easy_cleanup(easy) }
      try Self.check(unsafe curl_easy_setopt_pointer(easy, CURLOPT_SHARE, handle))
      var given: [[UInt8]] = []
      try CookieLines.forEach(of: .open(file.path, flags: O_RDONLY | O_NONBLOCK)) { line in
        let isKept = file.keepsSessionCookies || CookieLine(line).map { $0.expiry != nil } ?? true
        if isKept { given.append(line) }
      }
      var lines: [[UInt8]] = []
      // libcurl drops a cookie silently if it has no memory, as it drops expired ones. So it gets them twice.
      for _ in 0..<2 where lines.count < given.count {
        for line in given {
          // SAFETY: libcurl copies the text, which ends in a NUL.
          try Self.check(
            unsafe (line + [0]).withUnsafeBytes { text in
              unsafe curl_easy_setopt_string(
                easy, CURLOPT_COOKIELIST, text.bindMemory(to: CChar.self).baseAddress)
            })
        }
        lines = unsafe SluiceTransport.cookieLines(of: easy)
      }
      state.withLock { $0.lines = lines }
    } catch {
      if !error.isMissingFile { file.didFailToLoad(error) }
    }
  }

  /// Checks that libcurl has had memory.
  private static func check(_ result: CURLcode) throws(SystemError) {
    if result != CURLE_OK { throw SystemError(number: ENOMEM) }
  }
}

/// Returns the cookies of an easy handle, or of those that it shares them with, as lines in the Netscape format.
///
/// SAFETY: libcurl returns a list that the caller releases, whose texts end in a NUL.
func cookieLines(of easy: UnsafeMutableRawPointer) -> [[UInt8]] {
  var list: UnsafeMutableRawPointer?
  unsafe curl_easy_getinfo_pointer(easy, CURLINFO_COOKIELIST, &list)
  // Without memory, libcurl returns no list, either, and the file would be emptied.
  if unsafe list == nil { unsafe curl_easy_getinfo_pointer(easy, CURLINFO_COOKIELIST, &list) }
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
