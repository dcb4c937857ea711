import FoundationEssentials
import Glibc
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Uploads of the tool that go on after its end.
///
/// `SLUICE_UPLOAD_KILLS=200` in the environment sets how many processes are killed with each protocol.
@Suite struct ResumableUploadTests {
  private let folder: TemporaryDirectory
  private let content = sampleBytes(4 << 20)
  private var path: String { folder.path("file") }
  private var record: String { folder.path("record") }

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("file", content)
  }

  private static let kills =
    ProcessInfo.processInfo.environment["SLUICE_UPLOAD_KILLS"].flatMap { Int($0) } ?? 8

  /// The process to kill, and the number of bytes after which to do it.
  private struct Plan {
    var process: pid_t?
    var left = 0
    var kills = 0

    mutating func didReceive(_ count: Int) {
      left -= count
      guard left <= 0, let process else { return }
      kill(process, SIGKILL)
      kills += 1
      self.process = nil
    }
  }

  /// Expects a form of the field and the file, with one boundary from its start to its end.
  private func expectForm(_ body: [UInt8]?, at location: SourceLocation = #_sourceLocation) throws {
    let body = try #require(body, sourceLocation: location)
    let boundary = Array(body.prefix { $0 != UInt8(ascii: "\r") })
    #expect(body.suffix(boundary.count + 4) == boundary + Array("--\r\n".utf8), sourceLocation: location)
    let start = body.count - boundary.count - 6 - content.count
    try #require(start > 0, sourceLocation: location)
    let isSame = Array(body[start..<start + content.count]) == content
    #expect(isSame, sourceLocation: location)
    #expect(boundary.count > 10, sourceLocation: location)
  }

  @Test(arguments: [false, true]) func `a killed upload goes on where the server was`(isTus: Bool) throws {
    var generator = SystemRandomNumberGenerator()
    var kills = 0
    while kills < Self.kills {
      let server = ResumableServer(tus: isTus)
      let plan = Lock(Plan())
      server.onBytes { count in
        plan.withLock { $0.didReceive(count) }
        // Slow enough that a killed process has not sent everything.
        usleep(500)
      }
      try withServer(server.serve) { loopback in
        for attempt in 0... {
          try #require(attempt < 20)
          let limit = Int.random(in: 0...(content.count / 3), using: &generator)
          plan.withLock { $0.left = attempt < 4 ? limit : .max }
          let run = try start(
            "upload", loopback.url, isTus ? "--tus" : "--resumable", "--record", record, "-F",
            "title=Holiday",
            "-F", "video=@\(path)", "--progress", "none")
          plan.withLock { $0.process = run.id }
          let outcome = run.finish()
          plan.withLock { $0.process = nil }
          if outcome.end == .exited(0) { break }
          try #require(outcome.end == .killed(by: SIGKILL), "\(outcome.errors)")
        }
      }
      try expectForm(server.upload)
      // What the server had is not sent again, unless the process was killed before it knew the URL of its upload.
      #expect(server.receivedByteCount == (server.upload?.count ?? 0) + server.discardedByteCount)
      #expect(try folder.names() == ["file"])
      kills += max(1, plan.withLock { $0.kills })
    }
  }

  @Test(arguments: [false, true]) func `an interrupted upload says how it goes on`(isTus: Bool) throws {
    let server = ResumableServer(tus: isTus)
    let begun = Event()
    server.onBytes { _ in begun.happen() }
    try withServer(server.serve) { loopback in
      let arguments = [
        "upload", loopback.url, isTus ? "--tus" : "--resumable", "--record", record, "-F", "title=Holiday",
        "-F",
        "video=@\(path)", "--progress", "none",
      ]
      let run = try Run(toolPath, arguments + ["--limit-rate", "1000000"])
      #expect(begun.wait())
      #expect(eventuallyOnThread { (try? folder.contents("record").isEmpty) == false })
      run.send(SIGINT)
      let outcome = run.finish()
      #expect(outcome.end == .exited(130))
      #expect(
        outcome.errors == "note: \(record) has the record of this upload; the same command goes on with it\n")
      let rest = try sluice(arguments)
      rest.expectSuccess()
      #expect(rest.text == "done\n")
    }
    try expectForm(server.upload)
    #expect(server.receivedByteCount == server.upload?.count)
    #expect(try folder.names() == ["file"])
  }

  @Test func `a changed file is an error that names it`() throws {
    let server = ResumableServer(tus: false)
    let begun = Event()
    server.onBytes { _ in begun.happen() }
    try withServer(server.serve) { loopback in
      let arguments = ["upload", loopback.url, "--resumable", "--record", record, "-F", "video=@\(path)"]
      let run = try Run(toolPath, arguments + ["--limit-rate", "1000000"])
      #expect(begun.wait())
      #expect(eventuallyOnThread { (try? folder.contents("record").isEmpty) == false })
      run.send(SIGINT)
      _ = run.finish()
      let requests = server.methods.count
      try folder.append([1], to: "file")
      try sluice(arguments).expectFailure(66, "changed", saying: path)
      #expect(server.methods.count == requests)
    }
  }

  @Test func `options that do not go together are wrong usage`() throws {
    for options in [
      ["--resumable", "--tus"], ["--record", "a"], ["--tus", "--gzip"], ["--interop-version", "6"],
      ["--resumable", "--interop-version", "4"],
    ] {
      let outcome = try sluice(["upload", "http://127.0.0.1:1", "-F", "a=b"] + options)
      #expect(outcome.end == .exited(64), "\(options)")
    }
  }
}
