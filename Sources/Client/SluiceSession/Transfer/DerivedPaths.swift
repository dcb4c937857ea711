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
    /// By the bytes of the paths, since most file systems distinguish names that are canonically equivalent, and names
    /// that differ in case.
    var owners: [ExactString: Owner] = [:]
    /// Whether folders do not distinguish the latter, for those that running downloads have derived paths in.
    var ignoresCase: [ExactString: Bool] = [:]
    /// The number of owners at which those that are not needed any more are removed.
    var limit = 64
  }

  private let isBatch: Bool
  private let isCaseIgnored: @Sendable (_ folder: String) -> Bool
  private let state = Lock(State())

  /// - Parameters:
  ///   - isBatch: Whether the downloads belong to one batch.
  ///   - isCaseIgnored: Whether a folder does not distinguish names that differ in case alone. Defaults to
  ///     a test of the file system.
  package init(
    isBatch: Bool,
    isCaseIgnored: @escaping @Sendable (_ folder: String) -> Bool = DestinationPath.isCaseIgnored(inFolder:)
  ) {
    (self.isBatch, self.isCaseIgnored) = (isBatch, isCaseIgnored)
  }

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
  package func claim(_ path: DestinationPath, by number: Int) throws(BodyError) {
    let key = key(of: path)
    let other = state.withLock { state -> Owner? in
      let owner = state.owners[key]
      if let owner {
        if owner.number == number { return nil }
        if isBatch || owner.end ?? .max > number { return owner }
      }
      state.owners[key] = Owner(number: number, earlierEnd: owner?.end)
      return nil
    }
    if let other { throw BodyError(other.end == nil ? .fileInUse : .fileExists, path: path.text) }
  }

  /// Returns what is equal for the paths of one file. Looks at each folder once. Blocks.
  private func key(of path: DestinationPath) -> ExactString {
    let folder = ExactString(path.folder)
    let isKnown = state.withLock { $0.ignoresCase[folder] }
    let ignoresCase = isKnown ?? isCaseIgnored(path.folder)
    if isKnown == nil { state.withLock { $0.ignoresCase[folder] = ignoresCase } }
    return ExactString(ignoresCase ? path.text.lowercased() : path.text)
  }

  /// Gives back a path that a download has taken, and has not written.
  package func release(_ path: DestinationPath, by number: Int) {
    let path = key(of: path)
    state.withLock { state in
      if let owner = state.owners[path], owner.number == number { state.owners[path] = owner.earlier }
    }
  }

  /// Notes that a download has ended.
  ///
  /// - Parameters:
  ///   - number: The number of the download.
  ///   - path: The path of its file, which is complete, or `nil` if it has none or has given it back.
  package func end(_ number: Int, _ path: DestinationPath?) {
    let path = path.map(key)
    state.withLock { state in
      state.time += 1
      state.running.remove(number)
      if let path, state.owners[path]?.number == number {
        state.owners[path] = Owner(number: number, end: state.time)
      }
      if !isBatch, state.running.isEmpty { state.ignoresCase = [:] }
      guard !isBatch, state.running.isEmpty || state.owners.count > state.limit else { return }
      let first = state.running.min() ?? .max
      state.owners = state.owners.filter { $0.value.end ?? .max > first }
      state.limit = max(64, 2 * state.owners.count)
    }
  }
}
