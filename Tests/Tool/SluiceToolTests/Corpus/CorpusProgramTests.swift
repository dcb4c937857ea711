import FoundationEssentials
import Sluice
import SluiceTestSupport
import Testing

/// The commands `corpus` and `fuzz`, which are in another program than the others.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct CorpusProgramTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test(arguments: [["corpus"], ["help", "corpus", "run"], ["fuzz", "init", "--help"]])
  func `the help is the same as of other commands`(arguments: [String]) throws {
    let outcome = try sluice(arguments)
    outcome.expectSuccess()
    let name = arguments.filter { !["help", "--help"].contains($0) }.joined(separator: " ")
    #expect(outcome.text.contains("USAGE: sluice \(name) <"), "\(outcome.text)")
  }

  @Test func `completions and descriptions have all commands`() throws {
    let completions = try sluice("--generate-completion-script", "bash")
    completions.expectSuccess()
    #expect(completions.text.contains("_sluice_corpus_send_multipart()"))
    #expect(completions.text.contains("_sluice_upload()"))
    let description = try JSON.Value(parsing: sluice("--experimental-dump-help").output)
    let corpus = description["command"]?["subcommands"]?.array?.first {
      $0["commandName"]?.string == "corpus"
    }
    #expect(corpus?["subcommands"]?.array?.contains { $0["commandName"]?.string == "send" } == true)
  }

  @Test func `a symbolic link to the tool finds the program`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: toolPath)
    try Run(folder.path("link"), ["corpus", "list"]).finish().expectSuccess()
  }

  @Test func `arguments arrive byte for byte`() throws {
    let script = #"exec "$0" corpus list "$(printf 'a\377')""#
    let outcome = try Run("sh", ["-c", script, toolPath]).finish()
    #expect(outcome.end == .exited(64) && outcome.errors == "error: usage: argument 3 is not UTF-8\n")
  }

  @Test func `without the program, the tool names it, and does the rest`() throws {
    let tool = folder.path("sluice")
    // Not in this process: a program that another test starts meanwhile would inherit the file, which is being written.
    try Run("cp", [toolPath, tool]).finish().expectSuccess()
    for arguments in [["corpus", "list"], ["help", "fuzz", "init"]] {
      try Run(tool, arguments).finish()
        .expectFailure(69, "not-installed", saying: "\(tool)-corpus", "make install")
    }
    #expect(try Run(tool, ["--help"]).finish().text.contains("  corpus "))
    try Run(tool, ["--generate-completion-script", "bash"]).finish().expectSuccess()
    try Run(tool, ["corps"]).finish().expectFailure(64, "usage", saying: "did you mean 'corpus'?")
  }
}
