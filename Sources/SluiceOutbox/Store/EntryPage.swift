internal import SluiceBody

/// The lowest names in a folder, in order, and no more of them than fit into little memory.
struct EntryPage {
  /// The maximum number of names. A folder of *n* entries is listed *n* / 8192 times.
  static let maximumCount = 8192

  private(set) var names: [EntryName] = []
  /// The highest name to be kept; `nil` as long as there is room for all.
  private var bound: EntryName?
  /// Whether there are more names after these.
  var isCut: Bool { bound != nil }

  /// Lists a folder; a missing one is empty. Blocks.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - start: The name after which the page begins; `nil` for the first page.
  init(of folder: String, after start: EntryName?) throws(SystemError) {
    do throws(SystemError) {
      try forEachName(inFolder: folder) { name in
        guard let name = EntryName(name), start.map({ $0 < name }) ?? true else { return }
        if let bound, bound < name { return }
        names.append(name)
        if names.count == 2 * Self.maximumCount { cut() }
      }
    } catch {
      guard error.isMissingFile else { throw error }
    }
    names.sort()
    if names.count > Self.maximumCount { cut() }
  }

  private mutating func cut() {
    names.sort()
    names.removeLast(names.count - Self.maximumCount)
    bound = names.last
  }
}
