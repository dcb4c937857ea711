internal import CCurl

extension CurlLibrary {
  /// Returns libcurl's description of a result code.
  ///
  /// SAFETY: `curl_easy_strerror` returns a constant, NUL-terminated string.
  static func text(of code: CURLcode) -> String {
    unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "libcurl error \(code.rawValue)"
  }
}
