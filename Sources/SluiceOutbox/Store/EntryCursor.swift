internal import SluiceBody

/// A walk over all entries of an area, page by page, so that it holds few names in memory. Blocks.
struct EntryCursor {
  let area: EntryStore.Area
  private var shard = 0
  private var last: EntryName?

  init(over area: EntryStore.Area) { self.area = area }

  /// Returns the next names, in order, all of the same folder; `nil` after the last ones.
  mutating func next(in store: EntryStore) throws(BodyError) -> EntryPage? {
    while shard < EntryStore.shardCount {
      let page = try store.page(of: area, shard, after: last)
      last = page.isCut ? page.names.last : nil
      if last == nil { shard += 1 }
      if !page.names.isEmpty { return page }
    }
    return nil
  }

  /// Leaves out the rest of a lane, which must be that of the last name.
  mutating func skip(_ lane: UInt64) {
    if last?.lane == lane { last = EntryName(lane: lane, sequence: EntryName.sequenceLimit - 1) }
  }
}
