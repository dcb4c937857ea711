internal import CCurl

/// A URL, read by the same parser that libcurl connects with, so that nobody can make the two differ.
@safe
final class CurlURL {
  private let handle: OpaquePointer

  /// - Parameter text: an absolute URL.
  init(_ text: String) throws(SessionError) {
    guard let handle = unsafe curl_url() else { throw SessionError(.outOfResources) }
    unsafe self.handle = handle
    try set(text)
  }

  deinit { unsafe curl_url_cleanup(handle) }

  private func set(_ text: String) throws(SessionError) {
    // The C string would end at a NUL, and name another place.
    guard !text.utf8.contains(0) else { throw SessionError(.invalidURL, message: "a NUL in the URL") }
    let code = unsafe curl_url_set(handle, CURLUPART_URL, text, UInt32(CURLU_URLENCODE))
    guard code == CURLUE_OK else {
      let reason = unsafe curl_url_strerror(code).map { unsafe String(cString: $0) }
      throw SessionError(.invalidURL, message: reason)
    }
  }

  var scheme: String? { part(CURLUPART_SCHEME) }
  var host: String? { part(CURLUPART_HOST) }
  /// Of an IPv6 address: the network interface that it is good on (RFC 6874).
  var zone: String? { part(CURLUPART_ZONEID) }
  var port: String? { part(CURLUPART_PORT, CURLU_DEFAULT_PORT) }
  var explicitPort: String? { part(CURLUPART_PORT) }
  var user: String? { part(CURLUPART_USER, CURLU_URLDECODE) }
  var password: String? { part(CURLUPART_PASSWORD, CURLU_URLDECODE) }
  var path: String? { part(CURLUPART_PATH) }
  var query: String? { part(CURLUPART_QUERY) }

  private func part(_ part: CURLUPart, _ flags: CInt = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let start = unsafe text else {
      return nil
    }
    defer { unsafe curl_free(start) }
    return unsafe String(cString: start)
  }
}
