/// Lets one reader be made of a source, however often its value was copied.
package final class OneShotClaim: Sendable {
  private let isTaken = Lock(false)
  private let path: String?

  package init(of path: String? = nil) { self.path = path }

  package func take() throws(BodyError) {
    let wasTaken = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return isTaken
    }
    if wasTaken { throw BodyError(.notReplayable, path: path) }
  }
}
