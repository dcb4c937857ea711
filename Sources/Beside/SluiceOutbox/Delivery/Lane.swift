/// Entries with the same key, in order. The first one can be sent.
struct Lane {
  let number: UInt64
  let names: ArraySlice<EntryName>
  /// Whether the lane may have more entries after these.
  let isCut: Bool
}

/// The lanes of a page.
struct LanePage {
  private(set) var lanes: [Lane] = []
  /// The earliest time at which a lane that waits can be sent, or `nil` if none waits.
  private(set) var due: Timestamp?

  /// Finds the lanes that can be sent. The page begins with the first entry of a lane. Blocks.
  init(_ page: EntryPage, in store: EntryStore) {
    let now = Timestamp.now
    var rest = page.names[...]
    while let first = rest.first {
      let names = rest.prefix { $0.lane == first.lane }
      rest = rest[names.endIndex...]
      // An entry that cannot be read is left to the lane's worker.
      if let wait = try? store.open(first, in: .pending)?.state().wait(at: now) {
        due = min(due ?? wait, wait)
      } else {
        lanes.append(Lane(number: first.lane, names: names, isCut: page.isCut && rest.isEmpty))
      }
    }
  }
}
