import FoundationEssentials
import Glibc
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// SIGINT, SIGTERM and SIGHUP end a command cleanly.
@Suite struct SignalTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    // More than a connection takes that nobody reads from.
    try folder.file("big")
    try folder.truncate("big", to: 50_000_000)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func anUploadIsEnded(signal: CInt) throws {
    let (arrived, closed) = (Event(), Event())
    try withServer { connection in
      _ = try connection.readHead()
      arrived.happen()
      connection.waitForClose()
      closed.happen()
    } test: { server in
      let run = try start(
        "upload", server.url, "-F", "a=@\(folder.path("big"))", "--limit-rate", "100000", "-o",
        folder.path("answer"))
      #expect(arrived.wait())
      run.send(signal)
      // Long before the upload would have ended.
      let outcome = run.finish()
      #expect(outcome.end == .exited(128 + signal))
      #expect(outcome.errors == "")
      #expect(closed.wait())
    }
    #expect(try names() == ["big"])
  }

  @Test func anAnswerThatIsNotWholeIsNoFile() throws {
    try withServer { connection in
      _ = try connection.readHead()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nthe start")
      connection.waitForClose()
    } test: { server in
      let run = try start("upload", server.url, "-F", "a=b", "-o", folder.path("answer"))
      #expect(try eventuallyOnThread { try names().count == 2 })
      // Under another name until it is whole.
      #expect(try !names().contains("answer"))
      run.send(SIGTERM)
      #expect(run.finish().end == .exited(143))
    }
    #expect(try names() == ["big"])
  }

  @Test func whatWaitsForInputIsEnded() throws {
    for arguments in [["-F", "a=@-"], ["-F", "a=@\(try folder.fifo("fifo"))"]] {
      let run = try Run(toolPath, ["multipart", "encode", "--boundary", "B"] + arguments, input: .pipe)
      #expect(run.waitForOutput("--B"))
      run.send(SIGINT)
      #expect(run.finish().end == .exited(130))
    }
  }

  /// What cannot be cancelled is a write that nobody takes.
  @Test func aWriteThatHangsIsNotWaitedForLong() throws {
    let stuck = try Run.pipe()
    let run = try start(
      "multipart", "encode", "-F", "a=@\(folder.path("big"))", output: .descriptor(stuck.writing))
    _ = try waitUntilReadable(stuck.reading.rawValue)
    run.send(SIGTERM)
    #expect(run.finish().end == .exited(143))
  }

  @Test func aSecondSignalEndsAtOnce() throws {
    let stuck = try Run.pipe()
    let run = try start(
      "multipart", "encode", "-F", "a=@\(folder.path("big"))", output: .descriptor(stuck.writing))
    _ = try waitUntilReadable(stuck.reading.rawValue)
    // Of two that are waiting the system hands out the lower first.
    run.send(SIGINT)
    run.send(SIGTERM)
    #expect(run.finish().end == .exited(143))
  }

  @Test func ignoredSignalsStayIgnored() throws {
    let (arrived, signalled) = (Event(), Event())
    try withServer { connection in
      try connection.serveRequests { _, connection in
        arrived.happen()
        #expect(signalled.wait())
        try connection.respond(200, body: "whole")
      }
    } test: { server in
      let script = #"trap '' HUP INT; exec "$0" upload "$1" -F a=b"#
      let run = try Run("sh", ["-c", script, toolPath, server.url])
      #expect(arrived.wait())
      run.send(SIGHUP)
      run.send(SIGINT)
      signalled.happen()
      let outcome = run.finish()
      outcome.expectSuccess()
      #expect(outcome.text == "whole")
    }
  }
}
