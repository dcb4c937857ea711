internal import SluiceBody

/// Divides the time in which a request's body is sent between its source and the connection.
///
/// ```
///               didBeginReading           didRead
///  not sending ─────────────────► source ─────────► connection ──┐
///                                  │  ▲                          │
///    waiting: stays in the source ─┘  └─────── didBeginReading ──┘
/// ```
///
/// `didReadLast` and a pause of the transfer lead to a state in which no time counts.
struct SendingClock {
  /// The state of sending: what it needs next.
  private enum Need {
    /// Bytes of the source, which is being read or has none for now.
    case source
    /// Room of the connection, which has not taken all bytes that were read.
    case connection
    /// Nothing: no byte has been requested yet, or the last one has been read.
    case nothing
  }

  private var need = Need.nothing
  private var start: MonotonicInstant?
  private var isSuspended = false
  /// The time that the source took, or `nil` before the first read.
  private(set) var sourceTime: Duration?
  /// The time that the connection took, or `nil` before the first read.
  private(set) var networkTime: Duration?

  /// Notes that the connection requests bytes of the source.
  mutating func didBeginReading(at time: MonotonicInstant) {
    sourceTime = sourceTime ?? .zero
    networkTime = networkTime ?? .zero
    change(to: .source, at: time)
  }

  /// Notes that the source has bytes.
  mutating func didRead(at time: MonotonicInstant) { change(to: .connection, at: time) }

  /// Notes that the source has ended.
  mutating func didReadLast(at time: MonotonicInstant) { change(to: .nothing, at: time) }

  /// Notes that the transfer is suspended or resumed. The time between does not count.
  mutating func setSuspended(_ isSuspended: Bool, at time: MonotonicInstant) {
    change(to: need, at: time)
    self.isSuspended = isSuspended
  }

  /// Begins again, for a body that is sent again.
  mutating func restart() {
    (need, sourceTime, networkTime) = (.nothing, nil, nil)
  }

  private mutating func change(to need: Need, at time: MonotonicInstant) {
    if let start, !isSuspended {
      switch self.need {
      case .source: sourceTime = (sourceTime ?? .zero) + (time - start)
      case .connection: networkTime = (networkTime ?? .zero) + (time - start)
      case .nothing: break
      }
    }
    self.need = need
    start = time
  }
}
