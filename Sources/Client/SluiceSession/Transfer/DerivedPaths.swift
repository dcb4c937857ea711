package import SluiceBody
internal import SluiceSupport

/// The paths that downloads of a session or of a batch have derived from their responses, so that no download replaces
/// the file of another one that ran at the same time, or belongs to the same batch.
///
/// ```
///  download 1   begin ──── claims /data/a ──── end
///  download 2           begin ──────────────────────── claims /data/a: it exists, and download 1 ended meanwhile
///  download 3                                    begin ──── claims /data/a ──── end        replaces it
/// ```
///
/// A path is kept until all downloads have ended that had begun before it was complete; in a batch, until the batch has
/// ended.
package final class DerivedPaths: Sendable {
  private struct Owner {
    let number: Int
    /// The time of the end, or `nil` while the download runs.
    var end: Int?
    /// The time at which the file that the download is about to replace was complete, or `nil` if there is none.
    var earlierEnd: Int?

    /// The owner if this download does not write the file. No download has the number 0.
    var earlier: Owner? { earlierEnd.map { Owner(number: 0, end: $0) } }
  }

  private struct State {
    /// The time: the number of downloads that have begun or ended.
    var time = 0
    var running: Set<Int> = []
    /// By the bytes of the paths: a file system distinguishes names that are canonically equivalent.
    var owners: [ExactString: Owner] = [:]
    /// The number of owners at which those that are not needed any more are removed.
    var limit = 64
  }

  private let isBatch: Bool
  private let state = Lock(State())

  /// - Parameter isBatch: Whether the downloads belong to one batch.
  package init(isBatch: Bool) { self.isBatch = isBatch }

  /// The number of paths that are kept.
  package var count: Int { state.withLock { $0.owners.count } }

  /// Notes that a download begins.
  ///
  /// - Returns: The number of the download.
  package func begin() -> Int {
    state.withLock { state in
      state.time += 1
      state.running.insert(state.time)
      return state.time
    }
  }

  /// Takes a path for a download.
  ///
  /// - Throws: A ``BodyError`` with the code `file-in-use` if another download writes the file, or `file-exists` if
  ///   another one has written it meanwhile.
  package func claim(_ path: String, by number: Int) throws(BodyError) {
    let key = ExactString(path)
    let other = state.withLock { state -> Owner? in
      let owner = state.owners[key]
      if let owner {
        if owner.number == number { return nil }
        if isBatch || owner.end ?? .max > number { return owner }
      }
      state.owners[key] = Owner(number: number, earlierEnd: owner?.end)
      return nil
    }
    if let other { throw BodyError(other.end == nil ? .fileInUse : .fileExists, path: path) }
  }

  /// Gives back a path that a download has taken, and has not written.
  package func release(_ path: String, by number: Int) {
    let path = ExactString(path)
    state.withLock { state in
      if let owner = state.owners[path], owner.number == number { state.owners[path] = owner.earlier }
    }
  }

  /// Notes that a download has ended.
  ///
  /// - Parameters:
  ///   - number: The number of the download.
  ///   - path: The path of its file, which is complete, or `nil` if it has none or has given it back.
  package func end(_ number: Int, _ path: String?) {
    state.withLock { state in
      state.time += 1
      state.running.remove(number)
      if let path = path.map(ExactString.init), state.owners[path]?.number == number {
        state.owners[path] = Owner(number: number, end: state.time)
      }
      guard !isBatch, state.running.isEmpty || state.owners.count > state.limit else { return }
      let first = state.running.min() ?? .max
      state.owners = state.owners.filter { $0.value.end ?? .max > first }
      state.limit = max(64, 2 * state.owners.count)
    }
  }
}
