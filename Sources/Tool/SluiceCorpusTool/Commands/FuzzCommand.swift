internal import ArgumentParser
internal import SluiceFuzz
internal import SluiceTool

struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz", abstract: CorpusProgram.fuzzAbstract, subcommands: [Init.self])

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Write a package that fuzzes another.",
      discussion: """
        Writes the folder Fuzzing into a package: a package with one target, and a Makefile. Then, call your parser in \
        Fuzzing/Sources/fuzz/Targets.swift, and search for a minute:

          make -C PACKAGE/Fuzzing fuzz TARGET=mine TIME=60
        """)

    @Argument(help: "The folder of the package that has the parser.", completion: .directory) var package:
      String
    @Option(parsing: .unconditional, help: "The name of the first target.") var target = "mine"
    @Option(
      help:
        "The format of its inputs; json by default. One of: \(Corpus.Format.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var format: FormatName?
    @Option(
      parsing: .unconditional, help: "The product with the parser; the package's first library by default.")
    var product: String?
    @Option(
      parsing: .unconditional, help: "The folder of Sluice, relative to the package.", completion: .directory)
    var sluice =
      "../sluice"

    func run() throws {
      let fuzzing = try FuzzPackage(
        of: package, product: product, target: target, format: format?.format ?? .json, sluice: sluice)
      for file in try fuzzing.write() { try printLine(file) }
    }
  }
}
