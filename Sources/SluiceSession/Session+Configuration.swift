public import HTTPTypes
internal import SluiceBody
public import SluiceGzip
public import SluiceSerialization

extension Session {
  /// What all of a session's requests share. A value: change it before the session is made.
  public struct Configuration: Sendable {
    /// What relative references are resolved against (RFC 3986 §5), such as `https://api.example.com/v1/`. None by default.
    public var baseURL: String?
    /// Fields that every request gets which does not have them itself. None by default, beside `User-Agent` and
    /// `Accept-Language`. Those that are secret (`Authorization`, `Cookie`, what is marked as sensitive) are for the base URL's
    /// origin; without one, for any that a request names.
    public var fields: HTTPFields = [:]
    /// How values are sent where the call does not say. As JSON by default.
    public var serializer = DefaultSerializer.json
    /// How answers are decoded where the call does not say. From JSON by default.
    public var decoder = DefaultDecoder.json
    /// Changes requests before they are sent, one after the other, each time that one is tried. None by default. What they
    /// throw is what the call throws.
    public var adaptors: [RequestAdaptor] = []
    /// Told what happens to transfers. None by default.
    public var monitors: [any EventMonitor] = []

    /// The longest that connecting may take, TLS included. 30 s by default; nil for no limit.
    public var connectTimeout: Duration? = .seconds(30)
    /// The longest that nothing may move in either direction. Waiting for a body's source or for the response's reader
    /// does not count. 60 s by default; nil for no limit.
    public var idleTimeout: Duration? = .seconds(60)
    /// The longest that a request may take with all of its redirects and challenges, until its response has been read;
    /// each retry counts anew. No limit by default.
    public var timeout: Duration?

    public var redirects = Redirects()
    /// No retries by default.
    public var retries = RetryPolicy.none
    /// None by default. See also the `Authorization` field's values ``Swift/String/basic(user:password:)`` and
    /// ``Swift/String/bearer(_:)``.
    public var credentials: CredentialProvider?
    /// Where names and passwords are looked up for hosts, to be sent as HTTP Basic with the first request; a credential and
    /// an `Authorization` field come before. Not for an origin that a request is redirected to. None by default.
    public var netrc: Netrc?
    public var trust = Trust()
    public var cookies = Cookies.off

    /// The version of HTTP that requests use. `nil` by default: HTTP/2 if TLS agrees on it, otherwise HTTP/1.1.
    ///
    /// With libcurl before 8.0.0, whose uploads over HTTP/2 can stall, bodies of more than 64 KiB or of unknown size go over
    /// HTTP/1.1; with 8.5.0, which can lose the end of a response over HTTP/2, all requests do.
    public var httpVersion: Version?
    /// A proxy's URL. By default what the environment's `http_proxy`, `https_proxy` and `no_proxy` say; empty for none.
    public var proxy: String?
    /// The path of a socket to connect to, in place of the URL's host and port.
    public var unixSocketPath: String?
    /// The network interface to connect from: its name, or a local address. The system's choice by default.
    public var networkInterface: String?
    /// None by default.
    public var addressOverrides: [AddressOverride] = []
    /// The most bytes a second that each transfer sends. No limit by default.
    public var maximumSendRate: Int64?
    /// The most bytes a second that each transfer receives. No limit by default.
    public var maximumReceiveRate: Int64?
    /// The size in bytes from which on a body waits for the server's word that it wants it (`Expect: 100-continue`, RFC 9110
    /// §10.1.1), for a second at most; so does one of unknown size. 1 MiB by default; nil for never.
    public var expectContinueThreshold: Int64? = 1 << 20

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
  public enum Version: Sendable {
    case http1
    /// HTTP/2 if TLS agrees on it, whatever the body's size. With libcurl 8.5.0 each exchange has a connection of its own.
    case http2
    /// HTTP/2 without negotiation, over TLS or not, for servers that are known to speak it (RFC 9113 §3.3). With libcurl
    /// before 8.0.0 and with 8.5.0 each exchange has a connection of its own.
    case http2PriorKnowledge
  }
}

/// Changes a request before it is sent, such as by signing it.
public typealias RequestAdaptor = @Sendable (_ request: inout Request) async throws -> Void

extension Session.Configuration {
  /// What bodies are collected in.
  var spool: SpooledBytes {
    SpooledBytes(memoryLimit: spoolThreshold ?? .max, folder: temporaryFolder ?? SpooledFile.systemFolder)
  }
}

extension Session.Configuration: CustomStringConvertible, CustomReflectable {
  /// The base URL alone: other properties may hold secrets.
  public var description: String {
    "Session.Configuration(\(baseURL.flatMap { try? RequestURL($0).redacted } ?? ""))"
  }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
