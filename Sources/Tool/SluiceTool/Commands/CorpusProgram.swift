package import ArgumentParser
internal import Glibc
internal import Sluice

/// The program with the commands `corpus` and `fuzz`, which is installed beside the tool and built separately: the
/// corpus takes long to compile, and whoever transfers files does not need it.
///
/// It has the commands of the tool, too, so that it can describe all of them.
package enum CorpusProgram {
  struct Corpus: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "corpus", abstract: corpusAbstract)
  }

  struct Fuzz: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "fuzz", abstract: fuzzAbstract)
  }

  package static let corpusAbstract = "Inputs of real formats with verdicts, to attack any parser or server."
  package static let fuzzAbstract = "Fuzz the parsers of a package."

  /// Returns the configuration of the tool with these commands instead of those of the same name, which do nothing.
  package static func configuration(with commands: [any ParsableCommand.Type]) -> CommandConfiguration {
    var configuration = SluiceCommand.configuration
    configuration.ungroupedSubcommands = configuration.ungroupedSubcommands.map { command in
      commands.first { $0._commandName == command._commandName } ?? command
    }
    return configuration
  }

  /// Runs the program instead of this one if the arguments are for it.
  ///
  /// - Throws: ``Failure`` if it cannot be run, unless the tool can do the same, without these commands.
  static func takeOver() throws(Failure) {
    guard let word = CommandLine.arguments.dropFirst().first(where: { $0 != "help" }) else { return }
    let isCommand = ["corpus", "fuzz"].contains(word)
    guard
      isCommand || word.hasPrefix("--generate-completion-script") || word == "--experimental-dump-help"
    else { return }
    let tool = realPath("/proc/self/exe").flatMap { try? DestinationPath($0) }
    let path = "\(tool?.folder ?? "/proc/self")/sluice-corpus"
    // A copy of the tool or a link to it with that name would execute itself forever.
    let isSelf = tool?.name == "sluice-corpus" || realPath(path) == tool?.text
    let error = isSelf ? SystemError(number: ELOOP) : execute(path)
    guard isCommand else { return }
    throw Failure(
      .unreachable, "not-installed",
      "'sluice \(word)' needs the program \(path): \(error); in Sluice's folder, `make build` builds it, and "
        + "`make install` installs it")
  }
}
