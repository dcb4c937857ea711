internal import CCurl

extension SessionError {
  /// What a libcurl result code means here.
  ///
  /// - Parameter systemError: the number of the system's error behind it, 0 where there is none.
  /// - Parameter proxyStatus: the status of a proxy's answer to CONNECT, 0 where there was none.
  init(_ result: CURLcode, message: String?, systemError: Int = 0, proxyStatus: Int = 0) {
    // libcurl's own words quote the URL, password and all.
    if message?.hasPrefix("Unsupported proxy ") == true {
      self.init(.invalidURL, message: "the proxy's URL cannot be used")
      return
    }
    let code: Code =
      switch result {
      case CURLE_URL_MALFORMAT: .invalidURL
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownHost
      case CURLE_COULDNT_CONNECT: .connectionFailed
      case CURLE_RECV_ERROR where proxyStatus >= 300: .connectionFailed
      // What was received makes no sense, such as a chunk's size or too large a head.
      case CURLE_RECV_ERROR where systemError == 0: .invalidResponse
      case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_SEND_FAIL_REWIND, CURLE_PARTIAL_FILE:
        .connectionLost
      // The protocol that is not supported is whatever the peer speaks in place of HTTP.
      case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2,
        CURLE_HTTP2_STREAM, CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP_RETURNED_ERROR:
        .invalidResponse
      case CURLE_OPERATION_TIMEDOUT: .timedOut
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_INVALIDCERTSTATUS:
        .untrusted
      case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE,
        CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
        .tlsFailed
      case CURLE_OUT_OF_MEMORY: .outOfResources
      default: .failed
      }
    self.init(
      code, message: message ?? CurlLibrary.text(of: result),
      proxyStatus: proxyStatus == 0 ? nil : proxyStatus)
  }
}
