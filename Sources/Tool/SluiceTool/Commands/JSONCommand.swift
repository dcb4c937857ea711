internal import ArgumentParser
internal import Sluice

struct JSONCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "json", abstract: "Validate and format JSON.", subcommands: [Format.self])

  struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "format", abstract: "Validate and format a document, on one line by default.")

    @Argument(help: "The input file; standard input by default.") var file: String?
    @Flag(help: "Indent the output.") var pretty = false
    @Flag(help: "Sort the members of every object.") var sortKeys = false
    @Option(help: "The maximum nesting depth of arrays and objects.") var maxDepth = 512

    func validate() throws {
      if maxDepth < 0 { throw ValidationError("--max-depth takes a number of levels") }
    }

    func run() throws {
      let value = try JSON.Value(parsing: InputFile(file).readAll(), maximumDepth: maxDepth)
      var formatting = JSON.OutputFormatting.withoutEscapingSlashes
      if pretty { formatting.insert(.prettyPrinted) }
      if sortKeys { formatting.insert(.sortedKeys) }
      let output = try OutputFile(nil)
      try value.write(formatting: formatting) { try output.write($0) }
      try output.write([UInt8(ascii: "\n")])
    }
  }
}
