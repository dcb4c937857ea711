internal import SluiceBody

extension Outbox {
  /// Returns the entries with a status. Few of them are in memory at a time.
  ///
  /// ```swift
  /// for try await entry in outbox.entries(.dead) { print(entry.url, entry.lastError ?? "") }
  /// ```
  ///
  /// Entries with the same key are in order, others in any order. Those that are added, or change their status, during
  /// the iteration may be missing. Damaged files are left out. If a file cannot be read at the moment, its error comes
  /// after the other entries.
  ///
  /// - Parameter status: The status. Defaults to `.pending`.
  public func entries(_ status: Entry.Status = .pending) -> Entries {
    Entries(store: store, status: status)
  }

  /// Whether a path leads to a file of the body of an entry that was not delivered.
  ///
  /// - Throws: A ``BodyError`` if the folder cannot be read.
  package func hasBody(at path: String) async throws -> Bool {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try store.hasBody(at: path) }
  }

  /// The entries of an outbox. ``Outbox/entries(_:)`` creates them.
  public struct Entries: AsyncSequence, Sendable {
    /// An entry.
    public typealias Element = Entry

    let store: EntryStore
    let status: Entry.Status

    /// Returns an iterator from the first entry.
    public func makeAsyncIterator() -> Iterator { Iterator(EntryWalk(over: store, status)) }

    /// The iterator of entries.
    public struct Iterator: AsyncIteratorProtocol {
      private var walk: EntryWalk

      init(_ walk: EntryWalk) { self.walk = walk }

      /// Returns the next entry, or `nil` after the last one.
      ///
      /// - Throws: After the last entry, a ``BodyError`` with the code `file-unreadable` or `read-failed` if another
      ///   one could not be read.
      public mutating func next() async throws -> Entry? { try await next(isolation: nil) }

      /// Returns the next entry, or `nil` after the last one.
      ///
      /// - Throws: After the last entry, a ``BodyError`` with the code `file-unreadable` or `read-failed` if another
      ///   one could not be read.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Entry? {
        try Task.checkCancellation()
        let start = walk
        let (entry, end) = await withTaskExecutorPreference(BlockingExecutor.shared) {
          var walk = start
          let entry = walk.next()
          return (entry, walk)
        }
        walk = end
        if entry == nil, let failure = walk.failure.take() { throw failure }
        return entry
      }
    }
  }

  /// Returns the paths of the files that were set aside because they are not valid entries.
  ///
  /// - Throws: A ``BodyError`` with the code `read-failed`.
  public func damagedFiles() async throws -> [String] {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      var paths: [String] = []
      var cursor = EntryCursor(over: .damaged)
      while let page = try cursor.next(in: store) {
        paths += page.names.map { store.path(of: $0, in: .damaged) }
      }
      return paths
    }
  }

  /// Makes a dead or waiting entry ready to be sent at once, with its attempts counted from 0 and without the error of
  /// an expiry: an entry that has expired dies again.
  ///
  /// - Parameter id: The identifier of the entry.
  /// - Throws: An ``OutboxError`` with the code `entry-missing`; `entry-in-use` if a pending entry, or another one with
  ///   its key, is being sent; `damaged-entry`. A ``BodyError`` with the code `file-unreadable`, `read-failed`,
  ///   `write-failed`, or `file-exists` if a pending entry has the identifier of the dead one.
  public func retry(_ id: Entry.ID) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      if let file = try store.open(id.name, in: .dead) {
        // Two of these calls at once write the same bytes.
        _ = try file.write(try file.state().renewed())
        try store.move(id.name, from: .dead, to: .pending)
        return
      }
      guard let file = try store.open(id.name, in: .pending) else { throw Self.missing(id) }
      guard try store.control.claim(id.name.lane) else {
        throw OutboxError(.entryInUse, "\(id): the entry, or another one with its key, is being sent")
      }
      defer { store.control.release(id.name.lane) }
      _ = try file.write(try file.state().renewed())
    }
    await didChange()
  }

  /// Removes an entry, whatever its status, or a damaged file. A request that is being sent is not stopped, but not
  /// sent again.
  ///
  /// - Parameter id: The identifier of the entry.
  /// - Throws: An ``OutboxError`` with the code `entry-missing`; a ``BodyError`` with the code `write-failed`.
  public func drop(_ id: Entry.ID) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      for area in EntryStore.Area.allCases where try store.remove(id.name, from: area) { return }
      throw Self.missing(id)
    }
    await didChange()
  }

  private static func missing(_ id: Entry.ID) -> OutboxError {
    OutboxError(.entryMissing, "there is no entry \(id)")
  }
}

/// A walk over the entries with a status. Blocks.
struct EntryWalk {
  private let store: EntryStore
  private let status: Outbox.Entry.Status
  private var cursor: EntryCursor
  private var names: ArraySlice<EntryName> = []
  /// The first error of a file or folder that could not be read.
  var failure: (any Error)?

  init(over store: EntryStore, _ status: Outbox.Entry.Status) {
    (self.store, self.status) = (store, status)
    cursor = EntryCursor(over: status == .dead ? .dead : .pending)
  }

  /// Returns the next entry that can be read, or `nil` after the last one.
  mutating func next() -> Outbox.Entry? {
    while true {
      while let name = names.popFirst() {
        do {
          if let entry = try entry(name) { return entry }
        } catch let error as OutboxError where error.code == .damagedEntry {
          // `damagedFiles()` lists it after a run.
        } catch {
          failure = failure ?? error
        }
      }
      do {
        if let page = try cursor.next(in: store) {
          names = page.names[...]
        } else if cursor.area == .dead {
          // An entry may have died, and its file could not be moved.
          cursor = EntryCursor(over: .pending)
        } else {
          return nil
        }
      } catch {
        failure = failure ?? error
        cursor.skipFolder()
      }
    }
  }

  /// Reads an entry. The result is `nil` if it is gone, was delivered, or has the other status.
  private func entry(_ name: EntryName) throws -> Outbox.Entry? {
    guard let file = try store.open(name, in: cursor.area) else { return nil }
    var state = try file.state()
    // A retry that was cut off has written the state, but not moved the file.
    if cursor.area == .dead { state.isDead = true }
    guard state.isDelivered != true, state.isDead == (status == .dead) else { return nil }
    let summary = try file.summary(of: file.bytes())
    return Outbox.Entry(name, summary.head, summary.requestHead, state)
  }
}
