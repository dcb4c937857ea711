internal import Sluice
internal import SluiceTool

/// Notes whether a session has had a connection.
final class ConnectionMonitor: EventMonitor {
  private let times = Lock((connect: Duration.zero, tls: Duration.zero))

  func didMeasure(_ transfer: TransferID, _ metrics: TransferMetrics) {
    // A request after a challenge uses the connection of the first one, whose times are zero then.
    times.withLock { times in
      times = (max(times.connect, metrics.connect), max(times.tls, metrics.tls))
    }
  }

  /// Returns whether there was a connection that a request could be sent on. With TLS, the peer was trusted.
  func hasConnected(secure isSecure: Bool) -> Bool {
    times.withLock { isSecure ? $0.tls > .zero : $0.connect > .zero }
  }
}
