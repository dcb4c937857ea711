internal import SluiceBody

/// The lowest names in a folder, in order, and no more of them than fit into little memory.
struct EntryPage {
  /// The usual maximum number of names. A folder of *n* entries is listed *n* / 8192 times.
  static let maximumCount = 8192

  private(set) var names: [EntryName] = []
  private let limit: Int
  /// The highest name to be kept, or `nil` while there is room for all.
  private var bound: EntryName?
  /// Whether there are more names after these.
  var isCut: Bool { bound != nil }

  /// Lists a folder; a missing one is empty. Blocks.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - start: The name after which the page starts, or `nil` for the first page.
  ///   - limit: The maximum number of names. Defaults to ``maximumCount``.
  init(
    of folder: String, after start: EntryName?, upTo limit: Int = maximumCount
  ) throws(SystemError) {
    self.limit = limit
    do throws(SystemError) {
      try forEachName(inFolder: folder) { name in
        guard let name = EntryName(name), start.map({ $0 < name }) ?? true else { return }
        if let bound, bound < name { return }
        names.append(name)
        if names.count == 2 * limit { cut() }
      }
    } catch {
      guard error.isMissingFile else { throw error }
    }
    names.sort()
    if names.count > limit { cut() }
  }

  private mutating func cut() {
    names.sort()
    names.removeLast(names.count - limit)
    bound = names.last
  }

  /// Leaves out the names with a higher sequence.
  mutating func removeAll(after sequence: UInt64) { names.removeAll { $0.sequence > sequence } }
}

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
