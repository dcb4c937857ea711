import SluiceLoopback
import SluiceTestSupport
import Testing

/// Usage errors, which end the tool with 64 before it connects.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct UsageErrorTests {
  @Test(arguments: ["-F", "--form-string"]) func `a part without a name is an error`(option: String) throws {
    for text in ["a", "=b", ""] {
      try sluice("multipart", "encode", "-F", "x=y", option, text)
        .expectFailure(64, "form", saying: "'\(text)' is not name=value")
    }
  }

  @Test(arguments: [
    (["--boundary", ""], "invalid-boundary"), (["--boundary", "é"], "invalid-boundary"),
    (["--subtype", "a b"], "subtype"),
  ]) func `an invalid boundary or subtype is an error`(options: [String], code: String) throws {
    try sluice(["multipart", "encode", "-F", "a=b"] + options).expectFailure(64, code)
  }

  @Test(arguments: [
    (["-F", "a"], "form", "name=value"),
    ([], "form", "-F"),
    (["-vF", "a=b"], "form", "-F"),
    (["-F", "a=b", "-X", "NO METHOD"], "method", "'NO METHOD' is not a valid method"),
    (["-F", "a=b", "-H", "Name"], "header", "Name: value"),
    (["-F", "a=b", "-H", ": value"], "header", "not a valid header name"),
    (["-F", "a=b", "-H", "Na me: value"], "header", "'Na me'"),
    (["-F", "a=b", "-H", "Name: a\u{1}b"], "header", "the value of 'Name'"),
    (["-F", "a=b", "--unknown"], "usage", "--unknown"),
    (["-F", "a=b", "file"], "usage", "a file and a form cannot be sent together"),
    (["file", "superfluous", "--tus"], "usage", "superfluous"),
    (["file", "-T", "other"], "usage", "-T and a file cannot be combined"),
    (["-F", "a=b", "-F"], "usage", "Missing value for '-F"),
    (["-F"], "usage", "Missing value for '-F"),
    (["-F", "a=b", "--timeout"], "usage", "Missing value"),
    (["-F", "a=b", "--timeout", "soon"], "usage", "soon"),
    (["-F", "a=b", "--timeout", "0"], "usage", "time limit"),
    (["-F", "a=b", "--response-timeout", "1e-320"], "usage", "time limit"),
    (["-F", "a=b", "--cookie-jar", ""], "usage", "--cookie-jar"),
  ]) func `an invalid upload is an error before connecting`(options: [String], code: String, message: String)
    throws
  {
    let server = try UploadServer()
    try sluice(["upload", server.url] + options).expectFailure(64, code, saying: message)
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: [
    "/no/host", "file:///etc/passwd", "http://", "http://127.0.0.1:99999/", "",
  ]) func `an invalid URL is an error that quotes it`(url: String) throws {
    try sluice("upload", url, "-F", "a=b").expectFailure(64, "invalid-url", saying: url)
  }

  @Test(arguments: [
    ["unknown"], ["--unknown"], ["upload"], ["demo", "--size", "-1"], ["multipart", "unknown"],
  ]) func `an invalid command is an error`(arguments: [String]) throws {
    try sluice(arguments).expectFailure(64, "usage")
  }

  /// Swift replaces such bytes. `-o` would write another file, and `--data` would send other bytes. The value of
  /// `--bearer` is not printed.
  @Test(arguments: ["-o", "--data", "--bearer"]) func `an argument that is not UTF-8 is an error`(
    option: String
  ) throws {
    let script = #"exec "$0" request http://127.0.0.1:9/ "$1" "$(printf 'a\377')""#
    let outcome = try Run("sh", ["-c", script, toolPath, option]).finish()
    #expect(outcome.end == .exited(64) && outcome.errors == "error: usage: argument 4 is not UTF-8\n")
  }

  @Test func `arguments that cannot be read are an error, and not the help`() throws {
    let script = "umount -l /proc || exit 99; exec \"$0\" request http://127.0.0.1:9/"
    let outcome = try Run("unshare", ["-m", "sh", "-c", script, toolPath]).finish()
    if outcome.end == .exited(99) || outcome.errors.hasPrefix("unshare: ") { return }  // Not allowed here.
    outcome.expectFailure(74, "arguments-missing", saying: "/proc/self/cmdline")
  }
}
