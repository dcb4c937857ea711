public import HTTPTypes
public import SluiceBody
package import SluiceTransport

extension ResponseCache {
  /// A stored response.
  public struct Entry: Sendable {
    let stored: StoredEntry
    private let storedHead: StoredHead
    private let freshness: Freshness

    init?(_ stored: StoredEntry, now: WallTime, estimatesLifetimes: Bool) {
      guard let head = StoredHead(metadata: stored.metadata) else { return nil }
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
