internal import ArgumentParser
internal import Sluice
internal import SluiceFuzz

extension CorpusCommand {
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Write the corpus as files: FORMAT/NAME, FORMAT.dict and manifest.jsonl.",
      discussion: """
        The dictionaries are those of libFuzzer and AFL++. Each line of the manifest is about an input: its format and \
        name, what a parser must do with it, the rule, what it shows, its content type, and the result if there is one.
        """)

    @Argument(help: "The folder, which is created, or empty.") var folder: String

    @Option(help: ArgumentHelp("Only this format; can be repeated.", valueName: "format"))
    var format: [FormatName] = []

    func run() throws {
      try prepareFolder()
      let formats = Corpus.Format.allCases.filter { each in
        format.isEmpty || format.contains { $0.format == each }
      }
      var manifest: [UInt8] = []
      for format in formats {
        let entries = Corpus.inputs(format)
        try makeFolder("\(folder)/\(format.rawValue)")
        for entry in entries {
          try Task.checkCancellation()
          try write(entry.bytes, to: "\(format.rawValue)/\(entry.name)")
          entry.manifest.writeLine(into: &manifest)
        }
        try write(Corpus.dictionary(format), to: "\(format.rawValue).dict")
      }
      // Last, so that an export with a manifest is complete.
      try write(manifest, to: "manifest.jsonl")
    }

    private func prepareFolder() throws(Failure) {
      do throws(SystemError) {
        try createFolders(folder)
        var isEmpty = true
        try forEachName(inFolder: folder) { _ in isEmpty = false }
        if isEmpty { return }
      } catch {
        throw Failure.writing(folder, error)
      }
      throw Failure(.inputOutput, "folder-not-empty", "\(folder): the folder is not empty")
    }

    private func write(_ bytes: [UInt8], to name: String) throws(Failure) {
      let file = try OutputFile("\(folder)/\(name)")
      try file.write(bytes)
      try file.commit()
    }
  }
}
