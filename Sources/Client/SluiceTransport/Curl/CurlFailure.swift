internal import CCurl
internal import SluiceBody

/// The details that libcurl reports about a failed exchange.
struct CurlFailure {
  /// libcurl's result code.
  var result: CURLcode
  /// libcurl's message, or `nil` if there is none.
  var message: String?
  /// The number of the system error that caused the failure; 0 if there is none.
  var systemError = 0
  /// The reason for which the system has not opened a socket, or `nil` if it has. libcurl does not report it.
  var socketError: SystemError?
  /// The status of a proxy's response to CONNECT; 0 if there was none.
  var proxyStatus = 0
  /// The reason for which a SOCKS proxy could not be used.
  var proxyError = CURLPX_OK
}

extension SessionError {
  init(_ failure: CurlFailure) {
    // libcurl's message quotes the URL, including its password.
    if failure.message?.hasPrefix("Unsupported proxy ") == true {
      self.init(.invalidURL, message: "the URL of the proxy is not valid")
      return
    }
    if failure.isRefusalOfTunnel {
      self.init(
        .proxyRefused, message: "the proxy responded \(failure.proxyStatus) to CONNECT",
        proxyStatus: failure.proxyStatus)
      return
    }
    let message = failure.message ?? CurlLibrary.text(of: failure.result)
    let reason = failure.result == CURLE_COULDNT_CONNECT ? failure.socketError.map { ": \($0)" } : nil
    self.init(failure.code ?? .failed, message: message + (reason ?? ""))
  }
}

extension CurlFailure {
  /// The session's error code for the failure, the same in every version of libcurl, or `nil` for a result that this
  /// mapping does not list.
  ///
  /// It lists all of libcurl's results, so that a test detects a new one.
  var code: ErrorCode? {
    switch result {
    case CURLE_PROXY where isRefusalOfSOCKS: .proxyRefused
    case CURLE_RECV_ERROR: receiveCode
    case CURLE_HTTP2, CURLE_HTTP2_STREAM: http2Code
    case CURLE_HTTP3: http3Code
    case CURLE_COULDNT_CONNECT where isAboutTrust, CURLE_QUIC_CONNECT_ERROR where isAboutTrust: .untrusted
    case CURLE_URL_MALFORMAT: .invalidURL
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownHost
    case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_NO_CONNECTION_AVAILABLE, CURLE_PROXY,
      CURLE_QUIC_CONNECT_ERROR:
      .connectionFailed
    case CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_SEND_FAIL_REWIND, CURLE_PARTIAL_FILE: .connectionLost
    // The unsupported protocol is the one that the peer speaks instead of HTTP. An upload fails if the peer has
    // responded in HTTP/1.0, which has no bodies of unknown size.
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_UPLOAD_FAILED,
      CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP_RETURNED_ERROR, CURLE_RANGE_ERROR, SLUICE_CURLE_TOO_LARGE:
      .invalidResponse
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      .untrusted
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
      CURLE_SSL_CRL_BADFILE, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED,
      SLUICE_CURLE_ECH_REQUIRED:
      .tlsFailed
    case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, SLUICE_CURLE_UNRECOVERABLE_POLL: .outOfResources
    // An option that this libcurl does not support, or that is malformed.
    case CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_SETOPT_OPTION_SYNTAX:
      .invalidConfiguration
    case CURLE_READ_ERROR where isAboutNetrc: .invalidConfiguration
    // These end an exchange from a callback; the exchange holds the actual error.
    case CURLE_READ_ERROR, CURLE_WRITE_ERROR, CURLE_ABORTED_BY_CALLBACK: .failed
    // Not used by HTTP, or about features that Sluice does not use.
    case CURLE_REMOTE_ACCESS_DENIED, CURLE_QUOTE_ERROR, CURLE_BAD_DOWNLOAD_RESUME,
      CURLE_FILE_COULDNT_READ_FILE, CURLE_LDAP_CANNOT_BIND, CURLE_LDAP_SEARCH_FAILED,
      CURLE_TOO_MANY_REDIRECTS, CURLE_FILESIZE_EXCEEDED, CURLE_LOGIN_DENIED, CURLE_TFTP_NOTFOUND,
      CURLE_TFTP_PERM, CURLE_REMOTE_DISK_FULL, CURLE_TFTP_ILLEGAL, CURLE_TFTP_UNKNOWNID,
      CURLE_REMOTE_FILE_EXISTS, CURLE_TFTP_NOSUCHUSER, CURLE_REMOTE_FILE_NOT_FOUND, CURLE_SSH, CURLE_AGAIN,
      CURLE_FTP_PRET_FAILED, CURLE_RTSP_CSEQ_ERROR, CURLE_RTSP_SESSION_ERROR, CURLE_FTP_BAD_FILE_LIST,
      CURLE_CHUNK_FAILED, CURLE_RECURSIVE_API_CALL, CURLE_AUTH_ERROR, CURLE_FTP_ACCEPT_FAILED,
      CURLE_FTP_WEIRD_PASS_REPLY, CURLE_FTP_ACCEPT_TIMEOUT, CURLE_FTP_WEIRD_PASV_REPLY,
      CURLE_FTP_WEIRD_227_FORMAT, CURLE_FTP_CANT_GET_HOST, CURLE_FTP_COULDNT_SET_TYPE,
      CURLE_FTP_COULDNT_RETR_FILE, CURLE_FTP_PORT_FAILED, CURLE_FTP_COULDNT_USE_REST:
      .failed
    // Numbers that libcurl has retired over time.
    case _ where [20, 24, 29, 32, 34, 40, 41, 44, 46, 50, 51, 57, 62, 75, 76].contains(result.rawValue):
      .failed
    default: nil
    }
  }

  /// Whether libcurl's limit of 300 KiB for all heads of an exchange has passed, those of interim responses included.
  var isAboutAllHeads: Bool { message?.hasPrefix("Too large response headers") == true }

  /// Whether libcurl's limit of 5,000 fields has passed, which it has since 8.7.0.
  var isAboutFieldCount: Bool { message?.hasPrefix("Too many response headers") == true }

  /// Whether libcurl has refused two different `Location` fields. One of them may be that of an interim response.
  var isAboutLocations: Bool { message?.hasPrefix("Multiple Location") == true }

  /// Whether the server's certificate or key was refused. Where HTTP/3 may fall back, libcurl's result is that of QUIC,
  /// and its message that of TLS.
  private var isAboutTrust: Bool {
    guard let message else { return false }
    return message.hasPrefix("SSL certificate ") || message.hasPrefix("SSL: ")
  }

  /// Whether the netrc file is malformed.
  private var isAboutNetrc: Bool { message?.contains("netrc") == true }

  /// Whether there is no tunnel because an HTTP proxy has refused it. How libcurl reports that depends on its version,
  /// and on how the proxy ends the connection.
  fileprivate var isRefusalOfTunnel: Bool {
    let results = [
      CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_COULDNT_CONNECT, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE,
      CURLE_PROXY, CURLE_HTTP_RETURNED_ERROR,
    ]
    return proxyStatus >= 300 && results.contains(result)
  }

  /// Whether a SOCKS proxy rejects the client or its request. A proxy that cannot reach the host does not count.
  private var isRefusalOfSOCKS: Bool {
    [
      CURLPX_NO_AUTH, CURLPX_USER_REJECTED, CURLPX_IDENTD, CURLPX_IDENTD_DIFFER, CURLPX_REPLY_NOT_ALLOWED,
      CURLPX_REPLY_COMMAND_NOT_SUPPORTED, CURLPX_REPLY_ADDRESS_TYPE_NOT_SUPPORTED,
    ].contains(proxyError)
  }

  /// The code for `CURLE_RECV_ERROR`, which stands for broken connections and for malformed bytes, such as a bad chunk
  /// size.
  private var receiveCode: ErrorCode {
    // Without a message, libcurl has found nothing wrong with the bytes: the peer has ended an HTTP/2 connection.
    guard systemError == 0, let message else { return .connectionLost }
    // The end of a connection without `close_notify`, by OpenSSL and by GnuTLS, an HTTP/2 server that refuses the
    // request on each of several connections, and QUIC: a port that is closed, or a peer that has ended the connection.
    let ends = ["unexpected eof", "non-properly terminated", "Connection died", "QUIC: recv", "ERR_DRAINING"]
    if ends.contains(where: message.contains) { return .connectionLost }
    return message.contains("SSL") || message.contains("TLS") ? .tlsFailed : .invalidResponse
  }

  /// The code for an error of HTTP/2. A server that fails resets the stream, where it would close an HTTP/1.1
  /// connection. If the server's frames are malformed, libcurl resets it.
  private var http2Code: ErrorCode {
    guard let message else { return .connectionLost }
    // PROTOCOL_ERROR, FLOW_CONTROL_ERROR, FRAME_SIZE_ERROR and COMPRESSION_ERROR (RFC 9113 §7), as libcurl writes them
    // before 8.19.0 and since.
    let isMalformed = [1, 3, 6, 9].contains {
      message.contains("(err \($0))") || message.contains("(error 0x\($0) ")
    }
    // Since 8.19.0, the text says who has reset the stream.
    let isReset = ["closed cleanly", "reset by server"].contains(where: message.contains)
    return isReset && !isMalformed ? .connectionLost : .invalidResponse
  }

  /// The code for an error of HTTP/3. A server that fails resets the stream (RFC 9114 §8.1).
  private var http3Code: ErrorCode {
    guard let message else { return .connectionLost }
    return message.contains("reset by server") ? .connectionLost : .invalidResponse
  }
}
