public import HTTPTypes
public import Logging
internal import SluiceBody
public import SluiceGzip

extension Session {
  /// What all of a session's requests share. A value: change it before the session is made.
  public struct Configuration: Sendable {
    /// What relative references are resolved against (RFC 3986 §5), such as `https://api.example.com/v1/`. None by default.
    public var baseURL: String?
    /// Fields that every request gets which does not have them itself. None by default, beside `User-Agent`.
    public var fields: HTTPFields = [:]
    /// The longest that connecting may take, TLS included. 30 s by default; nil for no limit.
    public var connectTimeout: Duration? = .seconds(30)
    /// The longest that nothing may move in either direction. Waiting for a body's source or for the response's reader
    /// does not count. 60 s by default; nil for no limit.
    public var idleTimeout: Duration? = .seconds(60)
    /// The longest that an exchange may take in all, each redirect counting anew. No limit by default.
    public var timeout: Duration?
    public var redirects = Redirects()
    /// Sent to the origin that a request names, not to those it is redirected to. None by default.
    public var credential: Credential?
    public var trust = Trust()
    /// nil by default: HTTP/2 where TLS agrees on it and there is no body to send, else HTTP/1.1.
    public var httpVersion: Version?
    /// A proxy's URL. By default what the environment's `http_proxy`, `https_proxy` and `no_proxy` say.
    public var proxy: String?
    /// The path of a socket to connect to, in place of the URL's host and port.
    public var unixSocketPath: String?
    /// The most bytes a second that are sent. No limit by default.
    public var maximumSendRate: Int64?
    /// The most bytes of a response's body that are collected to be decoded. 64 MiB by default.
    public var maximumBodySize = 64 * 1024 * 1024
    /// The most bytes of a response's body that are kept in memory while they are collected; more go to a temporary file, and
    /// are decoded from there. No limit by default.
    public var spoolThreshold: Int?
    /// Where temporary files go. The system's folder for them by default.
    public var temporaryFolder: String?
    /// Whether bodies that are coded with gzip or deflate are asked for, and decoded as they are read. True by default; else
    /// they come as they are.
    public var decodesContent = true
    /// How much may come out of a coded body, whoever reads it. No limit by default, beside those on what is collected:
    /// a reader that takes what it needs gets no more.
    public var decodingLimits = Inflater.Limits()
    /// Where requests and responses are told of, at debug level: their heads, without secrets. Nowhere by default.
    public var logger: Logger?
    /// How many threads run the transfers, each with connections of its own. 1 by default, which is enough for most: it
    /// moves some ten thousand small responses a second. A new transfer goes to the thread with the fewest.
    public var loops = 1
    /// The most connections that are open at once; further exchanges wait their turn, which counts in ``timeout`` alone.
    /// Exchanges share connections over HTTP/2. With several ``loops`` it is divided among them. No limit by default.
    public var maximumConnections: Int?
    /// The most connections that are open at once with one host and port; further exchanges wait, as above. With several
    /// ``loops`` all of a host's exchanges run on one. No limit by default.
    public var maximumConnectionsPerHost: Int?

    public init() {}

    /// With a base URL.
    public init(baseURL: String) { self.baseURL = baseURL }
  }

  /// A version of HTTP.
  public enum Version: Sendable { case http1, http2 }

  /// Which redirects are followed, of the statuses 301, 302, 303, 307 and 308.
  ///
  /// 307 and 308 send method and body again; 303 becomes GET, and so does a POST that 301 or 302 answers, as browsers
  /// do. Credentials, cookies and fields marked as sensitive do not go to another origin.
  public struct Redirects: Sendable {
    /// 20 by default. With 0 the redirect itself is the answer.
    public var maximum = 20
    /// Whether https may redirect to http. False by default.
    public var allowsDowngrade = false

    public init() {}
  }

  /// Whose word is taken for who the peer is. Host names are verified always, unless nothing is.
  public struct Trust: Sendable {
    public enum Authorities: Sendable {
      /// The system's certificate authorities.
      case system
      /// Those of a PEM file, and no others.
      case file(String)
      /// Anybody can pretend to be the peer. For tests.
      case none
    }

    /// `.system` by default.
    public var authorities = Authorities.system
    /// `sha256//` and the base64 of a public key's hash; the peer's must be one of them. None, so any, by default.
    public var pinnedPublicKeys: [String] = []

    public init() {}
  }
}

extension Session.Configuration {
  /// What bodies are collected in.
  var spool: SpooledBytes {
    SpooledBytes(memoryLimit: spoolThreshold ?? .max, folder: temporaryFolder ?? SpooledFile.systemFolder)
  }
}
