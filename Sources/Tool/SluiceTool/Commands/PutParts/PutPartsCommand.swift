internal import ArgumentParser

struct PutPartsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "put-parts", abstract: "Upload a file in parts, alone or with other machines.",
    discussion: """
      Without a subcommand, uploads a file from this machine: `sluice put-parts upload --help` has the options. With \
      `plan`, `send` and `finish`, any number of machines that see the file send it.
      """,
    subcommands: [Upload.self, Plan.self, Send.self, Finish.self], defaultSubcommand: Upload.self)
}
