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
