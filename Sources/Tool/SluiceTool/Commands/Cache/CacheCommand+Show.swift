internal import ArgumentParser
internal import Sluice
internal import SluiceCache

extension CacheCommand {
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Print the head of a response, and its body.",
      discussion: """
        Of several responses of the URL, which differ in the fields of their requests, it is the one that was used or \
        stored last. Values of fields that may hold secrets are hidden. The body is as it was received, with its \
        content coding.
        """)

    @OptionGroup var folder: Folder
    @Argument(help: "The URL of the response, with its query.") var url: String
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
      try checkOutputs(["-o": output], reading: [], besideCache: folder.folder)
      var cache = ResponseCache(try folder.open(isReadOnly: true))
      cache.partition = partition.partition
      guard let entry = try await cache.entries(of: url).first else {
        throw Failure(.inputMissing, "no-response", "there is no response of this URL in the cache")
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
}
