internal import ArgumentParser
internal import Sluice
internal import SluiceCache
internal import SluiceSupport

extension CacheCommand {
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the responses, in any order.",
      discussion: """
        For each response: its status, the number of bytes of its body, whether it is fresh, stale, or only a part, \
        and its URL. The values in queries are shown as …, because they may be secrets.
        """)

    @OptionGroup var folder: Folder
    @Flag(help: "Print one JSON object per line.") var json = false
    @Flag(help: "Show whole queries, with any secrets in them.") var showQueries = false

    func run() async throws {
      let output = try OutputFile(nil)
      for await entry in ResponseCache(try folder.open(isReadOnly: true)).entries {
        try output.write(json ? object(entry).line : line(entry))
      }
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
}
