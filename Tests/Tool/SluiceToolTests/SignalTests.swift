import FoundationEssentials
import Glibc
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The clean end of a command by SIGINT, SIGTERM or SIGHUP.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct SignalTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    // More than a connection takes if its other end does not read.
    try folder.file("big")
    try folder.truncate("big", to: 50_000_000)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `a signal ends an upload and closes its connection`(
    signal: CInt
  ) throws {
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
      try arrived.waitOnThread()
      run.send(signal)
      // The upload itself would end much later.
      let outcome = run.finish()
      #expect(outcome.end == .exited(128 + signal))
      #expect(outcome.errors == "")
      try closed.waitOnThread()
    }
    #expect(try names() == ["big"])
  }

  /// Whether a process has opened a file of the folder, which may have no name.
  private func hasOpenFile(of process: pid_t) -> Bool {
    let descriptors = "/proc/\(process)/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
    return numbers.contains { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(number)")
      return target?.hasPrefix(folder.path + "/") == true
    }
  }

  @Test func `a signal leaves no incomplete response file`() throws {
    try withServer { connection in
      _ = try connection.readHead()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nthe start")
      connection.waitForClose()
    } test: { server in
      let run = try start("upload", server.url, "-F", "a=b", "-o", folder.path("answer"))
      #expect(eventuallyOnThread { hasOpenFile(of: run.id) })
      // The file has another name, or none, until it is whole.
      #expect(try !names().contains("answer"))
      run.send(SIGTERM)
      #expect(run.finish().end == .exited(143))
    }
    #expect(try names() == ["big"])
  }

  @Test func `a signal ends a command that waits for input`() throws {
    for arguments in [["-F", "a=@-"], ["-F", "a=@\(try folder.fifo("fifo"))"]] {
      let run = try Run(toolPath, ["multipart", "encode", "--boundary", "B"] + arguments, input: .pipe)
      #expect(run.waitForOutput("--B"))
      run.send(SIGINT)
      #expect(run.finish().end == .exited(130))
    }
  }

  /// A blocked write cannot be cancelled.
  @Test func `a signal ends a command whose write blocks`() throws {
    let stuck = try Run.pipe()
    let run = try start(
      "multipart", "encode", "-F", "a=@\(folder.path("big"))", output: .descriptor(stuck.writing))
    _ = try waitUntilReadable(stuck.reading.rawValue)
    run.send(SIGTERM)
    #expect(run.finish().end == .exited(143))
  }

  @Test func `a second signal ends a command at once`() throws {
    let stuck = try Run.pipe()
    let run = try start(
      "multipart", "encode", "-F", "a=@\(folder.path("big"))", output: .descriptor(stuck.writing))
    _ = try waitUntilReadable(stuck.reading.rawValue)
    // Of two pending signals, the system delivers the lower number first.
    run.send(SIGINT)
    run.send(SIGTERM)
    #expect(run.finish().end == .exited(143))
  }

  @Test func `ignored signals stay ignored`() throws {
    let (arrived, signalled) = (Event(), Event())
    try withServer { connection in
      try connection.serveRequests { _, connection in
        arrived.happen()
        try signalled.waitOnThread()
        try connection.respond(200, body: "whole")
      }
    } test: { server in
      let script = #"trap '' HUP INT; exec "$0" upload "$1" -F a=b"#
      let run = try Run("sh", ["-c", script, toolPath, server.url])
      try arrived.waitOnThread()
      run.send(SIGHUP)
      run.send(SIGINT)
      signalled.happen()
      let outcome = run.finish()
      outcome.expectSuccess()
      #expect(outcome.text == "whole")
    }
  }
}
