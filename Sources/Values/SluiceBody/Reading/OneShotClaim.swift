internal import Synchronization

/// Permission to make a single reader of a source, shared by all copies of the source.
package final class OneShotClaim: Sendable {
  private let isTaken = Atomic(false)
  private let path: String?

  package init(of path: String? = nil) { self.path = path }

  /// Takes the permission.
  ///
  /// - Throws: ``BodyError/Code/notReplayable`` if it was already taken.
  package func take() throws(BodyError) {
    if isTaken.exchange(true, ordering: .relaxed) { throw BodyError(.notReplayable, path: path) }
  }
}
