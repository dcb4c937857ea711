import Glibc
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The progress of an upload, on standard error.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct ProgressTests {
  private let folder: TemporaryDirectory
  private let server: UploadServer

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("file", sampleBytes(200_000))
    server = try UploadServer()
  }

  private func upload(_ options: String..., errors: Run.Stream = .pipe) throws -> Outcome {
    try sluice(["upload", server.url, "-F", "a=@\(folder.path)/file"] + options, errors: errors)
  }

  @Test(arguments: [[], ["--progress", "auto"], ["--progress", "none"]])
  func `no progress is shown in a pipe by default`(options: [String]) throws {
    try sluice(["upload", server.url, "-F", "a=@\(folder.path)/file"] + options).expectSuccess()
  }

  @Test func `a bar is redrawn in place`() throws {
    let outcome = try upload("--progress", "bar")
    #expect(outcome.text == "ok")
    expectBar(outcome.errors)
  }

  @Test func `a bar is shown on a terminal unless it is turned off`() throws {
    for (options, hasBar) in [([], true), (["--progress", "none"], false)] {
      let terminal = try Terminal()
      let outcome = try sluice(
        ["upload", server.url, "-F", "a=@\(folder.path)/file"] + options,
        errors: .descriptor(terminal.descriptor))
      #expect(outcome.end == .exited(0) && outcome.text == "ok")
      let text = try terminal.written()
      if hasBar { expectBar(text.replacing("\r\n", with: "\n")) } else { #expect(text == "") }
    }
  }

  private func expectBar(_ text: String, at location: SourceLocation = #_sourceLocation) {
    #expect(text.hasSuffix("\n"), sourceLocation: location)
    let bars = text.dropLast().split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false)
    #expect(bars.first == "", sourceLocation: location)
    #expect(
      bars.last?.hasPrefix("[########################]  100%  195.5 KiB of 195.5 KiB") == true, "\(bars)",
      sourceLocation: location)
    #expect(bars.dropFirst().allSatisfy { $0.hasPrefix("[") }, sourceLocation: location)
  }

  @Test func `plain progress is lines without control characters`() throws {
    let outcome = try upload("--progress", "plain")
    #expect(outcome.end == .exited(0))
    #expect(outcome.errorLines.last?.contains("100%  195.5 KiB of 195.5 KiB") == true)
    #expect(outcome.errorLines.count(where: { $0.contains("100%") }) == 1)
    #expect(!outcome.errors.contains("\u{1B}") && !outcome.errors.contains("\r"))
  }

  @Test func `plain progress says that a slow server is waited for`() throws {
    // More than the buffers of the system hold.
    let path = try folder.sparseFile("large", byteCount: 32 << 20)
    // On a busy machine, reading the file may take a large part of a short time.
    for pause in [1_500_000, 6_000_000, 20_000_000] as [UInt32] {
      let outcome = try withServer {
        try $0.serveRequests { _, connection in
          var isFirst = true
          try connection.readBody { _ in
            if isFirst { usleep(pause) }
            isFirst = false
          }
          try connection.respond(200)
        }
      } test: {
        try sluice("upload", $0.url, "-F", "a=@\(path)", "--progress", "plain")
      }
      #expect(outcome.end == .exited(0))
      if outcome.errorLines.last?.contains(/100%.*  waiting for the network [6-9]\d%$/) == true { return }
      print("After a pause of \(pause) µs: \(outcome.errors)")
    }
    Issue.record("no progress says that the server is waited for")
  }

  @Test func `a body that is sent again is shown as another attempt`() throws {
    let server = try UploadServer {
      try $0.head.target == "/"
        ? $1.respond(307, headers: [("Location", "/next")]) : $1.respond(200, body: "ok")
    }
    let outcome = try sluice(
      "upload", server.url, "-F", "a=@\(folder.path)/file", "--progress", "plain")
    #expect(outcome.end == .exited(0))
    let last = try #require(outcome.errorLines.last)
    #expect(last.contains("100%  195.5 KiB of 195.5 KiB") && last.hasSuffix("attempt 2"), "\(outcome.errors)")
  }

  @Test func `a failure is printed on its own line after a bar`() throws {
    let server = try UploadServer { try $1.respond(500, body: "") }
    let outcome = try sluice(
      "upload", server.url, "-F", "a=@\(folder.path)/file", "--progress", "bar")
    #expect(outcome.end == .exited(78))
    #expect(outcome.errors.hasSuffix("\nerror: unacceptable-status: 500 (POST \(server.url)/)\n"))
  }
}
