import SluiceTestSupport
import Testing

/// Mistakes on the command line, whose errors name the mistake, and help to avoid them.
@Suite(.timeLimit(.minutes(5))) struct CommandLineMistakeTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory(inMemory: true) }

  @Test(arguments: [
    ["download", "http://h/a", "-o", "x", "--sha256", "00", "--limit-rate", "1"],
    ["download", "http://h/a", "-o", "x", "-i", "--limit-rate", "1"],
    ["request", "GET", "http://h/a", "--limit-rate", "1"],
    ["upload", "http://h/a", "-F", "a=b", "--parallel", "1"],
    ["outbox", "add", "x", "GET", "http://h/a", "--limit-rate", "1"],
    ["outbox", "retry", "x", "--dead", "--limit-rate", "1"],
    ["outbox", "drop", "x", "--dead", "--limit-rate", "1"],
  ])
  func `an option that a command does not have is named, and its value is not`(arguments: [String]) throws {
    let option = arguments[arguments.count - 2]
    try sluice(arguments).expectFailure(64, "usage", saying: "Unknown option '\(option)'")
  }

  @Test(arguments: [
    (["uplod", "x"], "unknown subcommand 'uplod'; did you mean 'upload'?"),
    (["dowload"], "did you mean 'download'?"),
    (["multipart", "encod", "-F", "a=b"], "unknown subcommand 'encod'; did you mean 'encode'?"),
    (["copy", "a", "b"], "unknown subcommand 'copy'; expected demo, upload, upload-files, download"),
    (["outbox", ""], "unknown subcommand ''; expected add, run, list, retry, drop"),
    (["outbox", "http://me:s3cr3t@h/"], "unknown subcommand; expected add, run, list, retry, drop"),
  ])
  func `a misspelled subcommand is named, with the closest one`(arguments: [String], message: String) throws {
    try sluice(arguments).expectFailure(64, "usage", saying: message)
  }

  @Test(arguments: [["list"], ["retry", "--dead"], ["drop", "--dead"]])
  func `a folder without an outbox is an error, and stays as it is`(arguments: [String]) throws {
    for folder in ["missing", "empty"] {
      if folder == "empty" { try directory.directory(folder) }
      try sluice(["outbox", arguments[0], directory.path(folder)] + arguments.dropFirst())
        .expectFailure(66, "outbox-missing", saying: directory.path(folder))
    }
    #expect(try directory.names() == ["empty"])
    #expect(try Run("ls", ["-A", directory.path("empty")]).finish().output == [])
  }

  @Test(arguments: [["list"], ["retry", "--dead"], ["drop", "--dead"]])
  func `a folder that cannot be read is not called empty`(arguments: [String]) throws {
    let folder = directory.path("loop")
    _ = try directory.symbolicLink("loop", to: folder)
    try sluice(["outbox", arguments[0], folder] + arguments.dropFirst())
      .expectFailure(66, "read-failed", saying: folder)
  }

  @Test func `a single part is not called parts`() throws {
    try directory.file("file", Array("a".utf8))
    try directory.file("urls")
    try sluice("upload-parts", directory.path("file"), "--urls", directory.path("urls"), "--part-size", "1")
      .expectFailure(65, "too-few-urls", saying: "1 part of 1 byte,", "0 URLs")
  }

  @Test(arguments: [
    ["gzip", "--level", "0"], ["json", "format"], ["multipart", "encode", "-F", "a=@/dev/stdin"],
  ])
  func `output whose reader has ended is no error message`(arguments: [String]) throws {
    let size = 1 << 20
    let document = "\"" + String(repeating: "a", count: size) + "\""
    try directory.file("input", Array(document.utf8))
    let script = #"input=$1; shift; { "$0" "$@" < "$input"; echo $? >&2; } | head -c 1"#
    let outcome = try Run("sh", ["-c", script, toolPath, directory.path("input")] + arguments).finish()
    #expect(outcome.errors == "74\n")
    #expect(outcome.output.count == 1)
  }

  @Test(arguments: [
    ("download files http://h/ --if-exists ", "replace fail unique"),
    ("download files --if-exists r", "replace"),
    ("download files --progress ", "auto bar plain none"), ("upload-parts upload f --limits ", "s3 any"),
  ])
  func `bash completes the values of options`(line: String, values: String) throws {
    let script = #"""
      eval "$("$0" --generate-completion-script bash)"
      COMP_LINE="sluice $1"
      read -ra COMP_WORDS <<< "$COMP_LINE"
      case "$COMP_LINE" in *" ") COMP_WORDS+=("") ;; esac
      COMP_POINT=${#COMP_LINE} COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _sluice sluice "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMPREPLY[*]}"
      """#
    let outcome = try Run("bash", ["-c", script, toolPath, line]).finish()
    #expect(outcome.text == values + "\n")
  }
}
