public import HTTPTypes
public import SluiceBody
public import SluiceGzip
public import SluiceSerialization
public import SluiceTransport

extension Session {
  /// The settings that all requests of a session share.
  ///
  /// ```swift
  /// var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
  /// configuration.timeout = .seconds(300)
  /// configuration.retries = .standard
  /// let session = Session(configuration)
  /// ```
  ///
  /// A configuration is a value: changes after the session was created have no effect on it.
  public struct Configuration: Sendable {
    /// The URL that relative references are resolved against (RFC 3986 §5), such as `https://api.example.com/v1/`.
    /// Defaults to `nil`.
    ///
    /// Its path should end in a slash, because a relative path replaces everything after the last slash:
    ///
    /// | base URL | reference | URL |
    /// | --- | --- | --- |
    /// | `https://host/v1/` | `users` | `https://host/v1/users` |
    /// | `https://host/v1` | `users` | `https://host/users` |
    /// | either | `/users` | `https://host/users` |
    ///
    /// The session logs a warning, once, if a reference replaces a segment in this way.
    public var baseURL: String?
    /// The fields that are added to each request without a field of the same name, in addition to the session's own
    /// `User-Agent` and `Accept-Language`. Defaults to none.
    ///
    /// Secret fields (`Authorization`, `Cookie` and those marked as sensitive) are sent to the base URL's origin only;
    /// without a base URL, to every origin that a request names.
    public var fields: HTTPFields = [:]
    /// The format of values in calls without an encoding, and the encoders that `.json`, `.urlEncoded`, queries and the
    /// like use. Defaults to JSON, and to encoders with their default options.
    public var encoder = DefaultEncoder.json
    /// The format of responses to calls without a decoder, and the decoders that `.json(User.self)` and the like use.
    /// Defaults to JSON, and to decoders with their default options.
    public var decoder = DefaultDecoder.json
    /// The decoder of the failure that a response with an unacceptable status describes, in all calls whose decoder has
    /// none of its own. Defaults to `nil`.
    ///
    /// ```swift
    /// configuration.failure = .json(APIError.self)
    /// ```
    ///
    /// The failure is the `underlying` error of the ``ResponseError``.
    public var failure: ResponseDecoder<any Error>?
    /// The functions that each request and its response pass through, the outermost first. Defaults to none.
    ///
    /// See ``Session/Middleware``.
    public var middleware: [Middleware] = []
    /// The observers of transfers. Defaults to none.
    public var monitors: [any EventMonitor] = []
    /// The layers around the transport, the innermost first. Defaults to none.
    package var layers: [any TransportLayer] = []

    /// The time limit for connecting, including name lookup, proxies and TLS, or `nil` for no limit. Defaults to 30 s.
    public var connectTimeout: Duration? = .seconds(30)
    /// The time limit without progress while the request is sent and the response's body is received, or `nil` for no
    /// limit. Defaults to 60 s.
    ///
    /// Progress is a byte of a body. Waiting for the source of a body or for the reader of a response does not count,
    /// nor does waiting for the response's head, which ``responseTimeout`` limits.
    public var idleTimeout: Duration? = .seconds(60)
    /// The time limit from the last byte of a request to the end of the head of its final response, in which the server
    /// processes the request, or `nil` for no limit. Defaults to 60 s.
    ///
    /// Neither interim responses (1xx) nor parts of a head extend it. Each redirect and challenge starts it anew. With
    /// ``maximumSendRate``, it ends up to half a second later (a second at 1 byte per second), because libcurl sends
    /// and receives nothing for that long.
    public var responseTimeout: Duration? = .seconds(60)
    /// The time limit of a request with all of its redirects and challenges, until its response has been read and
    /// decoded, or `nil` for no limit. Each retry starts anew. Defaults to `nil`. The other limits hold as well.
    ///
    /// The code of the caller that runs on behalf of the request counts, too: middleware, credential providers,
    /// decisions about redirects, decoders, and the choice of a download's path. It is cancelled when the time has
    /// passed, and abandoned if it does not return.
    public var timeout: Duration?

    /// The policy for redirects. Defaults to following up to 20, but not from https to http.
    public var redirects = Redirects()
    /// The policy for retries. Defaults to none.
    public var retries = RetryPolicy.never
    /// The source of credentials. Defaults to `nil`.
    ///
    /// To send a fixed `Authorization` field, see ``AuthorizationField``.
    public var credentials: CredentialProvider?
    /// The file with user names and passwords for hosts, which are sent as HTTP Basic with the first request. Defaults
    /// to `nil`.
    ///
    /// Credentials and `Authorization` fields take precedence, except that the password of a user without one, as in
    /// `https://bob@host/`, is looked up. Not used for an origin that a request is redirected to.
    public var netrc: TransportSettings.Netrc?
    /// The trust in peers. Defaults to the system's certificate authorities and TLS 1.2 or later.
    public var trust = TransportSettings.Trust()
    /// The storage of cookies. Defaults to `.off`.
    public var cookies = TransportSettings.Cookies.off
    /// Whether cookies are written to their file. Otherwise, it is only read. Defaults to `true`.
    package var savesCookies = true

    /// The version of HTTP. Defaults to `nil`: HTTP/2 if negotiated in TLS, otherwise HTTP/1.1.
    ///
    /// With libcurl before 8.0.0, whose HTTP/2 uploads can stall, bodies of more than 64 KiB or of unknown size are
    /// sent over HTTP/1.1. With 8.5.0, which can lose the end of an HTTP/2 response, all requests are. So are those of
    /// a libcurl that was built without HTTP/2. A version that libcurl lacks is an error (`unsupported-library`).
    public var httpVersion: TransportSettings.HTTPVersion?
    /// The URL of a proxy for all hosts, with credentials if it needs any; empty for no proxy. Defaults to `nil`: the
    /// proxy that the environment variables `http_proxy`, `https_proxy` and `no_proxy` select.
    ///
    /// The scheme is `http`, `https`, `socks4`, `socks4a`, `socks5`, or `socks5h`, with which the proxy looks up hosts.
    public var proxy: String?
    /// The path of a Unix domain socket to connect to instead of the URL's host and port, 1 to 107 bytes. Defaults to
    /// `nil`.
    public var unixSocketPath: (any FilePathConvertible)?
    /// The network interface to connect from: its name, or a local address. Defaults to `nil`, the system's choice.
    public var networkInterface: String?
    /// The addresses of hosts that are not looked up. Defaults to none.
    public var addressOverrides: [TransportSettings.AddressOverride] = []
    /// The maximum number of bytes per second that each transfer sends, at least 1, or `nil` for no limit. Defaults to
    /// `nil`.
    ///
    /// After a pause of the transfer or of the body's source, the bytes of that time may be sent at once.
    public var maximumSendRate: Int64?
    /// The maximum number of bytes per second that each transfer receives, at least 1, or `nil` for no limit. Defaults
    /// to `nil`.
    ///
    /// The rate is that of a longer body: what has already arrived, 100 KiB or the bytes of 10 seconds, is received at
    /// once.
    public var maximumReceiveRate: Int64?
    /// The maximum number of bytes per second of requests' bodies that all transfers of the session send together, at
    /// least 1, or `nil` for no limit. Defaults to `nil`.
    ///
    /// Transfers that wait get the same rate, in turns, on all ``loops``. Waiting for a turn does not count for
    /// ``idleTimeout``. The heads of messages are not limited.
    public var maximumTotalSendRate: Int64?
    /// The maximum number of bytes per second of responses' bodies, as sent, that all transfers of the session receive
    /// together, at least 1, or `nil` for no limit. Defaults to `nil`.
    ///
    /// It is shared like ``maximumTotalSendRate``.
    public var maximumTotalReceiveRate: Int64?
    /// The size in bytes from which on a body waits for the server's consent (`Expect: 100-continue`, RFC 9110
    /// §10.1.1), for at most a second, or `nil` for never. Defaults to 1 MiB.
    ///
    /// Bodies of unknown size wait too.
    public var expectContinueByteCount: Int64? = 1 << 20

    /// The maximum number of bytes of a response's body that are collected for decoding, or `nil` for no limit.
    /// Defaults to 64 MiB.
    public var maximumBodyByteCount: Int? = 64 * 1024 * 1024
    /// The maximum number of bytes of a response's body that are collected in memory, or `nil` for no limit. Larger
    /// bodies are collected in a temporary file, and decoded from it. Defaults to `nil`.
    public var maximumInMemoryBodyByteCount: Int?
    /// The folder for temporary files, which have no names. Defaults to the system's.
    public var temporaryFolder: any FilePathConvertible = SpooledFile.systemFolder
    /// Whether gzip and deflate content codings are requested, and decoded during reading; otherwise, bodies are
    /// delivered as sent. Defaults to `true`.
    public var decodesContent = true
    /// The limits on the output of content codings, for any reader. Defaults to no limits: collected bodies have their
    /// own, and other readers receive no more than they read.
    public var decodingLimits = Inflater.Limits.default
    /// The number of threads that run the transfers, each with its own connections. Defaults to 1.
    ///
    /// A single thread handles some ten thousand small responses per second, which is enough for most programs. A new
    /// transfer runs on the thread with the fewest. Less than 1 counts as 1, and more than 128 as 128. A session that
    /// keeps ``cookies`` has one thread.
    public var loops = 1
    /// The maximum number of open connections, or `nil` for no limit. Less than 1 counts as 1. Defaults to `nil`.
    ///
    /// Further exchanges wait their turn, which counts for ``timeout`` only. Exchanges share connections over HTTP/2.
    /// The limit is divided among several ``loops``.
    public var maximumConnections: Int?
    /// The maximum number of open connections per host and port, or `nil` for no limit. Less than 1 counts as 1.
    /// Defaults to `nil`.
    ///
    /// Further exchanges wait, as for ``maximumConnections``. With several ``loops``, all exchanges with a host run on
    /// the same one.
    public var maximumConnectionsPerHost: Int?

    /// Creates a configuration with defaults.
    ///
    /// - Parameter baseURL: The URL that relative references are resolved against. Its path should end in a slash:
    ///   `users` against `https://host/v1` is `https://host/users`, without `v1`. If the URL is invalid, the requests
    ///   fail. Defaults to `nil`, for none.
    public init(baseURL: String? = nil) { self.baseURL = baseURL }
  }
}

extension Session: CustomReflectable {
  /// A mirror without children, so that printing the session shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Session.Configuration: CustomStringConvertible, CustomReflectable {
  /// The base URL only, because other properties may hold secrets.
  public var description: String {
    "Session.Configuration(\(baseURL.flatMap { try? RequestURL($0).redacted } ?? ""))"
  }

  /// A mirror without children, so that printing the value shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
