import FoundationEssentials
import Glibc
import Sluice
import SluiceFuzz
import SluiceTestSupport
import Testing

@testable import SluiceCorpusTool

/// `corpus run`, as used in scripts.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct CorpusRunCommandTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func run(_ arguments: String...) throws -> Outcome {
    try sluice(["corpus", "run"] + arguments, environment: ["TMPDIR": folder.path])
  }

  @Test func `a program that deviates ends the command with 1`() throws {
    let outcome = try run("json", "--only", "array-*", "--timeout", "60", "--", "true")
    #expect(outcome.end == .exited(1))
    #expect(outcome.errors == "")
    let count = Corpus.inputs(.json).count { $0.verdict == .reject && $0.name.hasPrefix("array-") }
    #expect(outcome.text.contains("\(count)  accepted what must be rejected\n"))
    #expect(outcome.text.contains("0  crashed\n"))
    #expect(try folder.names() == [])
  }

  @Test func `the tool accepts what it must and rejects what it must`() throws {
    let outcome = try run(
      "json", "--compare", "--jobs", "2", "--only", "array-*", "--timeout", "60", "--", toolPath, "json",
      "format", "{}")
    outcome.expectSuccess()
    #expect(outcome.text.hasSuffix("all as expected\n"), "\(outcome.text)")
  }

  @Test func `patterns choose inputs`() throws {
    let name = try #require(Corpus.inputs(.multipart).first { $0.verdict == .accept }?.name)
    let outcome = try run("multipart", "--only", name, "--", "true")
    outcome.expectSuccess()
    #expect(outcome.text.contains("multipart: 1 input in "))
    try run("multipart", "--only", "no-such-*", "--", "true").expectFailure(
      64, "no-inputs", saying: "no-such-*")
  }

  @Test func `reports are written`() throws {
    for format in ["text", "json", "junit", "html"] {
      let words = ["corpus", "run", "json", "--only", "array-*", "--jobs", "1", "--format", format]
      let outcome = try sluice(words + ["-o", folder.path(format), "--", "false"])
      #expect(outcome.end == .exited(1))
      #expect(outcome.text.contains("json: "))
      // Without -o, the report is on standard output. Times differ.
      let printed = try sluice(words + ["--", "false"])
      #expect(printed.end == .exited(1))
      #expect(try printed.output.prefix(5) == folder.contents(format).prefix(5))
    }
    #expect(try folder.names().sorted() == ["html", "json", "junit", "text"])
    let report = try JSON.Value(parsing: folder.contents("json"))
    #expect(report["inputs"]?.count == Corpus.inputs(.json).count { $0.name.hasPrefix("array-") })
    try run("json", "--format", "json", "-o", "/nowhere/x", "--", "touch", folder.path("started"))
      .expectFailure(74, "write-failed", saying: "/nowhere")
    #expect(try !folder.names().contains("started"))
  }

  @Test func `the end of a program is seen though the parent ignores such ends`() throws {
    let script = #"trap '' CHLD; exec "$0" corpus run http-date --only 'hour*' -- /bin/true {}"#
    let outcome = try Run("sh", ["-c", script, toolPath]).finish()
    #expect(
      outcome.end == .exited(1) && outcome.text.contains("accepted what must be rejected"), "\(outcome.text)")
  }

  @Test(
    arguments: [
      (["json"], 64, "usage", "expected --"), (["nope", "--", "true"], 64, "usage", "'nope'"),
      (["json", "--jobs", "0", "--", "true"], 64, "usage", "--jobs"),
      (["json", "--timeout", "0", "--", "true"], 64, "usage", "--timeout"),
      (["json", "--memory", "1", "--", "true"], 64, "usage", "--memory"),
      (["json", "--", "/no/such/program"], 66, "program-missing", "/no/such/program"),
      (["json", "--", "no-such-program"], 66, "program-missing", "no-such-program"),
      (["json", "--", "/etc/passwd"], 66, "program-missing", "/etc/passwd"),
    ] as [([String], CInt, String, String)]) func `a mistake is an error`(
      arguments: [String], status: CInt, code: String, message: String
    ) throws
  {
    try sluice(["corpus", "run"] + arguments).expectFailure(status, code, saying: message)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGQUIT]) func `a signal kills the programs and removes the files`(
    signal: CInt
  )
    throws
  {
    let marks = try folder.directory("marks")
    let run = try start(
      "corpus", "run", "json", "--jobs", "2", "--timeout", "600", "--", "sh", "-c",
      "echo $$ > \(marks)/$$; sleep 1000",
      environment: ["TMPDIR": folder.path])
    let names = { (try? FileManager.default.contentsOfDirectory(atPath: marks)) ?? [] }
    #expect(eventuallyOnThread { names().count == 2 })
    run.send(signal)
    let outcome = run.finish()
    #expect(outcome.end == .exited(128 + signal))
    #expect(outcome.errors == "" && outcome.output == [])
    #expect(try folder.names() == ["marks"])
    for name in names() {
      let id = try #require(pid_t(name))
      #expect(kill(id, 0) == -1 && errno == ESRCH)
    }
  }

  /// `timeout` signals its child, and then the group of both.
  @Test(arguments: [SIGINT, SIGTERM])
  func `a second signal does not keep the programs from being killed`(second: CInt) throws {
    let marks = try folder.directory("marks")
    for number in 1...5 {
      let run = try start(
        "corpus", "run", "json", "--jobs", "2", "--timeout", "600", "--", "sh", "-c",
        "echo $$ > \(marks)/$$; sleep 1000",
        environment: ["TMPDIR": folder.path])
      let names = { (try? FileManager.default.contentsOfDirectory(atPath: marks)) ?? [] }
      #expect(eventuallyOnThread { names().count == 2 * number })
      run.send(SIGINT)
      run.send(second)
      #expect(run.finish().end == .exited(128 + SIGINT))
      #expect(try folder.names() == ["marks"])
      for name in names() {
        let id = try #require(pid_t(name))
        #expect(kill(id, 0) == -1 && errno == ESRCH)
      }
    }
  }

  @Test func `an empty variable TMPDIR is as good as none`() throws {
    let script = #"case "$1" in /tmp/sluice-corpus-*) ;; *) exit 1 ;; esac"#
    try sluice(
      ["corpus", "run", "json", "--only", "array-empty", "--", "sh", "-c", script, "sh", "{}"],
      environment: ["TMPDIR": ""]
    ).expectSuccess()
  }

  @Test func `what a program has taken the access to is removed, too`() throws {
    // Root may do everything.
    let script = #"d="${1%/*}/d"; mkdir -p "$d/e"; touch "$d/e/f"; chmod 0 "$d/e" "$d"; chmod 500 "${1%/*}""#
    let words = ["corpus", "run", "json", "--only", "array-empty", "--", "sh", "-c", script, "sh", "{}"]
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    if geteuid() != 0 {
      try sluice(words, environment: ["TMPDIR": folder.path]).expectEnd(.exited(0))
    } else if isInstalled("setpriv") {
      // The programs are in a folder that others may not see, so they are copied.
      let copies = try TemporaryDirectory()
      try copies.setPermissions(0o755, of: ".")
      try Run("cp", [toolPath, "\(toolPath)-corpus", copies.path]).finish().expectSuccess()
      try Run(
        "setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", copies.path("sluice")] + words,
        environment: ["TMPDIR": folder.path]
      ).finish().expectEnd(.exited(0))
    }
    #expect(try folder.names() == [])
  }

  @Test func `what a program creates beside its input is removed, and no link is followed`() throws {
    let kept = try folder.directory("kept")
    try folder.file("kept/file")
    let script =
      #"cd "${1%/*}"; mkdir -p d/e; echo x > d/e/f; ln -sf \#(kept) d/link; ln -sf \#(kept) link; exit 1"#
    try run("json", "--only", "array-*", "--timeout", "60", "--", "sh", "-c", script, "sh", "{}")
      .expectEnd(.exited(1))
    #expect(try folder.names() == ["kept"])
    #expect(try folder.contents("kept/file") == [])
  }
}
