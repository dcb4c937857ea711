internal import HTTPTypes
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

extension SessionRequest.Options {
  /// How the request uses the session's cache, or `nil` for the cache's ``ResponseCache/policy``. Defaults to `nil`.
  public var cachePolicy: ResponseCache.Policy? {
    get { layers[ResponseCache.Policy.self] }
    set { layers[ResponseCache.Policy.self] = newValue }
  }
}

/// A transport that responds from a cache, and sends other requests with another transport.
///
/// ```
///  GET, HEAD           an own exchange ──► the store
///                            └────────────────► an exchange of the other transport
///  POST and the like   an exchange of the other transport, whose response makes entries invalid
///  anything else       an exchange of the other transport
/// ```
final class CachingTransport: Transport {
  private let shared: CacheWork
  private let own: TaskTransport

  init(_ cache: ResponseCache, around inner: any Transport) {
    let shared = CacheWork(cache, sendingBy: inner)
    self.shared = shared
    // A response in memory is delivered without another thread.
    own = TaskTransport("a cache", startsAtOnce: true) { exchange in
      try await CachedExchange(exchange.request, shared, sink: exchange).run()
    }
  }

  private var inner: any Transport { shared.inner }

  func check(_ url: RequestURL) throws(SessionError) { try inner.check(url) }

  func start(_ request: ExchangeRequest, response: ResponseChannel) throws(SessionError) -> StartedExchange {
    if InvalidatingObserver.isUnsafe(request.method) {
      let observer = InvalidatingObserver(of: request, shared)
      return try inner.start(request.observed(by: observer), response: response)
    }
    guard request.method == .get || request.method == .head, request.body == nil, !request.policy.isStream,
      !request.needsDigest, request.identifiesServer, shared.policy(of: request) != .bypass
    else { return try inner.start(request, response: response) }
    return try own.start(request.leavingIdleLimit, response: response)
  }

  func finishBackgroundWork() async {
    await shared.validations.waitForEnd()
    await inner.finishBackgroundWork()
  }

  func requestStop() {
    own.requestStop()
    inner.requestStop()
  }

  func stop() {
    own.stop()
    inner.stop()
  }
}
