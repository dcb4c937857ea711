internal import CCurl
internal import Glibc

/// libcurl's own URL parser, which decides where libcurl connects.
///
/// SAFETY: the handle is freed when `check` returns, and each string that libcurl allocates is freed after it is
/// copied. The strings that Swift passes are NUL-terminated, and libcurl copies them.
package enum CurlURL {
  /// Checks that libcurl splits a URL into the same parts.
  package static func check(_ url: RequestURL) throws(SessionError) {
    try check(url, writtenAs: url.text)
  }

  /// - Parameter text: The text that libcurl parses, without a NUL.
  static func check(_ url: RequestURL, writtenAs text: String) throws(SessionError) {
    guard let handle = unsafe curl_url() else { throw SessionError(.outOfResources) }
    defer { unsafe curl_url_cleanup(handle) }
    let code = unsafe curl_url_set(handle, CURLUPART_URL, text, SLUICE_CURLU_PATH_AS_IS)
    guard code == CURLUE_OK else {
      if code == CURLUE_OUT_OF_MEMORY { throw SessionError(.outOfResources) }
      let reason = unsafe curl_url_strerror(code).map { unsafe String(cString: $0) } ?? "\(code)"
      throw SessionError(.invalidURL, message: "libcurl reads the URL differently: \(reason)")
    }
    /// Requires that libcurl's text of a part has the expected bytes, or `nil` for a part that is missing.
    func require(
      _ name: String, _ part: CURLUPart, _ expected: Substring?, _ flags: UInt32 = 0
    ) throws(SessionError) {
      var text: UnsafeMutablePointer<CChar>?
      let code = unsafe curl_url_get(handle, part, &text, flags)
      defer { unsafe curl_free(text) }
      if code == CURLUE_OUT_OF_MEMORY { throw SessionError(.outOfResources) }
      let isEqual =
        if code == CURLUE_OK, let start = unsafe text, let expected {
          // Compared by bytes, because `String` compares by canonical equivalence.
          unsafe UnsafeRawBufferPointer(start: start, count: strlen(start)).elementsEqual(expected.utf8)
        } else {
          code != CURLUE_OK && expected == nil
        }
      if !isEqual {
        throw SessionError(.invalidURL, message: "libcurl reads the URL differently: its \(name)")
      }
    }
    let path = url.path
    let query = url.target.utf8.dropFirst(path.utf8.count + 1)
    let (host, zone) = url.origin.hostAndZone
    try require("scheme", CURLUPART_SCHEME, url.origin.scheme[...])
    try require("user", CURLUPART_USER, nil)
    try require("user", CURLUPART_PASSWORD, nil)
    try require("host", CURLUPART_HOST, host)
    try require("host", CURLUPART_ZONEID, zone)
    try require("port", CURLUPART_PORT, url.origin.port[...], SLUICE_CURLU_DEFAULT_PORT)
    try require("path", CURLUPART_PATH, path)
    try require("query", CURLUPART_QUERY, path.endIndex == url.target.endIndex ? nil : Substring(query))
  }
}

extension RequestURL.Origin {
  /// The host without its zone, and the zone of an IPv6 address, or `nil` if it has none: `[fe80::1]` and `eth0`.
  fileprivate var hostAndZone: (host: Substring, zone: Substring?) {
    guard let percent = host.utf8.firstIndex(of: UInt8(ascii: "%")) else { return (host[...], nil) }
    return (host[..<percent] + "]", host[percent...].dropFirst(3).dropLast())
  }
}
