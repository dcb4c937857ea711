internal import CCurl
internal import Glibc

extension CurlLibrary {
  /// Returns a variable of the environment as libcurl reads it, or `nil` if it is not set.
  ///
  /// SAFETY: the text is copied at once. Like libcurl, this relies on no thread changing the environment.
  package static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Returns libcurl's description of a result code.
  ///
  /// SAFETY: `curl_easy_strerror` returns a constant, NUL-terminated string.
  static func text(of code: CURLcode) -> String {
    unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "libcurl error \(code.rawValue)"
  }
}
