public import SluiceSerialization
public import SluiceSession
internal import SluiceTransport

/// Puts a cache around the transport of a session.
struct CacheLayer: TransportLayer {
  let cache: ResponseCache

  func wrap(_ transport: any Transport) -> any Transport { CachingTransport(cache, around: transport) }
}

extension Session.Configuration {
  /// The cache of the session's responses. Defaults to `nil`.
  ///
  /// ```swift
  /// configuration.cache = .memory(maximumByteCount: 64 << 20)
  /// ```
  public var cache: ResponseCache? {
    get { layers.lazy.compactMap { $0 as? CacheLayer }.first?.cache }
    set {
      layers.removeAll { $0 is CacheLayer }
      if let newValue { layers.append(CacheLayer(cache: newValue)) }
    }
  }
}

extension Session {
  /// The cache of the session's responses, or `nil` if it has none.
  public var cache: ResponseCache? { configuration.cache }
}

extension Request.Options {
  /// How the request uses the session's cache, or `nil` for the cache's ``ResponseCache/policy``. Defaults to `nil`.
  public var cachePolicy: ResponseCache.Policy? {
    get { layerSettings.lazy.compactMap { $0 as? ResponseCache.Policy }.first }
    set {
      layerSettings.removeAll { $0 is ResponseCache.Policy }
      if let newValue { layerSettings.append(newValue) }
    }
  }
}
