internal import CCurl

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
    func part(_ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      let code = unsafe curl_url_get(handle, part, &text, flags)
      guard code == CURLUE_OK, let start = unsafe text else { return nil }
      defer { unsafe curl_free(start) }
      return unsafe String(cString: start)
    }
    func require(_ name: String, _ text: String?, _ expected: String?) throws(SessionError) {
      // Compared by bytes, because `String` compares by canonical equivalence.
      guard text.map({ Array($0.utf8) }) == expected.map({ Array($0.utf8) }) else {
        throw SessionError(.invalidURL, message: "libcurl reads the URL differently: its \(name)")
      }
    }
    let path = String(url.path)
    let query = url.target.utf8.dropFirst(path.utf8.count)
    var host = part(CURLUPART_HOST)
    if let zone = part(CURLUPART_ZONEID) { host = host.map { "\($0.dropLast())%25\(zone)]" } }
    try require("scheme", part(CURLUPART_SCHEME), url.origin.scheme)
    try require("user", part(CURLUPART_USER) ?? part(CURLUPART_PASSWORD), nil)
    try require("host", host, url.origin.host)
    try require("port", part(CURLUPART_PORT, SLUICE_CURLU_DEFAULT_PORT), url.origin.port)
    try require("path", part(CURLUPART_PATH), path)
    try require("query", part(CURLUPART_QUERY), query.isEmpty ? nil : String(Substring(query.dropFirst())))
  }
}
