internal import ArgumentParser

struct DownloadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "download", abstract: "Download files, or a file with other machines.",
    discussion: """
      Without a subcommand, downloads files to this machine: `sluice download files --help` has the options. With \
      `plan`, `segments` and `finish`, any number of machines that share a file system download one file.
      """,
    subcommands: [Files.self, Plan.self, Segments.self, Finish.self], defaultSubcommand: Files.self)
}
