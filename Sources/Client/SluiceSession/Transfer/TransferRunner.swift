internal import SluiceTransport

/// Runs the transfers of a session: each one an attempt and its retries, each attempt a step and its redirects and
/// challenges, each step an exchange.
///
/// ```
///  perform           attempt ─► fails ─► attempt, a retry              +Retries
///  finalResponse       └─► step ─► 401 ─► step, with a credential      +RedirectsAndChallenges
///  exchange                  └─► exchange by the transport             +Exchange, +Middleware
/// ```
///
/// The exchanges end when the runner is released.
@usableFromInline
package final class TransferRunner: Sendable {
  package let settings: TransferSettings
  let transport: any Transport
  let credentials: CredentialStore?
  let events: EventDispatcher?
  let exchangeMonitors: [any ExchangeMonitor]
  let middleware: [Session.Middleware]
  let activity = Activity()
  /// The calls that run, without the exchanges of responses that they have returned.
  let calls = Activity()
  let liveTransfers = LiveTransfers()
  package let invalidation = Invalidation()
  let network: NetworkObserver
  /// The paths that the session's downloads derive from responses.
  package let paths = DerivedPaths(isBatch: false)

  /// - Parameters:
  ///   - settings: The settings of the transfers.
  ///   - transport: The transport, or `nil` for libcurl. The configuration's layers are put around it.
  ///   - network: The network that retries wait for. Defaults to the machine's.
  init(
    _ settings: TransferSettings, transport: (any Transport)? = nil, network: NetworkObserver = .system
  ) {
    let configuration = settings.configuration
    self.settings = settings
    self.network = network
    self.transport = configuration.layers.reduce(transport ?? LoopGroup(settings.transport)) {
      $1.wrap($0)
    }
    credentials = configuration.credentials.map { provider in
      CredentialStore(provider, proxy: configuration.proxy) { settings.isBase($0) }
    }
    middleware = configuration.middleware
    exchangeMonitors = configuration.monitors.compactMap { $0 as? any ExchangeMonitor }
    events = configuration.monitors.isEmpty ? nil : EventDispatcher(configuration.monitors)
  }

  deinit { transport.requestStop() }
}
