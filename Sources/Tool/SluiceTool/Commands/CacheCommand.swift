internal import ArgumentParser
internal import Sluice
internal import SluiceCache
internal import SluiceSupport

struct CacheCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Show or remove responses that are kept in a folder.",
    discussion: """
      `sluice request` and `sluice download` keep responses with --cache, and programs with a cache in a folder, which \
      may run meanwhile. A damaged response is a missing one. Only `remove` changes the folder. All commands end with \
      74 if a file cannot be read.
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

  /// Checks that no response is missing because it could not be read.
  fileprivate static func checkReading(of store: FolderStore) throws {
    guard let failure = store.readFailure else { return }
    throw Failure(.inputOutput, "\(failure.code)", failure.message)
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

extension CacheCommand {
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the responses, in any order.",
      discussion: """
        For each response: its status, the number of bytes of its body, whether it is fresh, stale, or only a part, \
        and its URL. The values in queries are shown as …, because they may be secrets.
        """)

    @OptionGroup var folder: Folder
    @OptionGroup var list: ListOptions
    @Flag(help: "Show whole queries, with any secrets in them.") var showQueries = false

    func run() async throws {
      try checkOutputs([("-o", list.output)], reading: [], outside: ("cache", folder.folder))
      let output = try OutputFile(list.output)
      let store = try folder.open(isReadOnly: true)
      for await entry in ResponseCache(store).entries {
        try output.write(list.format == .json ? object(entry).line : line(entry))
      }
      try CacheCommand.checkReading(of: store)
      try output.commit()
    }

    private func line(_ entry: ResponseCache.Entry) -> [UInt8] {
      let left = entry.secondsLeft
      let size = "\(entry.bodyByteCount)"
      let state = !entry.isComplete ? "part" : left > 0 ? "fresh \(left) s" : "stale"
      let columns = [
        "\(entry.head.status.code)", Self.blanks(12, for: size) + size,
        state + Self.blanks(14, for: state), entry.url(showingQuery: showQueries),
      ]
      return Array((columns.joined(separator: "  ").escapingControls + "\n").utf8)
    }

    /// Returns the blanks that fill a column. Lines are printed as entries are found, so its width does not depend on
    /// them.
    private static func blanks(_ width: Int, for text: String) -> String {
      String(repeating: " ", count: max(0, width - text.utf8.count))
    }

    private func object(_ entry: ResponseCache.Entry) -> JSON.Value {
      [
        "url": .text(entry.url(showingQuery: showQueries)), "partition": .text(entry.partition),
        "status": .number(entry.head.status.code), "size": .number(entry.bodyByteCount),
        "complete": JSON.Value(.bool(entry.isComplete)),
        "age": .number(entry.age.components.seconds), "lifetime": .number(entry.lifetime.components.seconds),
      ]
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print the head of a response, and its body.",
      discussion: """
        Of several responses of the URL, which differ in the fields of their requests, it is the one that was used or \
        stored last. Values of fields that may hold secrets are hidden. The body is as it was received, with its \
        content coding. A body of which only a part is stored is an error (66).
        """)

    @OptionGroup var folder: Folder
    @Argument(help: "The URL of the response, with its query.", transform: targetURL) var url: String
    @OptionGroup var partition: Partition
    @Flag(help: "Print the body instead of the head.") var body = false

    @Option(
      name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
      help: ArgumentHelp("The file to write the body to.", valueName: "file"))
    var output: String?

    func validate() throws {
      if body, output != nil { throw ValidationError("--body and -o cannot be combined") }
    }

    func run() async throws {
      try checkOutputs([("-o", output)], reading: [], outside: ("cache", folder.folder))
      let store = try folder.open(isReadOnly: true)
      var cache = ResponseCache(store)
      cache.partition = partition.partition
      guard let entry = try await cache.entries(of: url).first else {
        try CacheCommand.checkReading(of: store)
        throw Failure(.inputMissing, "no-response", "the cache has no response for this URL")
      }
      if body || output != nil, !entry.isComplete {
        throw Failure(.inputMissing, "incomplete", "the cache has only a part of the body")
      }
      if !body {
        try OutputFile(nil).write(
          TransferOptions.headBytes(of: entry.head.redacted(showing: .none), httpVersion: entry.httpVersion))
      }
      if body || output != nil {
        let file = try OutputFile(output)
        try await withTaskExecutorPreference(BlockingExecutor.shared) {
          _ = try await BodyPass(over: entry.body).forEachBlock { block in
            try file.write(block)
            return true
          }
          try file.commit()
        }
      }
    }
  }

  struct Remove: AsyncParsableCommand, CheckedCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove the responses of URLs or of an origin, or all.",
      discussion: "A missing response is not an error.")

    @OptionGroup var folder: Folder
    @Argument(
      help: ArgumentHelp("The URLs of responses, with their queries.", valueName: "url"), transform: targetURL
    )
    var urls: [String] = []
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "All responses of the origin of this URL, such as https://api.example.com.", valueName: "url"),
      transform: targetURL)
    var origin: String?
    @Flag(help: "All responses; with --partition, only those of the partition.") var all = false
    @OptionGroup var partition: Partition

    func check() throws {
      if [!urls.isEmpty, origin != nil, all].count(where: \.self) != 1 {
        throw ValidationError("expected URLs, --origin or --all")
      }
    }

    func run() async throws {
      try checkOutputs([], reading: [], outside: ("cache", folder.folder))
      var cache = ResponseCache(try folder.open(isReadOnly: false))
      cache.partition = partition.partition
      do {
        for url in urls { try await cache.remove(url) }
        if urls.isEmpty { try await cache.removeAll(partition: partition.partition, origin: origin) }
      } catch let error as BodyError {
        // A response may still be there, whether it cannot be read or not be removed.
        throw Failure(.inputOutput, "\(error.code)", error.message)
      }
    }
  }

  struct Stats: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stats",
      abstract: "Print the number of responses, the size of the folder, and its maximum.",
      discussion: "The size is that of all files in bytes. The maximum is the one that was last used.")

    @OptionGroup var folder: Folder
    @OptionGroup var list: ListOptions

    func run() async throws {
      try checkOutputs([("-o", list.output)], reading: [], outside: ("cache", folder.folder))
      let store = try folder.open(isReadOnly: true)
      let cache = ResponseCache(store)
      var (count, partCount) = (0, 0)
      for await entry in cache.entries {
        if entry.isComplete { count += 1 } else { partCount += 1 }
      }
      try CacheCommand.checkReading(of: store)
      let byteCount = await cache.byteCount
      if list.format == .json {
        let object: JSON.Value = [
          "responses": .number(count), "parts": .number(partCount), "size": .number(byteCount),
          "maximumSize": store.maximumByteCount.map { .number($0) } ?? .null,
        ]
        return try OutputFile.write(object.line, to: list.output)
      }
      var table = TextTable(numberColumns: [1])
      table.rows = [
        ["responses", "\(count)"], ["parts", "\(partCount)"], ["size", "\(byteCount)"],
        ["maximum size", store.maximumByteCount.map { "\($0)" } ?? "unknown"],
      ]
      try OutputFile.write(Array(table.text.utf8), to: list.output)
    }
  }
}
