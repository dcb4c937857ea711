internal import Synchronization

/// Lets one reader be made of a source, however often its value was copied.
package final class OneShotClaim: Sendable {
  private let isTaken = Atomic(false)
  private let path: String?

  package init(of path: String? = nil) { self.path = path }

  package func take() throws(BodyError) {
    if isTaken.exchange(true, ordering: .relaxed) { throw BodyError(.notReplayable, path: path) }
  }
}
