internal import SluiceBody

/// A walk over all entries of an area, page by page, so that it holds few names in memory. Blocks.
struct EntryCursor {
  let area: EntryStore.Area
  private var shard = 0
  private var last: EntryName?

  init(over area: EntryStore.Area) { self.area = area }

  /// Returns the next names, in order, all of the same folder, or `nil` after the last ones.
  mutating func next(in store: EntryStore) throws(BodyError) -> EntryPage? {
    while shard < EntryStore.shardCount {
      let page = try store.page(of: area, shard, after: last)
      last = page.isCut ? page.names.last : nil
      if last == nil { shard += 1 }
      if !page.names.isEmpty { return page }
    }
    return nil
  }

  /// Leaves out the rest of the last name's lane, so that no page begins within a lane.
  mutating func skipLane() {
    last = last.map { EntryName(lane: $0.lane, sequence: EntryName.sequenceLimit - 1) }
  }

  /// Leaves out the rest of the folder, which cannot be listed.
  mutating func skipFolder() {
    last = nil
    shard += 1
  }
}
