public import HTTPTypes
public import SluiceBody
package import SluiceTransport

/// A cache of responses, as HTTP's rules for private caches say ([RFC 9111](https://www.rfc-editor.org/rfc/rfc9111)).
///
/// ```swift
/// var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
/// configuration.cache = .memory(maximumByteCount: 64 << 20)
/// let session = Session(configuration)
/// let users: [User] = try await session.get("users")     // a request
/// let again: [User] = try await session.get("users")     // none, while the response is fresh
/// ```
///
/// A response to GET is kept if its fields allow that, and used for GET and HEAD while it is fresh. A stale one is used
/// after its server has confirmed it, which needs an `ETag` or a `Last-Modified`. The field `Cache-Status`
/// ([RFC 9211](https://www.rfc-editor.org/rfc/rfc9211)) of a response says how the cache has handled its request:
/// `sluice; hit`, for example. All copies of a cache share the entries, and so may several sessions.
public struct ResponseCache: Sendable {
  /// How a session uses its cache for a request.
  public enum Policy: Sendable, Hashable {
    /// As the fields of the request and of the stored response say.
    case standard
    /// The request is sent, and its response replaces a stored one, unless it is an error other than 404 and 410.
    case reload
    /// A stored response is used even if it is stale, unless its server forbids that with `no-cache` or
    /// `must-revalidate`. Without one, the request is sent.
    case returnCacheElseLoad
    /// As ``returnCacheElseLoad``, but no request is sent: without a stored response, it is 504 (Gateway Timeout).
    /// A stored body that turns out to be damaged while it is read is cut off (`connection-lost`).
    case onlyIfCached
    /// The request is sent, and its response is not stored.
    case bypass
  }

  /// The policy of requests that set no ``SessionRequest/Options/cachePolicy``. Defaults to `.standard`.
  public var policy = Policy.standard
  /// The identity that the entries belong to, such as a user's. Only requests with the same one find them. Defaults to
  /// `nil`.
  public var partition: String?
  /// Whether a tenth of the time since `Last-Modified`, at most a day, is the lifetime of a response that declares none
  /// (RFC 9111 §4.2.2). Defaults to `false`: such a response is validated before each use.
  public var estimatesLifetimes = false
  /// Whether a response stays stored if its reader refuses it: its decoder or its content coding, or a download whose
  /// file has another digest than expected. Defaults to `false`: all responses of the URL are removed then, so that the
  /// next request is sent to the server.
  ///
  /// Code that reads a body itself can remove it with ``remove(_:)-(String)``. A response is not received at all if its
  /// server has failed a pin.
  public var keepsRefusedResponses = false
  /// Decides whether a response is stored that the rules allow to be stored, and may change the fields that are stored.
  /// Defaults to `nil`: it is stored as it is.
  ///
  /// ```swift
  /// cache.willStore = { request, response in
  ///   response.headerFields[.cacheControl] = "max-age=60"
  ///   return request.path?.hasPrefix("/v1/private/") == false
  /// }
  /// ```
  ///
  /// The closure is called when the head of the response has arrived. The response that the caller receives keeps its
  /// fields. What makes a response unfit for a cache is judged after the change.
  ///
  /// When the server has confirmed a stored response (304) or completed an incomplete one, the closure is called with
  /// the stored response and its new fields. If it returns `false`, the stored response is removed.
  public var willStore: (@Sendable (_ request: HTTPRequest, _ response: inout HTTPResponse) -> Bool)?

  let store: any CacheStore
  /// The time in milliseconds since 1970.
  var clock: @Sendable () -> WallTime = { systemTime() }

  /// Creates a cache over a store.
  package init(_ store: any CacheStore) { self.store = store }

  /// Creates a cache that keeps responses in memory.
  ///
  /// - Parameter maximumByteCount: The maximum number of bytes of all entries. The least recently used ones make room
  ///   for others. Less than 0 counts as 0. Defaults to 64 MiB.
  public static func memory(maximumByteCount: Int64 = 64 << 20) -> ResponseCache {
    ResponseCache(MemoryStore(maximumByteCount: maximumByteCount))
  }

  /// Creates a cache that keeps responses in a folder, which several processes can share.
  ///
  /// ```swift
  /// configuration.cache = try .folder("/var/cache/app", maximumByteCount: 8 << 30)
  /// ```
  ///
  /// A process can be killed at any time. A damaged entry is a missing one, even if that is noticed while its body is
  /// read, and a failure to store a response, such as on a full disk, has no effect on the response. Files have the
  /// mode 0600, and names without the URL. Blocks for as long as opening the folder takes, which does not depend on the
  /// number of entries, unless their files take more than the maximum: those that were used least recently are removed
  /// then.
  ///
  /// - Parameters:
  ///   - path: The path of the folder. It is created, is empty, or is that of a cache.
  ///   - maximumByteCount: The maximum number of bytes of all files. Those that were used least recently make room for
  ///     others. Less than 0 counts as 0.
  /// - Throws: A ``BodyError`` with the code `folder-not-empty` for a folder with other files, or `write-failed`.
  public static func folder(
    _ path: some FilePathConvertible, maximumByteCount: Int64
  ) throws(BodyError) -> ResponseCache {
    ResponseCache(try FolderStore(path._filePath, maximumByteCount: maximumByteCount))
  }
}

extension ResponseCache {
  /// A stored response.
  public struct Entry: Sendable {
    let stored: StoredEntry
    private let storedHead: StoredHead
    private let freshness: Freshness

    init?(_ stored: StoredEntry, now: WallTime, estimatesLifetimes: Bool) {
      guard let head = stored.head else { return nil }
      self.stored = stored
      storedHead = head
      freshness = head.freshness(at: now, heuristics: estimatesLifetimes)
    }

    /// The URL of the response, with its query.
    public var url: String {
      // The origin names the port even if it is the default.
      (try? RequestURL(stored.key.origin + stored.key.text).text) ?? stored.key.origin + stored.key.text
    }
    /// The identity that the entry belongs to, or `nil` if there is none.
    public var partition: String? {
      stored.key.partition.isEmpty ? nil : String(decoding: stored.key.partition, as: UTF8.self)
    }
    /// The status and the stored fields.
    public var head: HTTPResponse { storedHead.response }
    /// The version of HTTP of the response, such as `2`.
    package var httpVersion: String { storedHead.httpVersion }
    /// The stored bytes of the body, coded as they were received.
    package var body: any BodySource { stored.body.source }
    /// The number of stored bytes of the body, coded as they were received.
    public var bodyByteCount: Int64 { stored.body.byteCount }
    /// Whether the whole body is stored.
    public var isComplete: Bool { stored.body.isComplete }
    /// The time since the server has made or confirmed the response.
    public var age: Duration { .milliseconds(freshness.age) }
    /// The age up to which the response is fresh.
    public var lifetime: Duration { .milliseconds(freshness.lifetime) }
  }

  /// The stored responses, in any order. They are looked up one after the other while the sequence is read.
  public struct Entries: AsyncSequence, Sendable {
    let cache: ResponseCache

    /// Returns an iterator of the entries.
    public func makeAsyncIterator() -> Iterator {
      Iterator(cache: cache, stored: cache.store.list().makeAsyncIterator())
    }

    /// The iterator of the stored responses.
    public struct Iterator: AsyncIteratorProtocol {
      let cache: ResponseCache
      var stored: AsyncStream<StoredEntry>.Iterator

      /// Returns the next entry, or `nil` after the last one.
      public mutating func next() async -> Entry? {
        while let stored = await stored.next() {
          let entry = Entry(stored, now: cache.clock(), estimatesLifetimes: cache.estimatesLifetimes)
          if let entry { return entry }
        }
        return nil
      }
    }
  }

  /// The number of bytes that the entries take.
  public var byteCount: Int64 { get async { await store.byteCount } }

  /// The stored responses.
  public var entries: Entries { Entries(cache: self) }

  /// Returns the stored responses of a URL in the cache's ``partition``, the most recently used or written first.
  ///
  /// - Parameter url: The absolute URL, with its query.
  /// - Throws: A ``SessionError`` with the code `invalid-url`.
  package func entries(of url: String) async throws(SessionError) -> [Entry] {
    let stored = await store.entries(for: key(of: try RequestURL(url)))
    return stored.compactMap { Entry($0, now: clock(), estimatesLifetimes: estimatesLifetimes) }
  }

  /// Removes a stored response. Has no effect if it has been removed or replaced.
  ///
  /// - Throws: A ``BodyError`` with the code `read-failed` or `write-failed` if the response may still be stored.
  public func remove(_ entry: Entry) async throws(BodyError) { try await store.remove(entry.stored) }

  /// Removes all stored responses of a URL in the cache's ``partition``.
  ///
  /// - Parameter url: The absolute URL, with its query.
  /// - Throws: A ``SessionError`` with the code `invalid-url`; the errors of ``remove(_:)-(ResponseCache.Entry)``.
  public func remove(_ url: String) async throws {
    let url = try RequestURL(url)
    try await store.removeAll(key(of: url))
  }

  /// Removes all stored responses: at log-out, for example.
  ///
  /// - Parameters:
  ///   - partition: The partition that they belong to, or `nil` for any. Defaults to `nil`.
  ///   - origin: A URL of the origin that they are from, such as `https://api.example.com`, or `nil` for any. Defaults
  ///     to `nil`.
  /// - Throws: A ``SessionError`` with the code `invalid-url`; the errors of ``remove(_:)-(ResponseCache.Entry)``.
  ///   The responses that could be removed are.
  public func removeAll(partition: String? = nil, origin: String? = nil) async throws {
    var name: String?
    if let origin { name = try RequestURL(origin).origin.description }
    try await store.removeAll(partition: partition.map { Array($0.utf8) }, origin: name)
  }

  /// Returns the key of the entries of a URL.
  func key(of url: RequestURL) -> CacheKey {
    CacheKey(partition: Array((partition ?? "").utf8), origin: url.origin.description, text: url.target)
  }
}
