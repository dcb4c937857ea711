extension NetworkStatus {
  /// The current status.
  ///
  /// - Throws: A ``NetworkError`` if the system does not report it; a `CancellationError`.
  public static var current: NetworkStatus {
    get async throws { try await blocking { try NetlinkSocket(reportingChanges: false).status() } }
  }

  /// The current status, and then its changes.
  ///
  /// ```swift
  /// for try await status in NetworkStatus.updates where status.isReachable { break }   // waits for a network
  /// ```
  ///
  /// The system announces changes on the sockets of each iterator, so nothing is polled. They are
  /// closed when the iterator is released, or its task is cancelled, which ends the sequence. A slow consumer skips
  /// intermediate statuses, and never receives the same status twice in a row.
  public static var updates: Updates { Updates() }

  /// The current status, and then its changes.
  public struct Updates: AsyncSequence, Sendable {
    /// Returns an iterator, whose first element is the current status.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(NetworkStatus.watch()) }

    /// Iterates over the current status and its changes.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var statuses: AsyncThrowingStream<NetworkStatus, any Error>.AsyncIterator
      private var last: NetworkStatus?

      /// - Parameter statuses: The current status, and later ones, which may be the same.
      init(_ statuses: AsyncThrowingStream<NetworkStatus, any Error>) {
        self.statuses = statuses.makeAsyncIterator()
      }

      /// Waits for the next status. The result is `nil` if the task is cancelled.
      ///
      /// - Throws: A ``NetworkError`` if the system does not report the status.
      public mutating func next() async throws -> NetworkStatus? {
        while let status = try await statuses.next() {
          if status == last { continue }
          last = status
          return status
        }
        return nil
      }
    }
  }
}
