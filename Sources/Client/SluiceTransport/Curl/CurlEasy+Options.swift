internal import CCurl
internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceSerialization

extension CurlEasy {
  /// Sets the options for a request. ``refusal`` is set if libcurl cannot take one of them.
  ///
  /// A handle that is used again has the options of an earlier plain request of the session
  /// (``ExchangeRequest/isPlain``).
  func configure(for request: ExchangeRequest) {
    if last == nil {
      configure(for: request.settings.values)
      if let certificate = request.clientCertificate { set(certificate) }
    }
    let (hasURL, hasLines) = (last?.hasURL(of: request) == true, last?.hasLines(of: request) == true)
    if !hasURL { setURL(request.url, ofUser: request.netrcUser) }
    if request.url.origin.scheme == "https", !CurlFeature.truncationAlert.isAvailable {
      watchForCloseNotify()
    }
    if !hasLines { setFields(fieldLines(of: request)) }
    // For plain requests of a session, only the scheme decides.
    if last?.url.origin.scheme != request.url.origin.scheme { setVersion(for: request) }
    let hasLimit = last?.timeLimit == request.policy.timeLimit
    // libcurl reads 0 as "no limit", its default.
    if !hasLimit { set(CURLOPT_TIMEOUT_MS, request.policy.timeLimit?.milliseconds ?? 0) }
    if request.isPlain {
      if !(hasURL && hasLines && hasLimit) { last = LastRequest(request) }
      return
    }
    setMethodAndBody(of: request)
    setCredentials(of: request)
    if let cookies = request.cookies {
      set(cookies)
      // Set as an option, because libcurl would send a second `Cookie` field otherwise.
      let own = request.fields[values: .cookie].joined(separator: "; ")
      if !own.isEmpty { set(CURLOPT_COOKIE, own) }
    }
  }

  /// Removes the time limit of a running transfer.
  func removeTimeLimit() {
    set(CURLOPT_TIMEOUT_MS, 0)
    last?.timeLimit = nil
  }

  private func setMethodAndBody(of request: ExchangeRequest) {
    if request.hasBody {
      // Every body is sent as a POST with a custom verb, because libcurl's PUT mode sends a chunked body only if a
      // field asks for it.
      set(CURLOPT_POST, true)
      if let byteCount = request.byteCount { set(CURLOPT_POSTFIELDSIZE_LARGE, offset: byteCount) }
      set(CURLOPT_UPLOAD_BUFFERSIZE, request.uploadBufferByteCount)
      watchForReset()
    } else if request.hasContent {
      // A missing body of a method that expects one is sent as an empty body (RFC 9110 §8.6).
      set(CURLOPT_POST, true)
      set(CURLOPT_POSTFIELDSIZE_LARGE, offset: 0)
    } else if request.method == .head {
      set(CURLOPT_NOBODY, true)
    }
    // libcurl sends `GET` by itself if there is no body.
    if request.method != .get || request.hasBody { set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
  }

  /// Selects the version of HTTP by the session's configuration, the size of the body and the version of libcurl:
  ///
  /// | configuration | libcurl 8 but 8.5.0 | before 8.0.0 | 8.5.0 |
  /// | --- | --- | --- | --- |
  /// | `nil` | HTTP/2 if TLS negotiates it | the same, but HTTP/1.1 for large bodies | HTTP/1.1 |
  /// | `.http1` | HTTP/1.1 | HTTP/1.1 | HTTP/1.1 |
  /// | `.http2` | HTTP/2 if TLS negotiates it | the same | the same, unshared |
  /// | `.http2PriorKnowledge` | HTTP/2 | HTTP/2, unshared | HTTP/2, unshared |
  /// | `.http3` | HTTP/3 if the server is reached over QUIC, otherwise as `.http2` | | |
  /// | `.http3Only` | HTTP/3 | | |
  ///
  /// With TLS, a request that is sent without its body first (``ExchangeRequest/isProbed``) has HTTP/1.1, except with
  /// the last two.
  /// A large body has more than 64 KiB or an unknown size. Unshared: each exchange has a connection of its own.
  /// Before 8.0.0, uploads can stall, and a connection that was made with prior knowledge fails when it is reused.
  /// Then too, only OpenSSL tells which connections are of HTTP/1 (``CurlFeature/soleUse``), so others have no HTTP/2.
  /// 8.5.0 loses the end of a response whose stream is paused (``CurlFeature/receivePause``). A libcurl that was built
  /// without HTTP/2 negotiates none. A session does not start with a version that libcurl lacks
  /// (``CurlLibrary/failure(for:)``).
  private func setVersion(for request: ExchangeRequest) {
    let (isReliable, pauses) = (CurlFeature.reliableHTTP2.isAvailable, CurlFeature.receivePause.isAvailable)
    let hasHTTP2 = CurlLibrary.hasHTTP2 && (CurlFeature.soleUse.isAvailable || Self.usesOpenSSL)
    let version =
      switch request.settings.values.httpVersion {
      case .http2PriorKnowledge: SLUICE_CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
      case .http3Only: SLUICE_CURL_HTTP_VERSION_3ONLY
      case .http3: SLUICE_CURL_HTTP_VERSION_3
      case _ where !hasHTTP2: SLUICE_CURL_HTTP_VERSION_1_1
      case .http1: SLUICE_CURL_HTTP_VERSION_1_1
      case _ where request.isProbed: SLUICE_CURL_HTTP_VERSION_1_1
      case .http2: SLUICE_CURL_HTTP_VERSION_2TLS
      case nil:
        !pauses || (request.isLarge && !isReliable)
          ? SLUICE_CURL_HTTP_VERSION_1_1 : SLUICE_CURL_HTTP_VERSION_2TLS
      }
    set(CURLOPT_HTTP_VERSION, version)
    let isOnItsOwn =
      (version != SLUICE_CURL_HTTP_VERSION_1_1 && !pauses)
      || (version == SLUICE_CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE && !isReliable)
    if isOnItsOwn {
      set(CURLOPT_FRESH_CONNECT, true)
      set(CURLOPT_FORBID_REUSE, true)
    }
    // A connection that is being established may turn out to carry several exchanges: wait for it and do not open a
    // second one.
    let mayBeShared = request.url.origin.scheme == "https" && version != SLUICE_CURL_HTTP_VERSION_1_1
    set(CURLOPT_PIPEWAIT, mayBeShared && !isOnItsOwn)
  }

  /// Returns the lines of the request's fields in the form that libcurl expects.
  private func fieldLines(of request: ExchangeRequest) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    lines.reserveCapacity(request.fields.count + 2)
    for field in request.fields.withSingleCookie where !isOwn(field, of: request) {
      var line: [UInt8] = []
      line.reserveCapacity(field.name.rawName.utf8.count + field.value.utf8.count + 2)
      line += field.name.rawName.utf8
      line += (field.value.isEmpty ? ";" : ": ").utf8
      field.appendValue(to: &line)
      lines.append(line)
    }
    if let authorization = request.credential?.authorization {
      lines.append(Array("Authorization: \(authorization)".utf8))
    }
    // libcurl would add `application/x-www-form-urlencoded` otherwise.
    if request.hasContent, !request.fields.contains(.contentType) {
      lines.append(Array("Content-Type:".utf8))
    }
    if let expectation = expectation(of: request) { lines.append(Array(expectation.utf8)) }
    return lines
  }

  /// Whether a field of the request is not sent as given: the body determines its framing, the cookie store sends the
  /// cookies, and the netrc file has the password.
  private func isOwn(_ field: HTTPField, of request: ExchangeRequest) -> Bool {
    field.name == .contentLength || field.name == .transferEncoding
      || field.name == .cookie && request.cookies != nil
      || field.name == .authorization && request.netrcUser != nil
  }

  /// Returns the line of the `Expect` field, or `nil` if libcurl or the request itself decides.
  private func expectation(of request: ExchangeRequest) -> String? {
    guard request.hasBody, request.fields[.expect] == nil else { return nil }
    guard request.message.awaitsContinue else { return "Expect:" }
    return request.asksForContinue ? "Expect: 100-continue" : nil
  }

  // MARK: Credentials

  private func setCredentials(of request: ExchangeRequest) {
    // A server can declare each answer to its challenges stale, or each of them new.
    set(CURLOPT_MAXREDIRS, Self.maximumAnswerCount)
    if let credential = request.credential, credential.authorization == nil,
      case .password(let user, let password, let scheme) = credential.kind
    {
      set(CURLOPT_USERNAME, user)
      set(CURLOPT_PASSWORD, password)
      set(CURLOPT_HTTPAUTH, Self.mask(scheme, for: request))
    }
    if case .password(let user, let password, let scheme) = request.proxyCredential?.kind {
      set(CURLOPT_PROXYUSERNAME, user)
      set(CURLOPT_PROXYPASSWORD, password)
      set(CURLOPT_PROXYAUTH, Self.mask(scheme, for: request))
    }
    if let netrc = request.settings.values.netrc, request.mayUseNetrc {
      set(CURLOPT_NETRC, SLUICE_CURL_NETRC_OPTIONAL)
      // By default, libcurl reads the file that the variable `NETRC` names, since 8.16.0.
      set(CURLOPT_NETRC_FILE, path: netrc.path)
    }
  }

  /// The maximum number of times that libcurl repeats a request for a challenge.
  private static let maximumAnswerCount = 4

  /// Returns libcurl's mask of schemes. With both schemes, libcurl sends no credential before the challenge.
  private static func mask(_ scheme: Credential.Scheme?, for request: ExchangeRequest) -> Int {
    switch scheme {
    case .basic: SLUICE_CURLAUTH_BASIC
    case .digest: request.isProbed ? SLUICE_CURLAUTH_DIGEST : SLUICE_CURLAUTH_DIGEST_IF_ASKED
    case nil: SLUICE_CURLAUTH_BASIC | SLUICE_CURLAUTH_DIGEST
    }
  }

  /// A peer that libcurl has sent a request to without its body, to get a challenge of HTTP Digest
  /// (``ExchangeRequest/isProbed``).
  enum Probed { case host, proxy }

  /// Returns the peer from which libcurl waits for a challenge, or `nil` if it has sent the whole request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - earlier: The status of the response before, or `nil` if there was none.
  func probed(by request: ExchangeRequest, after earlier: Int?) -> Probed? {
    guard request.isProbed else { return nil }
    if request.credential?.isDigest == true { return [nil, 407].contains(earlier) ? .host : nil }
    return earlier == nil ? .proxy : nil
  }

  /// Whether the exchange may end with a response to such a request. libcurl 7.88 would send the next request on the
  /// connection without its body, too, unless it has a password.
  func mayEnd(_ probed: Probed, with head: HTTPResponse) -> Bool {
    switch (head.status.code, probed) {
    case (200..<300, .host), (407, _): return false
    case (401, .host):
      return !head.headerFields[values: .wwwAuthenticate]
        .flatMap { AuthenticationChallenge.challenges(in: $0) }.contains { Self.answers($0) }
    default: return true
    }
  }

  /// Whether libcurl would answer the first challenge for a digest, the one that it selects, with a wrong one: some
  /// versions compute SHA-256 for SHA-512-256 (RFC 7616 §3.7), and all take the body for an empty one if they have to
  /// prove it (§3.4.3).
  private static func answersWrongly(_ head: HTTPResponse, to request: ExchangeRequest) -> Bool {
    let name = head.status.code == 407 ? HTTPField.Name.proxyAuthenticate : .wwwAuthenticate
    let challenge = head.headerFields[values: name]
      .flatMap { AuthenticationChallenge.challenges(in: $0) }.first { $0.scheme == "digest" }
    guard let challenge else { return false }
    return ["sha-512-256", "sha-512-256-sess"].contains(challenge["algorithm"])
      || (challenge.provesBody && request.hasBody && request.byteCount != 0)
  }

  /// Whether every version of libcurl answers a challenge to a request with a body with a digest.
  private static func answers(_ challenge: AuthenticationChallenge) -> Bool {
    challenge.scheme == "digest" && challenge["nonce"] != nil && !challenge.provesBody
      && ["md5", "md5-sess", "sha-256", "sha-256-sess"].contains(challenge["algorithm"] ?? "md5")
  }

  /// Whether libcurl itself may repeat the request after a response. Prevents it from answering a challenge wrongly.
  ///
  /// - Parameters:
  ///   - head: The head of the response.
  ///   - probed: ``probed(by:after:)``. After a host's success without a challenge, libcurl sends the whole request.
  ///   - request: The request.
  func repeatsRequest(after head: HTTPResponse, probed: Probed?, of request: ExchangeRequest) -> Bool {
    if probed == nil, request.credential == nil, request.proxyCredential == nil { return false }
    let mayRepeat =
      switch head.status.code {
      case 200..<300: probed == .host
      case 401: request.credential != nil && request.credential?.authorization == nil
      case 407: request.proxyCredential != nil
      default: false
      }
    guard mayRepeat, [401, 407].contains(head.status.code), Self.answersWrongly(head, to: request)
    else {
      return mayRepeat
    }
    preventRepetition()
    return false
  }

  /// Sets whether another exchange may use the connection after this one.
  func setKeepsConnection(_ keeps: Bool) {
    keepsConnection = keeps
    set(CURLOPT_FORBID_REUSE, !keeps)
  }

  /// Makes libcurl send the body at the end of its second for 100 (Continue).
  ///
  /// After another interim response, some versions begin a new second, at whose end they do nothing.
  func endWaitForContinue() { set(CURLOPT_EXPECT_100_TIMEOUT_MS, 0) }

  /// Prevents libcurl from repeating the request. After 417, it would send the same `Expect` field over the same
  /// connection, as often as the server responds with 417. The exchange ends with `CURLE_TOO_MANY_REDIRECTS` after the
  /// response, without its body.
  func preventRepetition() { set(CURLOPT_MAXREDIRS, 0) }

  // MARK: Settings that all exchanges of a session share

  private func configure(for settings: TransportSettings.Values) {
    set(CURLOPT_NOSIGNAL, true)
    // Otherwise, ending an exchange blocks the loop, and thereby all other exchanges, until the system gives up looking
    // up the host.
    if CurlFeature.quickExit.isAvailable { set(SLUICE_CURLOPT_QUICK_EXIT, true) }
    if CurlFeature.protocolsByName.isAvailable {
      set(SLUICE_CURLOPT_PROTOCOLS_STR, "http,https")
    } else {
      set(SLUICE_CURLOPT_PROTOCOLS, SLUICE_CURLPROTO_HTTP_AND_HTTPS)
    }
    // The path is normalized already, by rules that do not depend on libcurl's version.
    set(CURLOPT_PATH_AS_IS, true)
    // The session follows redirects, because it knows which fields to remove and whether the body can be sent again.
    set(CURLOPT_FOLLOWLOCATION, false)
    // ChunkDecoder is stricter, and the same with every version.
    set(CURLOPT_HTTP_TRANSFER_DECODING, false)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    setConnection(of: settings)
    setTrust(of: settings)
  }

  private func setConnection(of settings: TransportSettings.Values) {
    // libcurl reads 0 as its own default of five minutes.
    set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout?.milliseconds ?? Int(Int32.max))
    if let rate = settings.maximumSendRate { set(CURLOPT_MAX_SEND_SPEED_LARGE, offset: rate) }
    if let rate = settings.maximumReceiveRate {
      set(CURLOPT_MAX_RECV_SPEED_LARGE, offset: rate)
    }
    // A piece is received when the shared rate allows all of it.
    if let rate = settings.maximumTotalReceiveRate {
      set(CURLOPT_BUFFERSIZE, Int(min(max(rate / 10, 1024), 96 * 1024)))
    }
    if let proxy = settings.proxy {
      set(CURLOPT_PROXY, proxy)
      // The environment has no exceptions from a proxy that it has not selected.
      set(CURLOPT_NOPROXY, "")
    }
    if let path = settings.unixSocketPath { set(CURLOPT_UNIX_SOCKET_PATH, path: path) }
    if let interface = settings.networkInterface { set(CURLOPT_INTERFACE, interface) }
    if !settings.addressOverrides.isEmpty {
      set(CURLOPT_RESOLVE, settings.addressOverrides.map { Array($0.utf8) })
    }
  }

  private func setTrust(of settings: TransportSettings.Values) {
    switch settings.trust.authorities {
    case .system: break
    case .systemAnd(let certificates):
      // The system's certificate folder remains in use too.
      setAuthorities(certificates)
    case .only(let certificates):
      setAuthorities(certificates)
      if CurlFeature.emptyAuthorityFolder.isAvailable {
        clear(CURLOPT_CAPATH)
        clear(CURLOPT_PROXY_CAPATH)
      } else {
        // A path without certificates.
        set(CURLOPT_CAPATH, "/dev/null")
        set(CURLOPT_PROXY_CAPATH, "/dev/null")
      }
    case .insecure:
      set(CURLOPT_SSL_VERIFYPEER, false)
      set(CURLOPT_SSL_VERIFYHOST, 0)
      set(CURLOPT_PROXY_SSL_VERIFYPEER, false)
      set(CURLOPT_PROXY_SSL_VERIFYHOST, 0)
    }
    if !settings.trust.pinnedPublicKeys.isEmpty {
      set(CURLOPT_PINNEDPUBLICKEY, settings.trust.pinnedPublicKeys.joined(separator: ";"))
    }
    let version =
      switch settings.trust.minimumVersion {
      case .tls12: SLUICE_CURL_SSLVERSION_TLSv1_2
      case .tls13: SLUICE_CURL_SSLVERSION_TLSv1_3
      }
    set(CURLOPT_SSLVERSION, version)
    set(CURLOPT_PROXY_SSLVERSION, version)
  }

  private func set(_ certificate: TransportSettings.Trust.ClientCertificate) {
    set(certificate.chain, CURLOPT_SSLCERT, CURLOPT_SSLCERT_BLOB)
    set(certificate.privateKey, CURLOPT_SSLKEY, CURLOPT_SSLKEY_BLOB)
    // Without one, the TLS library would ask for it on the terminal, or read it from standard input.
    set(CURLOPT_KEYPASSWD, certificate.passphrase ?? "")
  }

  /// Sets the authorities of servers and of a proxy, which libcurl keeps apart.
  private func setAuthorities(_ certificates: TransportSettings.Trust.PEM) {
    set(certificates, CURLOPT_CAINFO, CURLOPT_CAINFO_BLOB)
    set(certificates, CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAINFO_BLOB)
  }

  private func set(_ pem: TransportSettings.Trust.PEM, _ file: CURLoption, _ bytes: CURLoption) {
    switch pem {
    case .file(let path): set(file, path: path._filePath)
    // Some versions of libcurl ignore an empty blob.
    case .bytes(let content) where content.isEmpty: refuse(CURLE_SSL_CACERT_BADFILE)
    case .bytes(let content): set(bytes, content)
    }
  }
}

extension AuthenticationChallenge {
  /// The lowercased value of a parameter, or `nil` if the challenge lacks it.
  fileprivate subscript(_ name: String) -> String? {
    parameters.first { $0.name == name }?.value.lowercased()
  }

  /// Whether a digest has to prove the body: `qop` offers `auth-int`, and not `auth`.
  fileprivate var provesBody: Bool {
    let options = self["qop"]?.split(omittingEmptySubsequences: true) { ", \t".contains($0) } ?? []
    return options.contains("auth-int") && !options.contains("auth")
  }
}

extension Duration {
  /// The duration in whole milliseconds, rounded up, so that a short limit does not become 0, which libcurl reads as
  /// "no limit". Clamped to 1...`Int32.max`.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    let whole = Int64(clamping: seconds).multipliedReportingOverflow(by: 1000)
    if whole.overflow { return seconds < 0 ? 1 : Int(Int32.max) }
    return max(
      1,
      min(
        Int(Int32.max),
        Int(whole.partialValue) + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)))
  }
}
