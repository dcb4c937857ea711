import SluiceTestSupport
import Testing

/// The version and the help of the tool, on standard output.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct HelpTests {
  @Test func `the version is a single line`() throws {
    let outcome = try sluice("--version")
    outcome.expectSuccess()
    #expect(outcome.text.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  @Test(arguments: [["--help"], ["-h"], ["help"], []]) func `help lists the commands and exit codes`(
    arguments: [String]
  ) throws {
    let outcome = try sluice(arguments)
    outcome.expectSuccess()
    for word in ["upload", "download", "multipart", "demo", "64", "78", "128+N"] {
      #expect(outcome.text.contains(word))
    }
  }

  @Test(arguments: [["help", "upload"], ["upload", "--help"], ["upload", "-F", "a=b", "-h"]])
  func `help for upload lists its options`(arguments: [String]) throws {
    let outcome = try sluice(arguments)
    outcome.expectSuccess()
    for option in [
      "-F <", "--form-string <", "-X", "-H", "-u", "--bearer", "--timeout", "--connect-timeout",
      "--max-redirects",
      "--http1.1", "--http2", "--http3", "--http3-only", "--cacert", "--pin", "--insecure", "--proxy",
      "--unix-socket", "--max-body",
      "--cert <", "--key <", "--netrc", "--cookie-jar <", "--limit-rate", "--progress", "-i ", "-v", "-o",
    ] { #expect(outcome.text.contains(option), "\(option)") }
  }

  @Test(arguments: [["download", "--help"], ["download", "-h"], ["help", "download"]])
  func `the help of a command has the options of its default, and the names of the others`(
    arguments: [String]
  )
    throws
  {
    let outcome = try sluice(arguments)
    outcome.expectSuccess()
    for word in [
      "USAGE: sluice download <url>", "--resume", "-o, --output <path>", "\n  segments", "\n  finish",
    ] {
      #expect(outcome.text.contains(word), "\(word)")
    }
    let parts = try sluice(arguments.map { $0 == "download" ? "upload-parts" : $0 })
    parts.expectSuccess()
    #expect(parts.text.contains("--urls <file>") && parts.text.contains("\n  send"))
    // Each subcommand has its own.
    #expect(try sluice("help", "download", "plan").text.contains("--segment-size"))
  }

  @Test func `other commands have help`() throws {
    for arguments in [
      ["help", "demo"], ["help", "download"],
      ["help", "multipart"], ["help", "multipart", "encode"], ["multipart"],
    ] {
      let outcome = try sluice(arguments)
      outcome.expectSuccess()
      #expect(outcome.text.contains("USAGE: sluice \(arguments.last ?? "")") || arguments.count == 3)
    }
  }
}
