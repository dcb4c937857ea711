internal import ArgumentParser
internal import Sluice
internal import SluiceFuzz
internal import SluiceTool

struct CorpusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "corpus", abstract: CorpusProgram.corpusAbstract,
    subcommands: [List.self, Show.self, Export.self, Run.self, Send.self])
}

/// The name of a format, as an argument.
struct FormatName: ExpressibleByArgument {
  let format: Corpus.Format

  init?(argument: String) {
    guard let format = Corpus.Format(rawValue: argument) else { return nil }
    self.format = format
  }

  static let allValueStrings = Corpus.Format.allCases.map(\.rawValue)
}

extension CorpusCommand {
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the formats, or the inputs of a format.",
      discussion: """
        For each input: its name, what a parser must do with it, the number of bytes, the rule, and what it shows.
        """)

    @Argument(help: "The format; all formats, with the numbers of inputs, by default.") var format:
      FormatName?
    @OptionGroup var list: ListOptions

    func run() throws {
      let output = try OutputFile(list.output)
      if list.format == .json {
        if let format {
          for entry in Corpus.inputs(format.format) { try output.write(entry.manifest.line) }
        } else {
          for format in Corpus.Format.allCases { try output.write(Self.counts(of: format).line) }
        }
      } else {
        try output.write(Array((format.map { Self.inputs(of: $0.format) } ?? Self.formats).utf8))
      }
      try output.commit()
    }

    private static func count(_ verdict: Corpus.Verdict, _ entries: [Corpus.Entry]) -> Int {
      entries.count { $0.verdict == verdict }
    }

    private static func counts(of format: Corpus.Format) -> JSON.Value {
      let entries = Corpus.inputs(format)
      return [
        "format": .text(format.rawValue), "inputs": .number(entries.count),
        "accept": .number(count(.accept, entries)),
        "reject": .number(count(.reject, entries)), "either": .number(count(.either, entries)),
      ]
    }

    private static var formats: String {
      var table = TextTable(
        rows: [["format", "inputs", "accept", "reject", "either"]], numberColumns: [1, 2, 3, 4])
      for format in Corpus.Format.allCases {
        let entries = Corpus.inputs(format)
        let verdicts: [Corpus.Verdict] = [.accept, .reject, .either]
        table.rows.append(
          [format.rawValue, "\(entries.count)"] + verdicts.map { "\(count($0, entries))" })
      }
      return table.text
    }

    private static func inputs(of format: Corpus.Format) -> String {
      var table = TextTable(rows: [["name", "verdict", "bytes", "rule", "shows"]], numberColumns: [2])
      for entry in Corpus.inputs(format) {
        table.rows.append([
          entry.name, entry.verdict.rawValue, "\(entry.bytes.count)", entry.rule ?? "", entry.shows ?? "",
        ])
      }
      return table.text
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print an input: its line of the manifest, and its bytes in hexadecimal digits and as text.")

    @Argument(help: ArgumentHelp("The format and the name of the input.", valueName: "format/name"))
    var input: String
    @Flag(help: "Print the bytes alone, as they are.") var raw = false

    func run() throws {
      let entry = try entry()
      let output = try OutputFile(nil)
      if raw { return try output.write(entry.bytes) }
      try output.write(entry.manifest.line)
      try output.write(Array(HexDump.rows(of: entry.bytes[...]).utf8))
    }

    private func entry() throws(Failure) -> Corpus.Entry {
      let names = input.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard names.count == 2, let format = Corpus.Format(rawValue: names[0]) else {
        throw Failure(.usage, "usage", "'\(input)' is not FORMAT/NAME; sluice corpus list prints the formats")
      }
      guard let entry = Corpus.inputs(format).first(where: { $0.name == names[1] }) else {
        throw Failure(
          .inputMissing, "no-input",
          "\(input): there is no such input; sluice corpus list \(names[0]) prints the names")
      }
      return entry
    }
  }

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
      try OutputFile.write(bytes, to: "\(folder)/\(name)")
    }
  }
}

extension Corpus {
  /// Returns the inputs of a format: those that have names, and those that fuzzing found, as `found-HASH`.
  static func inputs(_ format: Format) -> [Entry] {
    entries(format)
      + found(format).map { entry in
        Entry(
          name: "found-\(entry.name)", format: format, verdict: entry.verdict, bytes: entry.bytes,
          contentType: entry.contentType, rule: entry.rule, result: entry.result)
      }
  }
}

extension Corpus.Entry {
  /// The line of the manifest about the input.
  var manifest: JSON.Value {
    let members: [(String, JSON.Value?)] = [
      ("file", .text("\(format.rawValue)/\(name)")), ("verdict", .text(verdict.rawValue)),
      ("byteCount", .number(bytes.count)), ("shows", shows.map { .text($0) }),
      ("rule", rule.map { .text($0) }),
      ("contentType", contentType.map { .text($0) }), ("result", result),
    ]
    return JSON.Value(.object(members.compactMap { key, value in value.map { JSON.Value.Member(key, $0) } }))
  }
}

extension [Corpus.Entry] {
  /// Returns the inputs whose names match one of the patterns, or all of them if there is none.
  ///
  /// - Throws: ``Failure`` if a pattern matches no input, which is probably a mistake.
  func matching(_ patterns: [String], of format: Corpus.Format) throws(Failure) -> [Corpus.Entry] {
    if isEmpty { throw Failure(.usage, "no-inputs", "\(format.rawValue) has no inputs") }
    let unmatched = patterns.filter { pattern in !contains { isMatch($0.name, pattern: pattern) } }
    if !unmatched.isEmpty {
      throw Failure(
        .usage, "no-inputs",
        "\(format.rawValue) has no input that matches \(unmatched.joined(separator: ", or "))")
    }
    return patterns.isEmpty
      ? self : filter { entry in patterns.contains { isMatch(entry.name, pattern: $0) } }
  }
}
