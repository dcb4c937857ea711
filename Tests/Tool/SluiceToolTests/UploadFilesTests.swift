import FoundationEssentials
import Glibc
import Sluice
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Uploads of many files by the tool.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct UploadFilesTests {
  private let folder: TemporaryDirectory
  private var manifest: String { folder.path("manifest") }

  init() throws { folder = try TemporaryDirectory() }

  /// A store of objects, which may act for each body that arrives, before it responds.
  private final class Store: Sendable {
    private struct State {
      var requests: [ReceivedRequest] = []
      var statuses: [String: Int] = [:]
    }

    private let state = Lock(State())
    private let didReceive: @Sendable (ReceivedRequest) throws -> Void

    init(didReceive: @escaping @Sendable (ReceivedRequest) throws -> Void = { _ in }) {
      self.didReceive = didReceive
    }

    var requests: [ReceivedRequest] { state.withLock { $0.requests } }
    /// The targets of the requests, in order.
    var targets: [String] { requests.map(\.head.target).sorted() }

    func requestCount(ofAttempt attempt: Int) -> Int {
      requests.count { $0.head["X-Attempt"] == "\(attempt)" }
    }

    func set(_ status: Int?, of target: String) { state.withLock { $0.statuses[target] = status } }

    func serve(_ connection: LoopbackConnection) throws {
      try connection.serveRequests { head, connection in
        let request = ReceivedRequest(head: head, body: try connection.readBody())
        let status = state.withLock { state in
          state.requests.append(request)
          return state.statuses[head.target]
        }
        try didReceive(request)
        if let status { return try connection.respond(status, body: "refused") }
        try connection.respond(
          200, headers: [("ETag", "\"\(request.body.count)\""), ("Set-Cookie", "a=secret")])
      }
    }
  }

  /// Writes files with these names, and a manifest of them.
  private func writeFiles(_ names: [String]) throws {
    if !isTaken(folder.path("a b")) { try folder.directory("a b") }
    for (number, name) in zip(1..., names) { try folder.file(name, Array(repeating: 7, count: number)) }
    try writeManifest(names.map { #"{"path":"\#($0)"}"# })
  }

  private func writeManifest(_ lines: [String]) throws {
    try folder.file("manifest", Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  private let names = ["1", "2", "a b/ü+%3", "4?#", "5"]
  private let targets = ["/b/1", "/b/2", "/b/a%20b/%C3%BC%2B%253", "/b/4%3F%23", "/b/5"]

  private func arguments(_ server: LoopbackServer, _ others: String...) -> [String] {
    ["upload-files", manifest, "--url", server.url + "/b/{path}"] + others
  }

  @Test func `each file goes to its URL, and a line is printed for it`() throws {
    let store = Store()
    try writeFiles(names)
    try withServer(store.serve) { server in
      let outcome = try sluice(arguments(server, "--parallel", "1"))
      outcome.expectSuccess()
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.count == 6 && lines.first?.hasPrefix(#"{"version":1,"results":"files","of":""#) == true)
      let time = try FileSource(at: folder.path("1")).identity()?.files.first?.modificationTime
      #expect(
        lines[1]
          == #"{"number":1,"path":"1","size":1,"modificationTime":\#(time ?? 0),"etag":"\"1\"","fields":[["ETag","\"1\""]]}"#
      )
      #expect(lines[3].hasPrefix(#"{"number":3,"path":"a b/ü+%3","size":3,"#))
      #expect(!outcome.text.contains("secret"))
    }
    #expect(store.targets == targets.sorted())
    #expect(store.requests.allSatisfy { $0.head.method == "PUT" })
    #expect(store.requests.map(\.body.count) == [1, 2, 3, 4, 5])
  }

  @Test func `shards send all files, each once`() throws {
    let store = Store()
    try writeFiles(names)
    try withServer(store.serve) { server in
      for shard in ["1/3", "2/3", "3/3"] {
        try sluice(arguments(server, "--shard", shard, "-o", folder.path("r\(shard.prefix(1))")))
          .expectSuccess()
      }
      #expect(store.targets == targets.sorted())
      #expect(try folder.contents("r2").count { $0 == UInt8(ascii: "\n") } == 3)
      // Another division continues with the results of one shard.
      try sluice(arguments(server, "-o", folder.path("r2"))).expectSuccess()
    }
    #expect(store.requests.count == 5 + 3)
  }

  @Test func `a file that fails does not end the others, and is sent again`() throws {
    let store = Store()
    try writeFiles(names)
    try folder.remove("5")
    store.set(403, of: "/b/2")
    try withServer(store.serve) { server in
      let arguments = arguments(server, "--parallel", "1", "-o", folder.path("results"))
      let outcome = try sluice(arguments)
      #expect(outcome.end == .exited(78))
      #expect(outcome.errorLines.count == 2)
      #expect(outcome.errorLines.first?.hasPrefix("error: unacceptable-status: 2: ") == true)
      #expect(outcome.errorLines.last?.hasPrefix("error: file-missing: \(folder.path("5"))") == true)
      // What a process that was killed has left of a line.
      try folder.append(Array(#"{"number":2,"pa"#.utf8), to: "results")
      store.set(nil, of: "/b/2")
      try folder.file("5")
      try sluice(arguments).expectSuccess()
      #expect(store.targets == (targets + ["/b/2"]).sorted())
      try sluice(arguments).expectSuccess()
      #expect(store.requests.count == 6)
    }
  }

  @Test func `many failures end the upload`() throws {
    let store = Store()
    try writeFiles(names)
    for target in targets { store.set(400, of: target) }
    try withServer(store.serve) { server in
      let outcome = try sluice(arguments(server, "--parallel", "1", "--max-failures", "2"))
      #expect(outcome.end == .exited(78) && outcome.errorLines.count == 2)
    }
    #expect(store.requests.count == 2)
  }

  @Test(arguments: [seedOfThisRun])
  func `a killed upload sends again only what was not confirmed`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try folder.file("f", [1])
    try writeManifest((0..<200).map { _ in #"{"path":"f"}"# })
    let plan = KillPlan()
    let store = Store { _ in plan.didReceive(1) }
    try withServer(store.serve) { server in
      for attempt in 0... {
        try #require(attempt < 20)
        let confirmed = max(
          0, ((try? folder.contents("results")) ?? []).count { $0 == UInt8(ascii: "\n") } - 1)
        let outcome = try plan.run(
          arguments(server, "-o", folder.path("results"), "-H", "X-Attempt: \(attempt)"),
          killingAfter: attempt < 4 ? Int.random(in: 0..<50, using: &generator) : .max)
        if outcome.end == .exited(0) {
          // Requests of killed processes may still arrive.
          #expect(store.requestCount(ofAttempt: attempt) == 200 - confirmed)
          break
        }
        try #require(outcome.end == .killed(by: SIGKILL), "\(outcome.errors)")
      }
    }
    #expect(plan.kills > 0)
    // At most the requests that ran when a process was killed are sent again.
    #expect(store.requests.count <= 200 + 4 * plan.kills)
    let text = String(decoding: try folder.contents("results"), as: UTF8.self)
    let numbers = text.split(separator: "\n").dropFirst().compactMap {
      Int($0.dropFirst(10).prefix { $0 != "," })
    }
    #expect(numbers.sorted() == Array(1...200))
  }

  @Test func `a file that changes while it is sent fails by name`() throws {
    let path = folder.path("large")
    try folder.file("large", Array(repeating: 0, count: 8 << 20))
    try writeManifest([#"{"path":"large"}"#])
    try withServer { connection in
      try connection.serveRequests { _, connection in
        var isFirst = true
        try connection.readBody { _ in
          if isFirst { try folder.append([1], to: "large") }
          isFirst = false
        }
        try connection.respond(200)
      }
    } test: { server in
      try sluice(arguments(server)).expectFailure(66, "file-grew", saying: path)
    }
  }

  @Test func `links in the folder of the manifest are not followed, and those to it are`() throws {
    let store = Store()
    let (others, links) = (try TemporaryDirectory(), try TemporaryDirectory())
    try others.file("secret", [1])
    try folder.file("real", [1])
    _ = try folder.symbolicLink("outside", to: others.path("secret"))
    _ = try folder.symbolicLink("inside", to: "real")
    _ = try folder.symbolicLink("folder", to: others.path)
    _ = try folder.symbolicLink("parent", to: "..")
    let names = [
      "outside", "inside", "folder/secret", "parent/\(folder.path.split(separator: "/").last ?? "")/real",
    ]
    try writeManifest((names + ["real"]).map { #"{"path":"\#($0)"}"# })
    let linked = try links.symbolicLink("folder", to: folder.path)
    for options in [[], ["--part", "file"]] {
      try withServer(store.serve) { server in
        let outcome = try sluice(
          ["upload-files", linked + "/manifest", "--url", server.url + "/{path}", "--parallel", "1"] + options
        )
        #expect(outcome.end == .exited(66))
        #expect(outcome.errorLines.count == names.count)
        for (name, line) in zip(names, outcome.errorLines) {
          #expect(
            line.hasPrefix("error: file-unreadable: \(linked)/\(name): it is a symbolic link or below one"),
            "\(line)"
          )
        }
      }
    }
    #expect(store.requests.map(\.head.target) == ["/real", "/real"])
  }

  /// A server that requires another log-in sends to the page for it.
  @Test(arguments: [(303, [], "PUT"), (303, ["--part", "file"], "POST"), (302, ["--part", "file"], "POST")])
  func `a file whose sending becomes a GET is not sent`(status: Int, options: [String], method: String) throws
  {
    let methods = Lock<[String]>([])
    try writeFiles(["1"])
    try withServer { connection in
      try connection.serveRequests { head, connection in
        _ = try connection.readBody()
        methods.withLock { $0.append(head.method.rawValue) }
        try connection.respond(
          head.method == "GET" ? 200 : status, headers: [("Location", "/login"), ("ETag", "\"page\"")])
      }
    } test: { server in
      try sluice(arguments(server, "-o", folder.path("results")) + options)
        .expectFailure(77, "redirect-refused", saying: "the status \(status) redirects the upload to a page")
    }
    #expect(methods.withLock { $0 } == [method])
    #expect(try folder.contents("results").count { $0 == UInt8(ascii: "\n") } == 1)
  }

  @Test func `results that are removed are an error`() throws {
    let results = folder.path("results")
    let store = Store { _ in try? FileManager.default.removeItem(atPath: results) }
    try writeFiles(names)
    try withServer(store.serve) { server in
      try sluice(arguments(server, "-o", results, "--parallel", "1"))
        .expectFailure(74, "write-failed", saying: "removed or replaced")
    }
    #expect(store.requests.count == 1)
  }

  @Test func `a line may have its own URL, which is not printed`() throws {
    let store = Store()
    try writeFiles(["1"])
    try withServer(store.serve) { server in
      try writeManifest([#"{"path":"1","url":"\#(server.url)/other?signature=secret","more":[1]}"#])
      let outcome = try sluice("upload-files", manifest)
      outcome.expectSuccess()
      #expect(!outcome.text.contains("secret"))
      store.set(403, of: "/other?signature=secret")
      let refused = try sluice("upload-files", manifest)
      refused.expectFailure(78, "unacceptable-status")
      #expect(!refused.errors.contains("secret"))
    }
    #expect(store.targets == ["/other?signature=secret", "/other?signature=secret"])
  }

  @Test func `files are sent in forms with the fields of their lines`() throws {
    let store = Store()
    try folder.file("a.txt", Array("hello".utf8))
    try writeManifest([#"{"path":"a.txt","fields":[["album","Madeira"],["n","1"]]}"#])
    try withServer(store.serve) { server in
      try sluice("upload-files", manifest, "--url", server.url + "/form", "--part", "file").expectSuccess()
    }
    #expect(store.requests.map(\.head.method) == ["POST"])
    #expect(
      store.requests.first?.form.formParts == [
        fieldText("album", "Madeira"), fieldText("n", "1"),
        fileText("file", fileName: "a.txt", type: "text/plain", "hello"),
      ])
  }

  @Test(
    arguments: [
      "a parent folder": #"{"path":"../secret"}"#, "a parent folder inside": #"{"path":"a/../../secret"}"#,
      "an absolute path": #"{"path":"/etc/passwd"}"#, "the folder itself": #"{"path":"."}"#,
      "nothing": #"{"path":""}"#, "a slash at the end": #"{"path":"a/"}"#, "two slashes": #"{"path":"a//b"}"#,
      "a NUL": #"{"path":"a\u0000b"}"#, "no path": #"{"url":"http://127.0.0.1/"}"#, "no JSON": "a/b",
      "an empty line": "", "a field without a form": #"{"path":"1","fields":[["a","b"]]}"#,
      "a field without a value": #"{"path":"1","fields":[["a"]]}"#,
    ] as NamedCases)
  func `a line that is not one of a file is an error before anything is sent`(line: NamedCase<String>) throws
  {
    let store = Store()
    try writeFiles(["1"])
    try writeManifest([#"{"path":"1"}"#, line.value])
    try withServer(store.serve) { server in
      try sluice(arguments(server)).expectFailure(65, "invalid-manifest", saying: "line 2")
      try sluice(arguments(server, "--shard", "1/2")).expectSuccess()
    }
    #expect(store.requests.count == 1)
  }

  @Test func `results of another manifest, and other files, are refused and stay as they are`() throws {
    let store = Store()
    try writeFiles(names)
    try withServer(store.serve) { server in
      let arguments = arguments(server, "-o", folder.path("results"))
      try sluice(arguments).expectSuccess()
      let results = try folder.contents("results")
      for option in [["--part", "file", "-X", "PUT"], ["-X", "POST"], ["--part", "file"]] {
        try sluice(arguments + option).expectFailure(
          65, "invalid-record", saying: "another --url, --part or -X")
      }
      let manifest = try folder.contents("manifest")
      try folder.append(Array("{\"path\":\"1\"}\n".utf8), to: "manifest")
      try sluice(arguments).expectFailure(65, "invalid-record", saying: "another manifest")
      try folder.file("manifest", manifest)
      try sluice([
        "upload-files", self.manifest, "--url", server.url + "/c/{path}", "-o", folder.path("results"),
      ])
      .expectFailure(65, "invalid-record", saying: "another --url")
      #expect(try folder.contents("results") == results)
      // A new signature is that of the same target.
      try sluice([
        "upload-files", self.manifest, "--url", server.url + "/b/{path}?signature=2", "-o",
        folder.path("results"),
      ]).expectSuccess()
      try folder.append(Array("{\"number\":6}\n".utf8), to: "results")
      try sluice(arguments).expectFailure(65, "invalid-record", saying: "line 7")
      let file = try folder.file("photo", Array("photo\nwithout".utf8))
      try sluice(arguments + ["-o", file]).expectFailure(74, "file-exists", saying: file)
      #expect(try folder.contents("photo") == Array("photo\nwithout".utf8))
    }
    #expect(store.requests.count == 5)
  }

  @Test func `a file that has changed since it was sent is sent again, and one that is gone is not`() throws {
    let store = Store()
    try writeFiles(names)
    try withServer(store.serve) { server in
      let arguments = arguments(server, "-o", folder.path("results"))
      try sluice(arguments).expectSuccess()
      try folder.setModified("1", to: 1)
      try folder.append([7], to: "2")
      try folder.remove("5")
      try sluice(arguments).expectSuccess()
      #expect(store.targets == (targets + ["/b/1", "/b/2"]).sorted())
      // The last result counts.
      try sluice(arguments).expectSuccess()
      #expect(store.requests.count == 7)
      // Results of an earlier version have no time.
      let text = String(decoding: try folder.contents("results"), as: UTF8.self)
      try folder.file("results", Array(text.replacing(/"modificationTime":\d+,/, with: "").utf8))
      try folder.setModified("1", to: 2)
      try folder.append([7], to: "2")
      try sluice(arguments).expectSuccess()
      #expect(store.requests.count == 8)
    }
  }

  @Test func `mistakes are wrong usage`() throws {
    try writeFiles(names)
    for options in [
      ["--shard", "0/2"], ["--shard", "3/2"], ["--shard", "1"], ["--shard", "a/b"], ["--shard", "1/2/3"],
      ["--parallel", "0"], ["--max-failures", "0"], ["-i"], ["-X", "a b"], ["--url", "http://127.0.0.1:1/b"],
    ] {
      let outcome = try sluice(["upload-files", manifest, "--url", "http://127.0.0.1:1/{path}"] + options)
      #expect(outcome.end == .exited(64), "\(options): \(outcome.errors)")
    }
    try sluice("upload-files", manifest).expectFailure(65, "invalid-manifest", saying: "no url")
    try sluice("upload-files", folder.path("none"), "--url", "http://127.0.0.1:1/{path}")
      .expectFailure(66, "file-missing")
    try sluice("upload-files", "/dev/null", "--url", "http://127.0.0.1:1/{path}")
      .expectFailure(66, "file-unreadable")
  }

  @Test func `memory does not depend on the number of files`() throws {
    try folder.file("f", [1])
    /// Returns the peak of memory, in KiB, when the last of some files is sent.
    func peak(_ count: Int) throws -> Int {
      try writeManifest((0..<count).map { _ in #"{"path":"f"}"# })
      let state = Lock((received: 0, process: pid_t?.none, peak: 0))
      let store = Store { _ in
        state.withLock { state in
          state.received += 1
          if state.received == count { state.peak = state.process.flatMap(Self.peakMemory) ?? 0 }
        }
      }
      try withServer(store.serve) { server in
        let run = try state.withLock { state in
          let run = try Run(toolPath, arguments(server, "--parallel", "8", "-o", folder.path("results")))
          state.process = run.id
          return run
        }
        run.finish().expectSuccess()
      }
      try folder.remove("results")
      return state.withLock { $0.peak }
    }
    // 9,000 files more would need 1 MiB with 114 bytes for each. On a busy machine, a peak may be some 100 KiB higher.
    var peaks: [(few: Int, many: Int)] = []
    repeat {
      peaks.append((try peak(1_000), try peak(10_000)))
      #expect(peaks.allSatisfy { $0.few > 0 })
    } while peaks.count < 3 && !peaks.contains { $0.many < $0.few + 1024 }
    #expect(peaks.contains { $0.many < $0.few + 1024 }, "\(peaks) KiB")
  }

  private static func peakMemory(of process: pid_t) -> Int? {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    return status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      .flatMap { Int($0.filter(\.isNumber)) }
  }
}
