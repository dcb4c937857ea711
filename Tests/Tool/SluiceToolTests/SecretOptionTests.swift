import FoundationEssentials
import Glibc
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Tokens and passwords that are not arguments, which other users of the machine can see.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct SecretOptionTests {
  private let folder: TemporaryDirectory
  private let server: UploadServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try UploadServer()
  }

  private func authorization() -> [[String]] { server.requests.map { $0["Authorization"] } }

  // MARK: Files

  @Test(arguments: ["s3cr3t", "s3cr3t\n", "s3cr3t\r\n", "s3cr3t\nanother line\n"])
  func `a token is the first line of a file`(content: String) throws {
    let path = try folder.file("token", Array(content.utf8))
    try sluice("request", server.url, "--bearer", "@\(path)").expectSuccess()
    #expect(authorization() == [["Bearer s3cr3t"]])
  }

  @Test func `a user and a password are the first line of a file`() throws {
    let path = try folder.file("user", Array("me:p:w @\n".utf8))
    try sluice("upload", server.url, "-F", "a=b", "-u", "@\(path)").expectSuccess()
    // printf 'me:p:w @' | base64
    #expect(authorization() == [["Basic bWU6cDp3IEA="]])
  }

  @Test func `a token that begins with @ is in a file`() throws {
    let path = try folder.file("token", Array("@s3cr3t".utf8))
    try sluice("request", server.url, "--bearer=@\(path)").expectSuccess()
    #expect(authorization() == [["Bearer @s3cr3t"]])
  }

  @Test func `a pipe is read once for all requests of a command`() throws {
    let script = #"exec "$0" download "$1/a" "$1/b" -o "$2/" --bearer @/dev/fd/3 3<<END"# + "\ns3cr3t\nEND\n"
    _ = try folder.directory("out")
    try Run("sh", ["-c", script, toolPath, server.url, folder.path("out")]).finish().expectSuccess()
    #expect(authorization() == [["Bearer s3cr3t"], ["Bearer s3cr3t"]])
  }

  @Test(arguments: [
    ("", "secret"), ("\n", "secret"), ("\ns3cr3t", "secret"), ("s3\0cr3t", "secret"), ("s3\rcr3t", "secret"),
    ("s3cr3t\u{1B}[2J", "secret"), ("s3cr3t" + String(repeating: "x", count: 1 << 17), "secret"),
  ]) func `a file without a usable first line is refused, and not printed`(content: String, code: String)
    throws
  {
    let path = try folder.file("file", Array(content.utf8))
    for option in ["-u", "--bearer"] {
      let outcome = try sluice("request", server.url, option, "@\(path)")
      outcome.expectFailure(65, code, saying: path)
      #expect(!outcome.errors.contains("cr3t"))
    }
    #expect(server.connectionCount == 0)
  }

  @Test func `a line without a colon is no user, and not printed`() throws {
    let path = try folder.file("file", Array("s3cr3t\n".utf8))
    let outcome = try sluice("request", server.url, "-u", "@\(path)")
    outcome.expectFailure(65, "secret", saying: "USER:PASSWORD")
    #expect(!outcome.errors.contains("s3cr3t"))
  }

  @Test(arguments: ["missing", "folder"]) func `a file that cannot be read is an error`(name: String) throws {
    try folder.directory("folder")
    for option in ["-u", "--bearer"] {
      let outcome = try sluice("request", server.url, option, "@\(folder.path(name))")
      #expect(outcome.end == .exited(66) && outcome.errors.contains(folder.path(name)))
    }
    #expect(server.connectionCount == 0)
  }

  @Test func `standard input is left to the body`() throws {
    for option in ["-u", "--bearer"] {
      for name in ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"] {
        try sluice("request", server.url, "--data", "@-", option, "@\(name)", input: .bytes([1]))
          .expectFailure(64, "usage", saying: "\(option) takes a file after @")
      }
    }
    #expect(server.connectionCount == 0)
  }

  @Test func `a stream with a secret is not the body`() throws {
    let fifo = try folder.fifo("fifo")
    for arguments in [
      ["request", server.url, "--data", "@\(fifo)"], ["upload", server.url, "-F", "a=@\(fifo)"],
    ] {
      try sluice(arguments + ["--bearer", "@\(fifo)"])
        .expectFailure(64, "usage", saying: "\(fifo) can be read only once")
    }
    #expect(server.connectionCount == 0)
  }

  // MARK: The terminal

  private func startAsking(_ terminal: Terminal, _ arguments: String...) throws -> Run {
    try Run(toolPath, ["request", server.url] + arguments, input: .terminal(terminal))
  }

  @Test func `a password is asked for, and not shown`() throws {
    let terminal = try Terminal()
    let run = try startAsking(terminal, "-u", "me")
    #expect(try terminal.written(upTo: "Password for me: ") == "Password for me: ")
    #expect(!terminal.echoes)
    try terminal.type("s3cr3t\n")
    run.finish().expectSuccess()
    // printf 'me:s3cr3t' | base64
    #expect(authorization() == [["Basic bWU6czNjcjN0"]])
    #expect(terminal.echoes)
    #expect(try terminal.written() == "\r\n")
  }

  @Test func `a password is asked for once for all requests of a command`() throws {
    let terminal = try Terminal()
    _ = try folder.directory("out")
    let run = try Run(
      toolPath, ["download", server.url + "/a", server.url + "/b", "-o", folder.path("out/"), "-u", "me"],
      input: .terminal(terminal))
    #expect(try terminal.written(upTo: "Password for me: ") != nil)
    try terminal.type("s3cr3t\n")
    run.finish().expectSuccess()
    #expect(authorization() == [["Basic bWU6czNjcjN0"], ["Basic bWU6czNjcjN0"]])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `a signal while a password is typed restores the terminal`(
    signal: CInt
  ) throws {
    let terminal = try Terminal()
    let run = try startAsking(terminal, "-u", "me")
    #expect(try terminal.written(upTo: "Password for me: ") != nil)
    try terminal.type("s3c")
    if signal == SIGINT { try terminal.type("\u{3}") } else { run.send(signal) }
    #expect(run.finish().end == .exited(128 + signal))
    #expect(terminal.echoes)
    #expect(server.connectionCount == 0)
  }

  @Test func `two signals at once restore the terminal`() throws {
    let terminal = try Terminal()
    let run = try startAsking(terminal, "-u", "me")
    #expect(try terminal.written(upTo: "Password for me: ") != nil)
    run.send(SIGTERM)
    run.send(SIGHUP)
    let end = run.finish().end
    #expect(end == .exited(128 + SIGTERM) || end == .exited(128 + SIGHUP))
    #expect(terminal.echoes)
  }

  @Test func `the keys that would suspend or abort are characters, which a password cannot have`() throws {
    let terminal = try Terminal()
    let run = try startAsking(terminal, "-u", "me")
    #expect(try terminal.written(upTo: "Password for me: ") != nil)
    // Control-Z and control-\.
    try terminal.type("\u{1A}\u{1C}\n")
    run.finish().expectFailure(65, "secret", saying: "control character")
    #expect(server.connectionCount == 0)
    #expect(terminal.echoes)
  }

  @Test func `the end of the terminal's input is an error`() throws {
    let terminal = try Terminal()
    let run = try startAsking(terminal, "-u", "me")
    #expect(try terminal.written(upTo: "Password for me: ") != nil)
    try terminal.type("\u{4}")
    run.finish().expectFailure(64, "usage", saying: "no password")
    #expect(terminal.echoes)
  }

  @Test func `without a terminal, a user without a password is an error`() throws {
    let run = try Run(toolPath, ["request", server.url, "-u", "me"], isLeader: true)
    run.finish().expectFailure(64, "usage", saying: "there is no terminal")
    #expect(server.connectionCount == 0)
  }
}
