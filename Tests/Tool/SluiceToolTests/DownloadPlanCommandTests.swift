import FoundationEssentials
import Glibc
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Downloads of a file in segments by several processes of the tool.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct DownloadPlanCommandTests {
  private let folder: TemporaryDirectory
  private let content = sampleBytes(4 << 20) + Array(1...7)
  private var path: String { folder.path("file") }
  private var planPath: String { folder.path("plan") }

  init() throws { folder = try TemporaryDirectory() }

  /// A server of one file, which may act for each piece of it that is sent.
  private final class Server: Sendable {
    private struct State {
      var tag = "\"1\""
      /// The ranges, each with the field of the process that has requested it.
      var ranges: [(range: String, attempt: String?)] = []
      var targets: Set<String> = []
    }

    private let content: [UInt8]
    private let state = Lock(State())
    private let didSend: @Sendable (Int) -> Void

    init(_ content: [UInt8], didSend: @escaping @Sendable (Int) -> Void = { _ in }) {
      (self.content, self.didSend) = (content, didSend)
    }

    /// The ranges that were requested, except for that of the plan.
    var ranges: [String] { state.withLock { $0.ranges.map(\.range).filter { $0 != "bytes=0-0" } } }

    /// Returns the number of ranges that a process has requested. The requests of one that was killed may arrive later.
    func rangeCount(ofAttempt attempt: Int) -> Int {
      state.withLock { $0.ranges.count { $0.attempt == "\(attempt)" } }
    }

    var targets: Set<String> { state.withLock { $0.targets } }

    func change() { state.withLock { $0.tag = "\"2\"" } }

    func serve(_ connection: LoopbackConnection) throws {
      try connection.serveRequests { request, connection in
        let bounds = (request["Range"] ?? "").dropFirst("bytes=".count).split(separator: "-").compactMap {
          Int($0)
        }
        let tag = state.withLock { state in
          state.ranges.append((request["Range"] ?? "", request["X-Attempt"]))
          state.targets.insert(request.target)
          return state.tag
        }
        guard bounds.count == 2, request["If-Range"] ?? tag == tag else {
          return try connection.respond(200, headers: [("ETag", tag)], body: content)
        }
        let end = min(bounds[1] + 1, content.count)
        try connection.write(
          "HTTP/1.1 206 \r\nETag: \(tag)\r\nContent-Range: bytes \(bounds[0])-\(end - 1)/\(content.count)\r\n"
            + "Content-Length: \(end - bounds[0])\r\n\r\n")
        for start in stride(from: bounds[0], to: end, by: 32 << 10) {
          let piece = start..<min(start + 32 << 10, end)
          try connection.write(Array(content[piece]))
          didSend(piece.count)
        }
      }
    }
  }

  private func writePlan(_ server: LoopbackServer, target: String = "/file") throws {
    try sluice("download", "plan", server.url + target, "--segment-size", "1M", "-o", planPath)
      .expectSuccess()
  }

  private func segments(_ results: String, _ others: String...) -> [String] {
    ["download", "segments", planPath, "-o", path, "--results", folder.path(results)] + others
  }

  private func expectFile(at location: SourceLocation = #_sourceLocation) throws {
    let isSame = try folder.contents("file") == content
    #expect(isSame, sourceLocation: location)
    #expect(try !folder.names().contains { $0.hasPrefix(".sluice-") }, sourceLocation: location)
  }

  @Test func `processes write their shares of a file, and one of them gives it its name`() throws {
    let server = Server(content)
    try withServer(server.serve) { loopback in
      try writePlan(loopback)
      let runs = [
        try Run(toolPath, segments("a", "--only", "1-2")), try Run(toolPath, segments("b", "--only", "3-5")),
      ]
      for run in runs { run.finish().expectSuccess() }
      let finish = ["download", "finish", planPath, "-o", path]
      try sluice(finish + [folder.path("b")])
        .expectFailure(65, "invalid-record", saying: "2 of 5 segments, the first of which is 1")
      #expect(!isTaken(path))
      let outcome = try sluice(finish + [folder.path("a"), folder.path("b"), folder.path("a")])
      outcome.expectSuccess()
      #expect(outcome.text == "")
      try expectFile()
      try sluice(finish + [folder.path("a"), folder.path("b")]).expectSuccess()
    }
    #expect(server.ranges.count == 5)
  }

  /// The process that creates the file was killed between giving it its name and removing the one before, where a file
  /// cannot be without a name at first.
  @Test func `a file that also has an earlier name is written and named`() throws {
    try withServer(Server(content).serve) { loopback in
      try writePlan(loopback)
      try sluice(segments("a", "--only", "1-2")).expectSuccess()
      let hidden = try #require(try folder.names().first { $0.hasPrefix(".sluice-") })
      let earlier = folder.path(".sluice-6F9619FF-8B86-D011-B42D-00CF4FC964FF")
      try FileManager.default.linkItem(atPath: folder.path(hidden), toPath: earlier)
      try sluice(segments("a")).expectSuccess()
      try sluice("download", "finish", planPath, "-o", path, folder.path("a")).expectSuccess()
      try expectFile()
    }
  }

  @Test func `without a file of results, each is a line of the output`() throws {
    try withServer(Server(content).serve) { server in
      try writePlan(server)
      let outcome = try sluice("download", "segments", planPath, "-o", path, "--only", "5")
      outcome.expectSuccess()
      #expect(outcome.text.hasPrefix(#"{"version":1,"results":"segments","of":""#))
      // sha256sum
      #expect(
        outcome.text.split(separator: "\n").last?.hasPrefix(
          """
          {"number":5,"offset":4194304,"size":7,\
          "sha256":"32bbe378a25091502b2baf9f7258c19444e7a43ee4593b08030acd790bd66e6a","file":"
          """) == true)
    }
  }

  /// A process is killed after a random number of bytes, and repeated until it is done.
  @Test(arguments: [seedOfThisRun])
  func `a killed share is resumed with its results`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      let plan = KillPlan()
      let server = Server(content, didSend: plan.didReceive)
      try withServer(server.serve) { loopback in
        try writePlan(loopback)
        var earlier = 0
        for attempt in 0... {
          try #require(attempt < 20)
          let limit = Int.random(in: 0...(content.count / 2), using: &generator)
          let outcome = try plan.run(
            segments("results", "--parallel", "2", "-H", "X-Attempt: \(attempt)"),
            killingAfter: attempt < 4 ? limit : .max)
          #expect(!isTaken(path))
          if outcome.end == .exited(0) {
            // A segment with a result is not requested again.
            #expect(server.rangeCount(ofAttempt: attempt) == 5 - earlier)
            break
          }
          try #require(outcome.end == .killed(by: SIGKILL), "\(outcome.errors)")
          // The first line says what the results belong to.
          let lines = ((try? folder.contents("results")) ?? []).count { $0 == UInt8(ascii: "\n") }
          earlier = max(0, lines - 1)
          // What another moment could have left of a line.
          if attempt == 0, lines > 0 { try folder.append(Array(#"{"number":3,"off"#.utf8), to: "results") }
        }
        #expect(plan.kills > 0)
        try sluice("download", "finish", planPath, folder.path("results"), "-o", path).expectSuccess()
      }
      try expectFile()
      for name in ["file", "results"] { try folder.remove(name) }
    }
  }

  @Test func `a file that has changed is an error, and gets no name`() throws {
    let server = Server(content)
    try withServer(server.serve) { loopback in
      try writePlan(loopback)
      try sluice(segments("results", "--only", "1-2")).expectSuccess()
      server.change()
      try sluice(segments("results", "--parallel", "1"))
        .expectFailure(76, "invalid-response", saying: "has changed", "part 3")
      try sluice("download", "finish", planPath, folder.path("results"), "-o", path)
        .expectFailure(65, "invalid-record")
    }
    #expect(!isTaken(path))
  }

  @Test func `a folder with the name of the file is an error of the output`() throws {
    try withServer(Server(content).serve) { server in
      try writePlan(server)
      try sluice(segments("a")).expectSuccess()
      try folder.directory("file")
      let finish = ["download", "finish", planPath, folder.path("a"), "-o", path]
      try sluice(finish).expectFailure(74, "file-is-directory", saying: path)
      try sluice(finish + ["--if-exists", "unique"]).expectSuccess()
    }
    let isSame = try folder.contents("file (1)") == content
    #expect(isSame)
  }

  @Test func `a signed URL is not in the plan, and is passed to each machine`() throws {
    let server = Server(content)
    try withServer(server.serve) { loopback in
      try writePlan(loopback, target: "/file?signature=secret")
      #expect(!String(decoding: try folder.contents("plan"), as: UTF8.self).contains("secret"))
      try sluice(segments("a")).expectFailure(64, "no-url", saying: "--url")
      try sluice(segments("a", "--url", loopback.url + "/file?signature=other")).expectSuccess()
      try sluice("download", "finish", planPath, folder.path("a"), "-o", path).expectSuccess()
    }
    #expect(server.targets == ["/file?signature=secret", "/file?signature=other"])
    try expectFile()
  }

  @Test func `the digest of the whole file decides, and an existing file is kept if asked for`() throws {
    try withServer(Server(content).serve) { server in
      try writePlan(server)
      try sluice(segments("a")).expectSuccess()
      try folder.file("file", [1])
      let finish = ["download", "finish", planPath, folder.path("a"), "-o", path]
      try sluice(finish + ["--sha256", String(repeating: "0", count: 64)])
        .expectFailure(65, "digest-mismatch")
      try sluice(finish + ["--if-exists", "fail"]).expectFailure(74, "file-exists")
      #expect(try folder.contents("file") == [1])
      let digest = try Run("sha256sum", ["-"], input: .bytes(content)).finish().text.prefix(64)
      try sluice(finish + ["--sha256", String(digest), "--no-digests"]).expectSuccess()
      try expectFile()
    }
  }

  @Test func `mistakes are errors before anything is sent`() throws {
    let server = Server(content)
    try withServer(server.serve) { loopback in
      try writePlan(loopback)
      try sluice(segments("a", "--only", "5-6")).expectFailure(64, "invalid-configuration", saying: "1 to 5")
      try sluice("download", "segments", folder.path("none"), "-o", path).expectFailure(66, "file-missing")
      try folder.file("other", Array("{}\n".utf8))
      try sluice("download", "segments", folder.path("other"), "-o", path)
        .expectFailure(65, "invalid-record", saying: "line 1")
      let link = try folder.symbolicLink("link", to: "/proc/self/fd/1")
      for other in [try folder.fifo("fifo"), link] {
        try sluice("download", "segments", planPath, "-o", other, "--results", folder.path("b"))
          .expectFailure(74, "file-exists", saying: other)
        try sluice("download", "finish", planPath, folder.path("b"), "-o", other)
          .expectFailure(74, "file-exists", saying: other)
      }
      try sluice("download", "segments", planPath, "-o", folder.path, "--results", folder.path("b"))
        .expectFailure(74, "file-is-directory")
      #expect(!isTaken(folder.path("b")))
      try sluice(segments("other")).expectFailure(74, "file-exists", saying: folder.path("other"))
      #expect(try folder.contents("other") == Array("{}\n".utf8))
      for options in [["--only", "0"], ["--parallel", "0"], ["-i"]] {
        #expect(try sluice(segments("a") + options).end == .exited(64), "\(options)")
      }
      try sluice("download", "finish", planPath, folder.path("other"), "-o", path)
        .expectFailure(65, "invalid-record", saying: "line 1", folder.path("other"))
    }
    #expect(server.ranges.isEmpty)
    try withServer { connection in
      try connection.serveRequests { try $1.respond(200, body: "whole") }
    } test: { server in
      try sluice("download", "plan", server.url).expectFailure(76, "invalid-response", saying: "as a whole")
    }
  }
}
