#if AsyncHTTPClient
  internal import AsyncHTTPClient
  internal import Glibc
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix
  internal import NIOSSL
  internal import SluiceErrors
  internal import SluiceTransport

  extension SessionError {
    /// Creates the error for one of AsyncHTTPClient, which becomes the underlying error.
    init(ofClient error: any Error) {
      if let error = error as? SessionError {
        self = error
      } else {
        self.init(ErrorCode(ofClient: error), underlying: error)
      }
    }
  }

  extension ErrorCode {
    fileprivate init(ofClient error: any Error) {
      self =
        switch error {
        case let error as HTTPClientError: Self(ofClient: error)
        case let error as NIOConnectionError:
          error.connectionErrors.isEmpty ? .unknownHost : .connectionFailed
        case let error as HTTPParserError: error == .invalidEOFState ? .connectionLost : .invalidResponse
        case let error as NIOSSLError: Self(ofTLS: error)
        case let error as NIOSSLExtraError: error == .failedToValidateHostname ? .untrusted : .tlsFailed
        case ChannelError.connectTimeout: .timedOut
        case let error as IOError: error.isRefusal ? .connectionFailed : .connectionLost
        case is ChannelError: .connectionLost
        default: .failed
        }
    }

    private init(ofClient error: HTTPClientError) {
      self =
        switch error {
        case .invalidURL, .emptyHost, .missingSocketPath, .emptyScheme: .invalidURL
        case .readTimeout, .writeTimeout, .connectTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout,
          .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .deadlineExceeded:
          .timedOut
        case .remoteConnectionClosed, .uncleanShutdown: .connectionLost
        case .alreadyShutdown: .invalidated
        case .invalidProxyResponse, .proxyAuthenticationRequired: .proxyRefused
        case .redirectLimitReached: .tooManyRedirects
        case .redirectCycleDetected: .redirectRefused
        case .bodyLengthMismatch: .bodyFailed
        default: .failed
        }
    }

    private init(ofTLS error: NIOSSLError) {
      self =
        switch error {
        case .uncleanShutdown: .connectionLost
        case .unableToValidateCertificate, .noCertificateToValidate: .untrusted
        // BoringSSL tells an untrusted certificate from other failures in its text only.
        case .handshakeFailed where "\(error)".contains("CERTIFICATE_VERIFY_FAILED"): .untrusted
        default: .tlsFailed
        }
    }
  }

  extension IOError {
    /// Whether there is no connection, and not a broken one.
    fileprivate var isRefusal: Bool {
      [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL, ENOENT].contains(errnoCode)
    }
  }
#endif
