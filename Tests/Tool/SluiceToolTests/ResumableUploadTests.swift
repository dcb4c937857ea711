import FoundationEssentials
import Glibc
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Uploads of the tool that are resumed by its next run.
///
/// `SLUICE_UPLOAD_KILLS=200` in the environment sets how many processes are killed with each protocol, and
/// `SLUICE_UPLOAD_MIB=256` how large the uploaded file is. Several gigabytes of memory are needed for large ones.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct ResumableUploadTests {
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

  /// The arguments of an upload, of the file itself with tus, and otherwise of a form with it.
  private func arguments(_ url: String, isTus: Bool) -> [String] {
    let upload =
      isTus
      ? ["upload", "--tus", path, url]
      : ["upload", url, "--resumable", "-F", "title=Holiday", "-F", "video=@\(path)"]
    return upload + ["--record", record, "--progress", "none"]
  }

  private func expectContent(_ upload: [UInt8]?, isTus: Bool, at location: SourceLocation = #_sourceLocation)
    throws
  {
    if !isTus { return try expectForm(upload, endingWith: content, at: location) }
    let isSame = Data(try #require(upload, sourceLocation: location)) == Data(content)
    #expect(isSame, sourceLocation: location)
  }

  @Test(arguments: [false, true], [seedOfThisRun])
  func `a killed upload resumes at the server's offset`(isTus: Bool, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var (uploads, kills, discarded) = (0, 0, 0)
    while kills < Self.kills {
      uploads += 1
      try #require(uploads <= 2 * Self.kills, "\(kills) processes were killed")
      let server = InterruptedServer(tus: isTus)
      let plan = KillPlan()
      server.onBytes(plan.didReceive)
      try withServer(server.serve) { loopback in
        for attempt in 0... {
          try #require(attempt < 20)
          let limit = Int.random(in: 0...(content.count / 3), using: &generator)
          let outcome = try plan.run(
            arguments(loopback.url, isTus: isTus), killingAfter: attempt < 4 ? limit : .max)
          if outcome.end == .exited(0) { break }
          try #require(outcome.end == .killed(by: SIGKILL), "\(outcome.errors)")
        }
      }
      try expectContent(server.upload, isTus: isTus)
      // What the server had is not sent again, unless the process was killed before it knew the URL of its upload.
      #expect(server.receivedByteCount == (server.upload?.count ?? 0) + server.discardedByteCount)
      #expect(try folder.names() == ["file"])
      kills += plan.kills
      discarded += server.discardedByteCount
    }
    print("\(kills) killed in \(uploads) uploads of \(content.count) bytes, \(discarded) bytes discarded")
  }

  /// Interrupts an upload after its first bytes. The server does not receive the rest, and has read everything that was
  /// sent when this returns.
  private func interrupt(
    _ arguments: [String], to server: InterruptedServer, at loopback: LoopbackServer
  ) throws -> Outcome {
    let (hasBegun, hasEnded) = (Event(), Event())
    server.onBytes { _ in
      hasBegun.happen()
      try? hasEnded.waitOnThread()
    }
    let run = try Run(toolPath, arguments)
    try hasBegun.waitOnThread()
    #expect(eventuallyOnThread { (try? folder.contents("record").first) == UInt8(ascii: "{") })
    run.send(SIGINT)
    let outcome = run.finish()
    hasEnded.happen()
    #expect(eventuallyOnThread { loopback.connectedPeers == 0 })
    return outcome
  }

  @Test(arguments: [false, true]) func `a note says how to resume an interrupted upload`(isTus: Bool) throws {
    let server = InterruptedServer(tus: isTus)
    try withServer(server.serve) { loopback in
      let arguments = arguments(loopback.url, isTus: isTus)
      let outcome = try interrupt(arguments, to: server, at: loopback)
      #expect(outcome.end == .exited(130))
      #expect(
        outcome.errors == "note: \(record) has the record of this upload; the same command resumes it\n")
      let rest = try sluice(arguments)
      rest.expectSuccess()
      #expect(rest.text == "done\n")
    }
    try expectContent(server.upload, isTus: isTus)
    #expect(server.receivedByteCount == server.upload?.count)
    #expect(try folder.names() == ["file"])
  }

  @Test func `a changed file is an error that names it`() throws {
    let server = InterruptedServer(tus: false)
    try withServer(server.serve) { loopback in
      let arguments = ["upload", loopback.url, "--resumable", "--record", record, "-F", "video=@\(path)"]
      _ = try interrupt(arguments, to: server, at: loopback)
      let requests = server.methods.count
      try folder.append([1], to: "file")
      try sluice(arguments).expectFailure(66, "changed", saying: path)
      #expect(server.methods.count == requests)
    }
  }

  @Test(arguments: [true, false]) func `tus sends a file itself, in either order`(isURLFirst: Bool) throws {
    try folder.file("h\u{E9} \"1\".mp4", Array("video".utf8))
    let file = folder.path("h\u{E9} \"1\".mp4")
    let server = InterruptedServer(tus: true)
    try withServer(server.serve) { loopback in
      try sluice(
        ["upload", "--tus", "--record", record] + (isURLFirst ? [loopback.url, file] : [file, loopback.url])
      ).expectSuccess()
    }
    #expect(server.upload == Array("video".utf8))
    let pairs =
      server.creation?["Upload-Metadata"]?.split(separator: ",").map { $0.split(separator: " ") } ?? []
    #expect(pairs.map { $0[0] } == ["filename", "filetype"])
    let values = pairs.map { Data(base64Encoded: String($0[1])).map { String(decoding: $0, as: UTF8.self) } }
    #expect(values == ["h\u{E9} \"1\".mp4", "video/mp4"])
    #expect(server.creation?["Content-Disposition"] == nil)
  }

  @Test(
    arguments: [
      "a plain name": ("a b.txt", #"attachment; filename="a b.txt""#, "text/plain"),
      "other characters": (
        "h\u{E9} \"1\".mp4", "attachment; filename*=UTF-8''h%C3%A9%20%221%22.mp4", "video/mp4"
      ),
      "no extension": ("file", #"attachment; filename="file""#, "application/octet-stream"),
    ] as NamedCases<(name: String, disposition: String, type: String)>)
  func `the draft sends a file itself, with its name and type`(
    file: NamedCase<(name: String, disposition: String, type: String)>
  ) throws {
    try folder.file(file.value.name, Array("video".utf8))
    let server = InterruptedServer(tus: false)
    try withServer(server.serve) { loopback in
      try sluice("upload", loopback.url, folder.path(file.value.name), "--resumable", "--record", record)
        .expectSuccess()
      #expect(server.creation?["Content-Disposition"] == file.value.disposition)
      #expect(server.creation?["Content-Type"] == file.value.type)
      try sluice(
        "upload", loopback.url, folder.path(file.value.name), "--resumable", "--record", record, "-H",
        "Content-Type: a/b", "-H", "Content-Disposition: inline"
      ).expectSuccess()
      #expect(
        server.creation?["Content-Disposition"] == "inline" && server.creation?["Content-Type"] == "a/b")
    }
    #expect(server.upload == Array("video".utf8))
  }

  @Test func `tus stores a form only with --whole-form`() throws {
    let server = InterruptedServer(tus: true)
    try withServer(server.serve) { loopback in
      let arguments = ["upload", loopback.url, "-F", "video=@\(path)", "--tus", "--record", record]
      try sluice(arguments).expectFailure(64, "usage", saying: "--tus FILE URL", "--whole-form")
      #expect(server.methods.isEmpty)
      try sluice(arguments + ["--whole-form"]).expectSuccess()
    }
    try expectForm(server.upload, endingWith: content)
  }

  @Test(arguments: [false, true])
  func `a file that changes while it is sent is an error, and is never complete`(isTus: Bool) throws {
    let server = InterruptedServer(tus: isTus)
    // More than the buffers of the system hold, so that the last bytes are read after the change.
    try folder.truncate("file", to: 32 << 20)
    let hasChanged = Lock(false)
    server.onBytes { [folder, content] _ in
      let isFirst = hasChanged.withLock { hasChanged in
        defer { hasChanged = true }
        return !hasChanged
      }
      if !isFirst { return }
      // In place: a file that is emptied before it is written again may be read while it is empty.
      try? folder.overwrite("file", at: 0, Array(content.reversed()), settingModified: 1)
    }
    try withServer(server.serve) { loopback in
      try sluice("upload", loopback.url, path, isTus ? "--tus" : "--resumable", "--record", record)
        .expectFailure(66, "changed", saying: path)
    }
    #expect(server.upload == nil)
  }

  @Test func `an upload does not follow to another origin without redirects`() throws {
    let other = InterruptedServer(tus: true)
    try withServer(other.serve) { otherLoopback in
      let server = InterruptedServer(tus: true, origin: otherLoopback.url)
      try withServer(server.serve) { loopback in
        try sluice("upload", "--tus", path, loopback.url, "--record", record, "--max-redirects", "0")
          .expectFailure(77, "redirect-refused", saying: otherLoopback.url)
      }
    }
    #expect(other.methods.isEmpty)
  }

  @Test func `options that do not go together are wrong usage`() throws {
    for options in [
      ["--resumable", "--tus"], ["--record", "a"], ["--tus", "--gzip", "--whole-form"],
      ["--interop-version", "6"],
      ["--resumable", "--interop-version", "4"], ["--tus"], ["--whole-form"],
      ["--resumable", "--whole-form"],
      ["file", "--resumable"], ["file"],
    ] {
      let outcome = try sluice(["upload", "http://127.0.0.1:1", "-F", "a=b"] + options)
      #expect(outcome.end == .exited(64), "\(options)")
    }
    for options in [["file", "--tus", "--whole-form"], ["file", "--tus", "--gzip"], ["--tus"]] {
      let outcome = try sluice(["upload", "http://127.0.0.1:1"] + options)
      #expect(outcome.end == .exited(64), "\(options)")
    }
  }
}
