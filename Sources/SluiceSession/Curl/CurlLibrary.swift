internal import CCurl
internal import Glibc

/// The library as a whole.
enum CurlLibrary {
  /// Whether the library could be set up, which is done once, before any thread uses it.
  static let isReady: Bool = {
    let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    // Registered after the TLS library's own handlers, so run before them: no loop may run into their clean-up.
    atexit { CurlLoop.stopAll() }
    return isReady
  }()

  /// Its name and version as a product of `User-Agent`, such as `libcurl/7.88.1`.
  static let product: String = {
    guard let versions = unsafe curl_version() else { return "libcurl" }
    return unsafe String(String(cString: versions).prefix { $0 != " " })
  }()

  /// Whether HTTP/2 can be relied on. Before version 8 uploads can stall, and a connection that was known to speak it fails
  /// when it is used again.
  static let hasReliableHTTP2 = curl_version_number() >= 0x080000

  static func text(of code: CURLcode) -> String {
    unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? "libcurl error \(code.rawValue)"
  }
}
