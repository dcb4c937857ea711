import FoundationEssentials
import Glibc
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Uploads of the tool that go on after its end.
///
/// `SLUICE_UPLOAD_KILLS=200` in the environment sets how many processes are killed with each protocol, and
/// `SLUICE_UPLOAD_MIB=256` how large the uploaded file is. Several gigabytes of memory are needed for large ones.
@Suite struct ResumableUploadTests {
  private let folder: TemporaryDirectory
  private var content: [UInt8] { Self.content }
  private var path: String { folder.path("file") }
  private var record: String { folder.path("record") }

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("file", content)
  }

  private static let kills = number("SLUICE_UPLOAD_KILLS") ?? 8

  /// The bytes of the file. Each MiB begins with its number, so that none can take the place of another.
  private static let content: [UInt8] = {
    let block = sampleBytes(1 << 20)
    return (0..<UInt32(number("SLUICE_UPLOAD_MIB") ?? 4)).flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } + block.dropFirst(4)
    }
  }()

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

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

  @Test(arguments: [false, true]) func `a killed upload goes on where the server was`(isTus: Bool) throws {
    var generator = SystemRandomNumberGenerator()
    var (uploads, kills, discarded) = (0, 0, 0)
    while kills < Self.kills {
      uploads += 1
      try #require(uploads <= 2 * Self.kills, "\(kills) processes were killed")
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
      try expectForm(server.upload, endingWith: content)
      // What the server had is not sent again, unless the process was killed before it knew the URL of its upload.
      #expect(server.receivedByteCount == (server.upload?.count ?? 0) + server.discardedByteCount)
      #expect(try folder.names() == ["file"])
      kills += plan.withLock { $0.kills }
      discarded += server.discardedByteCount
    }
    print("\(kills) killed in \(uploads) uploads of \(content.count) bytes, \(discarded) bytes for nothing")
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
    try expectForm(server.upload, endingWith: content)
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
