/// The state of a ``Transfer``.
///
/// ```
///              start()              suspend()
///  created ──────────────► running ───────────► suspended
///     │                     │ │ │ ◄───────────── │ │ │
///     │                     │ │ │    resume()    │ │ │
///     │ cancel()            │ │ └────────────────┘ │ │
///     │                     │ └─► finished, failed ◄─┘ │
///     └──────────► cancelled ◄─┴────────────────────────┘
/// ```
///
/// The last three states are final. A suspended transfer ends in the rare case that all bytes had arrived before.
public enum TransferState: Sendable, Hashable, CaseIterable {
  /// The transfer has not been started.
  case created
  /// The transfer runs, or waits for those it comes after, for a connection or for a retry.
  case running
  /// The transfer is suspended: no bytes move in either direction.
  case suspended
  /// The transfer has its value.
  case finished
  /// The transfer ended with an error.
  case failed
  /// The transfer was cancelled.
  case cancelled

  /// Whether the state is final.
  public var isFinal: Bool {
    switch self {
    case .created, .running, .suspended: false
    case .finished, .failed, .cancelled: true
    }
  }
}

/// The purpose of a ``Transfer``.
public enum TransferKind: Sendable, Hashable, CaseIterable {
  /// A request without a body, whose response is decoded.
  case request
  /// A request with a body, whose response is decoded.
  case upload
  /// A response that is written to a file.
  case download
  /// A response whose elements are decoded as they arrive. It is finished when the body has arrived, even if its last
  /// elements have not been read.
  case stream
}
