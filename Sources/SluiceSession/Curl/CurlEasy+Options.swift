internal import CCurl
internal import HTTPTypes
internal import SluiceBody

extension CurlEasy {
  func configure(for request: ExchangeRequest) {
    set(CURLOPT_NOSIGNAL, true)
    // Else ending an exchange would wait for the system to give up on a host's name, and so would all others.
    set(CURLOPT_QUICK_EXIT, true)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_URL, request.url.text)
    // Redirects are followed by the session, which knows what to leave behind and whether the body can be sent again.
    set(CURLOPT_FOLLOWLOCATION, false)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    setMethodAndBody(of: request)
    setFields(fieldLines(of: request))
    if let credential = request.credential { set(credential) }
    set(request.configuration)
  }

  private func setMethodAndBody(of request: ExchangeRequest) {
    if request.body != nil {
      // POST with another verb, whatever the method: libcurl's PUT mode knows no chunked body without a field for it.
      set(CURLOPT_POST, true)
      if let byteCount = request.byteCount { set(CURLOPT_POSTFIELDSIZE_LARGE, offset: byteCount) }
      // A transfer at a time over HTTP/2 stalls an upload in libcurl before 8.
      set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
      set(CURLOPT_UPLOAD_BUFFERSIZE, request.uploadBufferSize)
    } else if [.post, .put, .patch].contains(request.method) {
      // A body that is expected and missing is announced as empty (RFC 9110 §8.6).
      set(CURLOPT_POST, true)
      set(CURLOPT_POSTFIELDSIZE_LARGE, offset: 0)
    } else if request.method == .head {
      set(CURLOPT_NOBODY, true)
    }
    set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
  }

  private func fieldLines(of request: ExchangeRequest) -> [String] {
    var lines: [String] = []
    for field in request.fields where !Self.ownFields.contains(field.name) {
      lines.append(field.value.isEmpty ? "\(field.name.rawName);" : "\(field.name.rawName): \(field.value)")
    }
    // libcurl would call every body a form.
    if request.fields[.contentType] == nil { lines.append("Content-Type:") }
    return lines
  }

  /// What the body decides, and nobody else.
  private static let ownFields: Set<HTTPField.Name> = [.contentLength, .transferEncoding]

  private func set(_ credential: Credential) {
    set(CURLOPT_USERNAME, credential.user)
    set(CURLOPT_PASSWORD, credential.password)
    // CURLAUTH_BASIC and CURLAUTH_DIGEST, macros that Swift does not see. With both, libcurl waits to be asked.
    set(CURLOPT_HTTPAUTH, 1 << 0 | 1 << 1)
  }

  private func set(_ configuration: Session.Configuration) {
    // 0 would mean libcurl's own five minutes.
    set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout?.milliseconds ?? Int(Int32.max))
    set(CURLOPT_TIMEOUT_MS, configuration.timeout?.milliseconds ?? 0)
    if let rate = configuration.maximumSendRate { set(CURLOPT_MAX_SEND_SPEED_LARGE, offset: rate) }
    if let proxy = configuration.proxy { set(CURLOPT_PROXY, proxy) }
    if let path = configuration.unixSocketPath { set(CURLOPT_UNIX_SOCKET_PATH, path) }
    switch configuration.httpVersion {
    case .http1: set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    case .http2: set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    case nil: break
    }
    switch configuration.trust.authorities {
    case .system: break
    case .file(let path): set(CURLOPT_CAINFO, path)
    case .none:
      set(CURLOPT_SSL_VERIFYPEER, false)
      set(CURLOPT_SSL_VERIFYHOST, 0)
    }
    if !configuration.trust.pinnedPublicKeys.isEmpty {
      set(CURLOPT_PINNEDPUBLICKEY, configuration.trust.pinnedPublicKeys.joined(separator: ";"))
    }
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, so that a short limit is not none.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    let whole = Int64(clamping: seconds).multipliedReportingOverflow(by: 1000)
    if whole.overflow { return Int(Int32.max) }
    return max(
      1,
      min(
        Int(Int32.max),
        Int(whole.partialValue) + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)))
  }
}
