internal import SluiceBody
internal import SluiceSession
internal import SluiceTransport

/// The destinations that a run has found to have no route. Requests to them wait until there is one, or until their
/// time has passed.
///
/// ```
///  an attempt fails ─► is the route missing? ─► no ──► the delay of the policy
///                                          └──► yes ─► all to the same host wait
///                                                       └─► a route, or the end of the time ─► a pass
/// ```
///
/// On the disk, these requests are due: another run sends them when it has a route.
final class MissingRoutes: Sendable {
  /// The next peer of a session for a request: the host or its proxy.
  struct Hop: Hashable, Sendable {
    let host: String
    let port: UInt16
  }

  private struct Wait {
    let end: Timestamp
    let task: Task<Void, Never>
  }

  private let network: NetworkObserver
  private let didEnd: @Sendable () -> Void
  private let waits = Lock<[Hop: Wait]>([:])

  /// - Parameters:
  ///   - network: The network to observe.
  ///   - didEnd: Called when the requests to a destination need not wait any longer.
  init(of network: NetworkObserver, didEnd: @escaping @Sendable () -> Void) {
    self.network = network
    self.didEnd = didEnd
  }

  deinit { cancel() }

  /// Returns the time until which requests to a destination wait, or `nil` if they need not wait.
  func wait(for hop: Hop) -> Timestamp? { waits.withLock { $0[hop]?.end } }

  /// Lets requests to a destination wait if it has no route.
  ///
  /// - Parameter limit: The maximum time to wait.
  /// - Returns: The time until which they wait, or `nil` if the route is not missing.
  /// - Throws: A `CancellationError`.
  func begin(_ hop: Hop, atMost limit: Duration) async throws -> Timestamp? {
    guard limit > .zero, try await network.isRouteMissing(to: hop.host, hop.port) else { return nil }
    return waits.withLock { waits in
      if let wait = waits[hop] { return wait.end }
      let task = Task { [weak self, network] in
        guard (try? await network.waitForRoute(to: hop.host, hop.port, atMost: limit)) != nil else { return }
        self?.end(hop)
      }
      let wait = Wait(end: .now + limit, task: task)
      waits[hop] = wait
      return wait.end
    }
  }

  private func end(_ hop: Hop) {
    waits.withLock { $0[hop] = nil }
    didEnd()
  }

  /// Ends all waits, at the end of the run.
  func cancel() {
    let waits = waits.withLock { waits in
      defer { waits = [:] }
      return waits
    }
    for wait in waits.values { wait.task.cancel() }
  }
}

extension Session {
  /// Returns the next peer of the session for a request, or `nil` for a Unix socket, or if the URL is malformed.
  func hop(of url: RequestURL?) -> MissingRoutes.Hop? {
    guard let url, let (host, port) = configuration.nextHop(to: url.origin) else { return nil }
    return MissingRoutes.Hop(host: host, port: port)
  }
}
