import CCurl
import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// The requirements on the libcurl that runs, and the meaning of its results.
@Suite(.timeLimit(.minutes(5))) struct CurlLibraryTests {
  private static let all = SLUICE_CURL_VERSION_SSL | SLUICE_CURL_VERSION_ASYNCHDNS

  @Test(arguments: [
    (CurlVersion(7, 81, 0), all), (.init(7, 88, 1), all), (.init(8, 21, 0), all),
    (.init(9, 0, 0), all),
  ])
  func `a supported libcurl has no problem`(version: CurlVersion, features: CInt) {
    #expect(CurlLibrary.problem(of: version, features: features) == nil)
  }

  @Test(arguments: [
    (
      CurlVersion(7, 80, 255), all,
      "libcurl 7.80.255 was found, but 7.81.0 or later with TLS and threads is required"
    ),
    (
      .init(8, 5, 0), SLUICE_CURL_VERSION_ASYNCHDNS,
      "libcurl 8.5.0 without TLS was found, but 7.81.0 or later with TLS and threads is required"
    ),
    (
      .init(7, 68, 0), 0,
      """
      libcurl 7.68.0 without TLS and asynchronous name lookup (threads) was found, but 7.81.0 or later with \
      TLS and threads is required
      """
    ),
  ])
  func `the problem names the version found and the version needed`(
    version: CurlVersion, features: CInt, problem: String
  ) {
    #expect(CurlLibrary.problem(of: version, features: features) == problem)
  }

  @Test(arguments: [
    (CurlLibrary.Need.http2, CurlVersion(7, 88, 1), all, " without HTTP/2", "7.81.0"),
    (.http3, .init(7, 88, 1), all | SLUICE_CURL_VERSION_HTTP3, "", "8.14.0"),
    (.http3, .init(8, 14, 1), all, " without HTTP/3", "8.14.0"),
  ])
  func `the problem names the version of HTTP`(
    need: CurlLibrary.Need, version: CurlVersion, features: CInt, lack: String, oldest: String
  ) {
    let required = "\(oldest) or later with TLS, threads and \(need.rawValue) is required"
    #expect(
      CurlLibrary.problem(of: version, features: features, for: need)
        == "libcurl \(version)\(lack) was found, but \(required)")
  }

  @Test func `versions of HTTP that libcurl has are no problem`() {
    let features = Self.all | SLUICE_CURL_VERSION_HTTP2 | SLUICE_CURL_VERSION_HTTP3
    for version in [
      nil, TransportSettings.HTTPVersion.http1, .http2, .http2PriorKnowledge, .http3, .http3Only,
    ] {
      #expect(CurlLibrary.problem(of: .init(8, 14, 1), features: features, for: version?.need) == nil)
    }
  }

  @Test func `the libcurl that runs is supported`() {
    #expect(CurlLibrary.failure == nil)
    #expect(CurlLibrary.version >= CurlLibrary.oldestVersion)
  }

  @Test(arguments: [
    (CurlFeature.protocolsByName, [false, false, false, true, true, true, true, true, true]),
    (.quickExit, [false, false, false, true, true, true, true, true, true]),
    (.reliableHTTP2, [false, false, false, false, true, true, true, true, true]),
    (.soleUse, [false, false, false, false, false, true, true, true, true]),
    (.receivePause, [true, true, true, true, true, false, true, true, true]),
    (.truncationAlert, [true, true, true, false, false, false, true, true, true]),
    (.emptyAuthorityFolder, [true, true, true, true, true, true, true, false, true]),
    (.lookupsOfMulti, [false, false, false, false, false, false, false, true, true]),
  ])
  func `a feature is available in the versions that support it`(feature: CurlFeature, isAvailable: [Bool]) {
    let versions: [CurlVersion] = [
      .init(7, 81, 0), .init(7, 84, 0), .init(7, 84, 9), .init(7, 88, 1), .init(8, 0, 0), .init(8, 5, 0),
      .init(8, 14, 1), .init(8, 21, 0), .init(8, 23, 0),
    ]
    let found = versions.map { feature.isAvailable(in: $0) }
    #expect(found == isAvailable)
  }

  /// Goes up to the header's last code, so that a new one is noticed when Sluice is built with a newer libcurl.
  @Test func `every result of libcurl has an error code`() {
    let unmentioned = (1..<max(CURL_LAST.rawValue, 102)).filter {
      CurlFailure(result: CURLcode(rawValue: $0)).code == nil
    }
    #expect(unmentioned == [])
    #expect(CurlFailure(result: CURLcode(rawValue: 9999)).code == nil)
  }

  struct Failing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let failure: CurlFailure
    let code: ErrorCode
  }

  @Test(arguments: [
    Failing(
      testDescription: "a name that has no address", failure: .init(result: CURLE_COULDNT_RESOLVE_HOST),
      code: .unknownHost),
    Failing(
      testDescription: "a reset", failure: .init(result: CURLE_RECV_ERROR, systemError: 104),
      code: .connectionLost),
    Failing(
      testDescription: "an invalid chunk size",
      failure: .init(result: CURLE_RECV_ERROR, message: "chunk hex-length"),
      code: .invalidResponse),
    Failing(
      testDescription: "a proxy's refusal",
      failure: .init(result: CURLE_RECV_ERROR, systemError: 104, proxyStatus: 403), code: .proxyRefused),
    Failing(
      testDescription: "a missing close_notify, as OpenSSL reports it",
      failure: .init(
        result: CURLE_RECV_ERROR, message: "SSL_read: error:0A000126:SSL routines::unexpected eof"),
      code: .connectionLost),
    Failing(
      testDescription: "a missing close_notify, as GnuTLS reports it",
      failure: .init(
        result: CURLE_RECV_ERROR,
        message: "GnuTLS recv error (-110): The TLS connection was non-properly terminated."),
      code: .connectionLost),
    Failing(
      testDescription: "a TLS alert",
      failure: .init(
        result: CURLE_RECV_ERROR, message: "SSL_read: SSL routines::tlsv13 alert certificate required"),
      code: .tlsFailed),
    Failing(
      testDescription: "an HTTP/2 connection that has ended", failure: .init(result: CURLE_RECV_ERROR),
      code: .connectionLost),
    Failing(
      testDescription: "a stream that the server has reset",
      failure: .init(
        result: CURLE_HTTP2_STREAM,
        message: "HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)"),
      code: .connectionLost),
    Failing(
      testDescription: "a stream of HTTP/3 that the server has reset",
      failure: .init(
        result: CURLE_HTTP3, message: "HTTP/3 stream 0 reset by server (error 0x10c REQUEST_CANCELLED)"),
      code: .connectionLost),
    Failing(
      testDescription: "a challenge in HTTP/1.0 for a body of unknown size",
      failure: .init(result: CURLE_UPLOAD_FAILED, message: "Chunky upload is not supported by HTTP 1.0"),
      code: .invalidResponse),
    Failing(
      testDescription: "a malformed response over HTTP/3",
      failure: .init(result: CURLE_HTTP3, message: "some error"), code: .invalidResponse),
    Failing(
      testDescription: "a stream that the server has reset, with libcurl 8.19.0",
      failure: .init(
        result: CURLE_HTTP2_STREAM, message: "HTTP/2 stream 1 reset by server (error 0x2 INTERNAL_ERROR)"),
      code: .connectionLost),
    Failing(
      testDescription: "a stream that libcurl 8.19.0 has reset",
      failure: .init(
        result: CURLE_HTTP2_STREAM, message: "HTTP/2 stream 1 reset by curl (error 0x1 PROTOCOL_ERROR)"),
      code: .invalidResponse),
    Failing(
      testDescription: "malformed frames, with libcurl 8.19.0",
      failure: .init(
        result: CURLE_HTTP2_STREAM, message: "HTTP/2 stream 1 reset by server (error 0x1 PROTOCOL_ERROR)"),
      code: .invalidResponse),
    Failing(
      testDescription: "a stream with malformed frames",
      failure: .init(
        result: CURLE_HTTP2_STREAM,
        message: "HTTP/2 stream 1 was not closed cleanly: PROTOCOL_ERROR (err 1)"),
      code: .invalidResponse),
    Failing(
      testDescription: "a stream that is refused again and again",
      failure: .init(
        result: CURLE_RECV_ERROR, message: "Connection died, tried 5 times before giving up"),
      code: .connectionLost),
    Failing(
      testDescription: "a server of HTTP/3 that has gone",
      failure: .init(
        result: CURLE_RECV_ERROR,
        message: "QUIC: recvmmsg() unexpectedly returned -1 (errno=111; Connection refused)"),
      code: .connectionLost),
    Failing(
      testDescription: "a connection of HTTP/3 that the server has ended",
      failure: .init(
        result: CURLE_RECV_ERROR, message: "ngtcp2_conn_writev_stream returned error: ERR_DRAINING"),
      code: .connectionLost),
    Failing(
      testDescription: "a connection of HTTP/3 that libcurl has ended",
      failure: .init(
        result: CURLE_RECV_ERROR, message: "ngtcp2_conn_writev_stream returned error: ERR_CLOSING"),
      code: .invalidResponse),
    Failing(
      testDescription: "a certificate that is refused where QUIC does not answer",
      failure: .init(
        result: CURLE_COULDNT_CONNECT,
        message: "SSL certificate OpenSSL verify result: self-signed certificate (18)"),
      code: .untrusted),
    Failing(
      testDescription: "another key where QUIC does not answer",
      failure: .init(
        result: CURLE_QUIC_CONNECT_ERROR, message: "SSL: public key does not match pinned public key"),
      code: .untrusted),
    Failing(
      testDescription: "an HTTP/2 connection with malformed frames",
      failure: .init(result: CURLE_HTTP2, message: "nghttp2 shuts down connection with error 1"),
      code: .invalidResponse),
    Failing(
      testDescription: "a value that is too large", failure: .init(result: SLUICE_CURLE_TOO_LARGE),
      code: .invalidResponse),
  ])
  func `a failure has the same code in every version`(_ failing: Failing) {
    #expect(SessionError(failing.failure).code == failing.code)
  }

  @Test func `a connection without a socket has the system's reason`() {
    let failure = CurlFailure(
      result: CURLE_COULDNT_CONNECT, message: "Failed to connect", socketError: SystemError(number: EMFILE))
    #expect(SessionError(failure).description == "connection-failed: Failed to connect: Too many open files")
  }
}
