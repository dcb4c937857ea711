package import ArgumentParser

/// The options of a listing.
package struct ListOptions: ParsableArguments {
  /// The values of `--format`.
  package enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(help: "The format: text, or json for one object per line.")
  package var format = Format.text

  @Option(
    name: [.customShort("o"), .customLong("output")], parsing: .unconditional,
    help: ArgumentHelp("The file to write the list to.", valueName: "file"))
  package var output: String?

  package init() {}
}
