internal import ArgumentParser
internal import Glibc
internal import Sluice

struct JSONCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json", abstract: "Check and lay out JSON.", subcommands: [Format.self])

  struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write a document anew, in one line by default.")

    @Argument(help: "A file; standard input by default.") var file: String?
    @Flag(help: "Indent it.") var pretty = false
    @Flag(help: "Sort the members of every object.") var sortKeys = false
    @Option(help: "How many arrays and objects may lie within one another.") var maxDepth = 512

    func validate() throws {
      if maxDepth < 0 { throw ValidationError("--max-depth takes a number of levels") }
    }

    func run() throws {
      let value = try JSON.Value(parsing: InputFile(file).readAll(), maxDepth: maxDepth)
      var formatting = JSON.OutputFormatting.withoutEscapingSlashes
      if pretty { formatting.insert(.prettyPrinted) }
      if sortKeys { formatting.insert(.sortedKeys) }
      var output = value.bytes(formatting: formatting)
      output.append(UInt8(ascii: "\n"))
      try writeAll(output, to: STDOUT_FILENO, named: "standard output")
    }
  }
}
