internal import Dispatch

extension NetworkStatus {
  /// Returns the current status, and a status after each possible change. Only the newest is kept.
  static func watch() -> AsyncThrowingStream<NetworkStatus, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      do {
        // The changes are received from here on, so that none is missed after the first status.
        let changes = try NetlinkSocket(reportingChanges: true)
        let requests = try NetlinkSocket(reportingChanges: false)
        let queue = DispatchQueue(label: "sluice.network.updates")
        // SAFETY: the closures below only cancel the source, which any thread may do.
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(
          fileDescriptor: changes.descriptor, queue: queue)
        let report = { @Sendable in
          do { continuation.yield(try requests.status()) } catch { continuation.finish(throwing: error) }
        }
        unsafe source.setEventHandler {
          do {
            if try changes.readChanges() { report() }
          } catch {
            continuation.finish(throwing: error)
          }
        }
        // Keeps the descriptor open until the system no longer watches it.
        unsafe source.setCancelHandler { withExtendedLifetime(changes) {} }
        continuation.onTermination = { _ in unsafe source.cancel() }
        queue.async(execute: report)
        unsafe source.activate()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}
