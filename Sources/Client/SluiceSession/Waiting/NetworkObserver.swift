package import SluiceNetwork
internal import SluiceTransport

/// The network that retries wait for: the machine's, or a scripted one for tests.
package struct NetworkObserver: Sendable {
  /// Returns the current status, followed by its changes.
  package let updates: @Sendable () -> any AsyncSequence<NetworkStatus, any Error>
  package let route: @Sendable (_ host: String, _ port: UInt16) async throws -> NetworkStatus.Route

  package static let system = NetworkObserver(
    updates: { NetworkStatus.updates }, route: { try await NetworkStatus.route(to: $0, port: $1) })

  package init(
    updates: @escaping @Sendable () -> any AsyncSequence<NetworkStatus, any Error>,
    route: @escaping @Sendable (_ host: String, _ port: UInt16) async throws -> NetworkStatus.Route
  ) {
    self.updates = updates
    self.route = route
  }

  /// Returns whether there is no route to a host because the machine has no network. `false` if the system does not
  /// report it.
  ///
  /// - Throws: A `CancellationError`.
  package func isRouteMissing(to host: String, _ port: UInt16) async throws -> Bool {
    do {
      for try await status in updates() { return Self.isMissing(try await route(host, port), in: status) }
    } catch {}
    try Task.checkCancellation()
    return false
  }

  /// Waits until there is a route to a host, if there is none.
  ///
  /// ```
  ///  status ──► route to the host? ── found, or a failure of another kind ──► return
  ///    ▲              │ missing
  ///    └── a change ──┘
  /// ```
  ///
  /// - Parameter limit: The maximum time to wait, more than zero.
  /// - Returns: Whether there was none at first. `false` if the system does not report it.
  /// - Throws: A `CancellationError`.
  @discardableResult
  package func waitForRoute(to host: String, _ port: UInt16, atMost limit: Duration) async throws -> Bool {
    do {
      return try await Deadline(after: limit).limiting {
        var wasMissing = false
        for try await status in updates() {
          guard Self.isMissing(try await route(host, port), in: status) else { break }
          wasMissing = true
        }
        return wasMissing
      }
    } catch let error as SessionError where error.code == .timedOut {
      return true
    } catch {
      try Task.checkCancellation()
      return false
    }
  }

  /// Whether a route is missing because the machine has no network. A failure of a name server counts only then.
  private static func isMissing(_ route: NetworkStatus.Route, in status: NetworkStatus) -> Bool {
    switch route {
    case .missing: true
    case .lookupFailed: !status.isReachable
    case .found, .unknownHost: false
    }
  }
}
