internal import ArgumentParser
internal import Sluice
internal import SluiceCache

extension CacheCommand {
  struct Stats: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stats",
      abstract: "Print the number of responses, the size of the folder, and its maximum.",
      discussion: "The size is that of all files in bytes. The maximum is the one that was last used.")

    @OptionGroup var folder: Folder
    @Flag(help: "Print a JSON object.") var json = false

    func run() async throws {
      let store = try folder.open(isReadOnly: true)
      let cache = ResponseCache(store)
      var (count, partCount) = (0, 0)
      for await entry in cache.entries {
        if entry.isComplete { count += 1 } else { partCount += 1 }
      }
      let byteCount = await cache.byteCount
      let output = try OutputFile(nil)
      if json {
        let object: JSON.Value = [
          "responses": .number(count), "parts": .number(partCount), "size": .number(byteCount),
          "maximumSize": store.maximumByteCount.map { .number($0) } ?? .null,
        ]
        return try output.write(object.line)
      }
      var table = TextTable(numberColumns: [1])
      table.rows = [
        ["responses", "\(count)"], ["parts", "\(partCount)"], ["size", "\(byteCount)"],
        ["maximum size", store.maximumByteCount.map { "\($0)" } ?? "unknown"],
      ]
      try output.write(Array(table.text.utf8))
    }
  }
}
