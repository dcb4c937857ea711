internal import ArgumentParser
internal import Sluice
internal import SluiceCache

extension CacheCommand {
  struct Remove: AsyncParsableCommand, CheckedCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove the responses of URLs or of an origin, or all.",
      discussion: "A missing response is no error.")

    @OptionGroup var folder: Folder
    @Argument(help: ArgumentHelp("The URLs of responses, with their queries.", valueName: "url"))
    var urls: [String] = []
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "All responses of the origin of this URL, such as https://api.example.com.", valueName: "url"))
    var origin: String?
    @Flag(help: "All responses; with --partition, only those of the partition.") var all = false
    @OptionGroup var partition: Partition

    func check() throws {
      if [!urls.isEmpty, origin != nil, all].count(where: \.self) != 1 {
        throw ValidationError("expected URLs, --origin or --all")
      }
    }

    func run() async throws {
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
}
