import ArgumentParser
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceCorpusTool
@testable import SluiceTool

/// Values of options that begin with a hyphen.
@Suite(.ownThreads, .timeLimit(.minutes(10))) struct OptionValueTests {
  /// A command, and arguments with which it can be parsed.
  private static let commands: [(command: any ParsableCommand.Type, arguments: [String])] = [
    (UploadCommand.self, ["upload", "http://host/"]),
    (UploadFilesCommand.self, ["upload-files", "f"]),
    (DownloadCommand.Files.self, ["download", "http://host/", "-o", "f"]),
    (DownloadCommand.Segments.self, ["download", "segments", "f", "-o", "f"]),
    (RequestCommand.self, ["request", "http://host/"]),
    (MultipartCommand.Encode.self, ["multipart", "encode"]),
    (MultipartCommand.Decode.self, ["multipart", "decode", "--content-type", "a/b"]),
    (UploadPartsCommand.Upload.self, ["upload-parts", "upload", "f", "--urls", "f"]),
    (OutboxCommand.Add.self, ["outbox", "add", "f", "http://host/"]),
    (CacheCommand.Remove.self, ["cache", "remove", "f"]),
    (CorpusCommand.Run.self, ["corpus", "run", "json"]),
  ]

  /// Returns the options of a command that take any text, and not only numbers or words of a list, by all their names.
  private static func textOptions(of command: any ParsableCommand.Type, _ arguments: [String]) -> [String] {
    CorpusTool.helpMessage(for: command, columns: 200).split(separator: "\n").flatMap { line -> [String] in
      guard let match = line.firstMatch(of: /^  (-[^<]*) <.*/) else { return [] }
      return match.1.split(separator: ", ").map(String.init)
    }.filter { refusal(of: arguments + ["\($0)=a text"])?.contains("is invalid for") != true }
  }

  private static let options = commands.flatMap { command, arguments in
    textOptions(of: command, arguments).map { (arguments, $0) }
  }

  /// Returns the message of the error with which the arguments are refused; `nil` if they are accepted.
  private static func refusal(of arguments: [String]) -> String? {
    do {
      _ = try CorpusTool.parseAsRoot(FormOptions.joining(arguments, for: CorpusTool.self))
      return nil
    } catch {
      #expect(CorpusTool.exitCode(for: error) == .validationFailure)
      return CorpusTool.message(for: error)
    }
  }

  @Test func `the help names the options with a text`() {
    let names = Self.textOptions(of: UploadCommand.self, ["upload", "http://host/"])
    #expect(
      Set(names).isSuperset(of: ["-F", "--form-string", "-H", "--header", "-u", "--proxy", "-X", "-o"]))
    #expect(Set(names).isDisjoint(with: ["--timeout", "--retry", "--progress", "--limit-rate"]))
    #expect(Self.options.count > 80)
  }

  /// Parsing takes long, so only the first value is parsed with every option. The values look like an option of the
  /// command, an unknown one, a part, and the end of the options.
  @Test(arguments: [
    "-v", "--verbose", "----x", "-=", "-1", "-Fa=b", "-F", "--form-string", "-h", "--help", "--version", "--",
  ])
  func `an option with a text takes the next argument whatever it begins with`(value: String) {
    let sample = ["-F", "--form-string", "-X", "--bearer"].map { (["upload", "http://host/"], $0) }
    for (arguments, option) in value == "-v" ? Self.options : sample {
      let message = Self.refusal(of: arguments + [option, value]) ?? ""
      #expect(
        !["Missing value", "Unknown", "Unexpected", "Invalid", "USAGE"].contains { message.contains($0) },
        "\(arguments) \(option): \(message)")
    }
  }

  @Test func `an option without a value is a usage error`() {
    for (arguments, option) in Self.options {
      #expect(
        Self.refusal(of: arguments + [option])?.contains("Missing value for '\(option) <") == true,
        "\(arguments) \(option)")
    }
    #expect(Self.refusal(of: ["request", "http://host/", "--data=", "-v"])?.contains("'--data <") == true)
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
    ["--bearer", "-F", "-H", "-F: --form-string", "-X", "-y", "-F", "a=b", "--", "URL"],
    ["-X=-y", "--bearer=-F", "-H=-F: --form-string", "URL", "-Fa=b"],
  ]) func `values with hyphens reach the server, and options after them are options`(arguments: [String])
    throws
  {
    let server = try UploadServer()
    try sluice(["upload"] + arguments.map { $0 == "URL" ? server.url : $0 }).expectSuccess()
    let request = try server.onlyRequest()
    #expect(request.head.method == "-Y")
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
}
