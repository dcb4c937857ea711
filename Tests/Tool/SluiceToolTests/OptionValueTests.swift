import ArgumentParser
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceTool

/// Values of options that begin with a hyphen.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct OptionValueTests {
  /// A command, and arguments with which it can be parsed.
  private static let commands: [(command: any ParsableCommand.Type, arguments: [String])] = [
    (UploadCommand.self, ["upload", "http://host/"]),
    (UploadFilesCommand.self, ["upload-files", "f"]),
    (DownloadCommand.Files.self, ["download", "http://host/", "-o", "f"]),
    (DownloadCommand.Segments.self, ["download", "segments", "f", "-o", "f"]),
    (RequestCommand.self, ["request", "http://host/"]),
    (MultipartCommand.Encode.self, ["multipart", "encode"]),
    (MultipartCommand.Decode.self, ["multipart", "decode", "--content-type", "a/b"]),
  ]

  /// Options whose values are numbers, words of a list or hexadecimal, none of which begins with a hyphen.
  private static let closedOptions: Set = [
    "--timeout", "--connect-timeout", "--idle-timeout", "--response-timeout", "--max-redirects", "--retry",
    "--max-body", "--progress",
    "--limit-rate", "--cache-size",
    "--expect", "--feed", "--max-parts", "--max-headers", "--max-header-bytes", "--max-part-bytes",
    "--max-bytes",
    "--max-preamble-bytes", "--parallel", "--segments", "--sha256", "--if-exists", "--interop-version",
    "--only", "--shard", "--max-failures",
  ]

  /// Returns the options of a command that take a text, by all their names.
  private static func textOptions(of command: any ParsableCommand.Type) -> [String] {
    SluiceCommand.helpMessage(for: command, columns: 200).split(separator: "\n").flatMap { line -> [String] in
      guard let match = line.firstMatch(of: /^  (-[^<]*) <.*/) else { return [] }
      return match.1.split(separator: ", ").map(String.init)
    }.filter { !closedOptions.contains($0) }
  }

  private static let options = commands.flatMap { command, arguments in
    textOptions(of: command).map { (arguments, $0) }
  }

  /// Returns the message of the error with which the arguments are refused; `nil` if they are accepted.
  private func refusal(of arguments: [String]) -> String? {
    do {
      _ = try SluiceCommand.parseAsRoot(FormOptions.joining(OptionValues.attached(to: arguments)))
      return nil
    } catch {
      #expect(SluiceCommand.exitCode(for: error) == .validationFailure)
      return SluiceCommand.message(for: error)
    }
  }

  @Test func `the help names the options with a text`() {
    let names = Self.textOptions(of: UploadCommand.self)
    #expect(
      Set(names).isSuperset(of: ["-F", "--form-string", "-H", "--header", "-u", "--proxy", "-X", "-o"]))
    #expect(Self.options.count > 50)
  }

  /// The values look like an option of the command, an unknown one, and a part. Parsing takes long, so only the first
  /// one is parsed with every option. With the others, the parser would get arguments that differ only in their names.
  @Test(arguments: [
    "-v", "--verbose", "----x", "-1", "-Fa=b", "-F", "--form-string", "-h", "--help", "--version", "--",
  ])
  func `an option with a text takes the next argument whatever it begins with`(value: String) {
    for (arguments, option) in Self.options {
      if value != "-v", !["-F", "--form-string", "-X"].contains(option) {
        #expect(
          OptionValues.attached(to: arguments + [option, value]) == arguments + ["\(option)=\(value)"])
        continue
      }
      let message = refusal(of: arguments + [option, value])
      #expect(
        message?.contains("Missing value") != true && message?.contains("Unknown") != true
          && message?.contains("Unexpected") != true && message?.contains("USAGE") != true,
        "\(arguments) \(option): \(message ?? "")")
    }
  }

  @Test func `an option without a value at the end is a usage error`() {
    for (arguments, option) in Self.options {
      #expect(
        refusal(of: arguments + [option])?.contains("Missing value for '\(option)") == true,
        "\(arguments) \(option)")
    }
  }

  @Test func `values with hyphens reach the form`() throws {
    let expected =
      "------x\r\nContent-Disposition: form-data; name=\"-a\"\r\n\r\n-b\r\n"
      + "------x\r\nContent-Disposition: form-data; name=\"-c\"\r\n\r\n--d\r\n------x--\r\n"
    for arguments in [
      ["--boundary", "----x", "-F", "-a=-b", "--form-string", "-c=--d"],
      ["-F-a=-b", "--form-string=-c=--d", "--boundary=----x"],
    ] {
      let outcome = try sluice(["multipart", "encode"] + arguments)
      outcome.expectSuccess()
      #expect(outcome.text == expected)
    }
    let outcome = try sluice("multipart", "encode", "-F", "a=b", "--boundary", "-F", "--headers")
    #expect(outcome.end == .exited(0))
    #expect(outcome.text == "---F\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n---F--\r\n")
    #expect(outcome.errorLines.first == "Content-Type: multipart/form-data; boundary=-F")
  }

  @Test(arguments: [
    ["--bearer", "-F", "-H", "-F: --form-string", "-X", "-x", "-F", "a=b", "--", "URL"],
    ["-X=-x", "--bearer=-F", "-H=-F: --form-string", "URL", "-Fa=b"],
  ]) func `values with hyphens reach the server, and options after them are options`(arguments: [String])
    throws
  {
    let server = try UploadServer()
    try sluice(["upload"] + arguments.map { $0 == "URL" ? server.url : $0 }).expectSuccess()
    let request = try server.onlyRequest()
    #expect(request.head.method == "-x")
    #expect(request["Authorization"] == ["Bearer -F"])
    #expect(request["-F"] == ["--form-string"])
    #expect(request.form == formText(fieldText("a", "b")))
  }

  @Test(arguments: [
    ["--data", "-1", "-u", "-me:-pw"], ["--data=-1", "--user=-me:-pw"], ["--json", "-1", "-u", "-me:-pw"],
  ])
  func `a request has a body and a user that begin with a hyphen`(options: [String]) throws {
    let server = try UploadServer()
    try sluice(["request", server.url] + options).expectSuccess()
    let request = try server.onlyRequest()
    #expect(request.body == Array("-1".utf8))
    // printf %s -me:-pw | base64
    #expect(request["Authorization"] == ["Basic LW1lOi1wdw=="])
  }

  @Test(arguments: [
    (["--boundary", "----x", "-F", "a"], ["--boundary=----x", "-F", "a"]),
    (["-H", "-H", "-H"], ["-H=-H", "-H"]),
    (["-o", "a", "-v"], ["-o", "a", "-v"]),
    (["--bearer", "--", "--", "-o", "-a"], ["--bearer=--", "--", "-o", "-a"]),
    (["-F", "-o", "-a=b"], ["-F", "-o", "-a=b"]), (["--timeout", "-1", "-i"], ["--timeout", "-1", "-i"]),
    (["-o=-a", "-b"], ["-o=-a", "-b"]), (["-o", "\u{2d}\u{301}"], ["-o=-\u{301}"]),
    (["-o", ""], ["-o", ""]), ([], []), (["request", "--json", "-1"], ["request", "--json=-1"]),
    (["cache", "list", "--json", "--cache", "-a"], ["cache", "list", "--json", "--cache=-a"]),
  ]) func `a value with a hyphen is attached to its option`(arguments: [String], attached: [String]) {
    #expect(OptionValues.attached(to: arguments) == attached)
  }
}
