internal import ArgumentParser
internal import Sluice
internal import SluiceCache

struct CacheCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Show or remove responses that are kept in a folder.",
    discussion: """
      `sluice request` and `sluice download` keep responses with --cache, and programs with a cache in a folder, which \
      may run meanwhile. A damaged response is a missing one. Only `remove` changes the folder.
      """,
    subcommands: [List.self, Show.self, Remove.self, Stats.self])

  /// The folder of a command.
  struct Folder: ParsableArguments {
    @Argument(help: "The folder of the cache.") var folder: String

    /// Opens the folder. A path with a typing error creates none.
    ///
    /// - Parameter isReadOnly: Whether nothing in the folder is changed.
    func open(isReadOnly: Bool) throws -> FolderStore {
      guard let store = try FolderStore(existingAt: folder, isReadOnly: isReadOnly) else {
        throw Failure(.inputMissing, "cache-missing", "\(folder): there is no cache in this folder")
      }
      return store
    }
  }

  /// The identity that entries belong to.
  struct Partition: ParsableArguments {
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The partition that the responses belong to, if a program uses several.", valueName: "text"))
    var partition: String?
  }
}

extension ResponseCache.Entry {
  /// The URL, with the visible part of its query.
  func url(showingQuery: Bool) -> String {
    (showingQuery ? Session.QueryVisibility.full : .withoutValues).shown(of: url)
  }

  /// The number of seconds for which the response is still fresh; negative if it is stale.
  var secondsLeft: Int64 { (lifetime - age).components.seconds }
}
