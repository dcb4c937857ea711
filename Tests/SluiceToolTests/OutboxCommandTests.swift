import FoundationEssentials
import Glibc
import Sluice
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// `outbox`, and what is left in its folder when a process is killed or the disk is full.
@Suite struct OutboxCommandTests {
  private let directory: TemporaryDirectory
  private var folder: String { directory.path("outbox") }

  init() throws { directory = try TemporaryDirectory(inMemory: true) }

  /// The objects on the lines of an output.
  private func objects(_ outcome: Outcome) throws -> [JSON.Value] {
    try outcome.text.split(separator: "\n").map { try JSON.Value(parsing: String($0)) }
  }

  private func list(_ name: String, at location: SourceLocation = #_sourceLocation) throws -> [String] {
    let outcome = try sluice("outbox", "list", folder)
    outcome.expectSuccess(at: location)
    return try objects(outcome).map { $0[name]?.string ?? "" }
  }

  @Test func `a request is kept, listed, sent, and gone`() throws {
    let server = try UploadServer()
    let added = try sluice(
      "outbox", "add", folder, "PUT", "\(server.url)/a?token=hush", "--json", #"{"a":1}"#, "-H", "X-A: b",
      "--order-key", "-k", "--expires", "1000")
    added.expectSuccess()
    let entry = try #require(try objects(added).first)
    #expect(entry["orderKey"]?.string == "-k" && entry["method"]?.string == "PUT")
    #expect(entry["url"]?.string == "\(server.url)/a" && entry["status"]?.string == "pending")
    #expect(try list("id") == [entry["id"]?.string ?? ""])

    let run = try sluice("outbox", "run", folder, "--until-idle", "--bearer", "later")
    run.expectSuccess()
    #expect(try objects(run).map { $0["event"]?.string } == ["delivered"])
    let request = try server.onlyRequest()
    #expect(request.head.method == "PUT" && request.head.target == "/a?token=hush")
    #expect(request["X-A"] == ["b"] && request["Authorization"] == ["Bearer later"])
    #expect(request["Idempotency-Key"] == [entry["idempotencyKey"]?.string ?? ""])
    #expect(request.body == Array(#"{"a":1}"#.utf8))
    #expect(try list("id") == [])
  }

  @Test func `a refused request is dead, until it is sent again or dropped`() throws {
    let server = try UploadServer { try $1.respond(400, body: "hush") }
    for text in ["a", "b"] {
      try sluice("outbox", "add", folder, server.url, "--data", text).expectSuccess()
    }
    let run = try sluice("outbox", "run", folder, "--until-idle")
    run.expectSuccess()
    #expect(try objects(run).map { $0["event"]?.string } == ["died", "died"])
    #expect(try list("status") == ["dead", "dead"])
    #expect(try list("lastError").allSatisfy { $0.contains("400") && !$0.contains("hush") })
    try sluice("outbox", "retry", folder, try list("id")[0]).expectSuccess()
    #expect(try list("status") == ["pending", "dead"])
    try sluice("outbox", "drop", folder, try list("id")[0]).expectSuccess()
    try sluice("outbox", "drop", folder, "--dead").expectSuccess()
    #expect(try list("id") == [])
  }

  @Test func `wrong arguments and requests are refused`() throws {
    try sluice("outbox", "add", folder, "/path").expectFailure(64, "invalid-url")
    try sluice("outbox", "add", folder, "http://h/", "--data", "@\(directory.path("x"))")
      .expectFailure(66, "file-missing")
    try sluice("outbox", "drop", folder, "0000000000000000-0000000000000000").expectFailure(
      66, "entry-missing")
    for arguments in [["drop", folder], ["retry", folder, "x"], ["run", folder, "--concurrent", "0"]] {
      try sluice(["outbox"] + arguments).expectFailure(64, "usage")
    }
  }

  @Test func `a run ends with a signal, and the request stays`() throws {
    let arrived = Event()
    let server = try UploadServer { _, connection in
      arrived.happen()
      connection.stall()
    }
    try sluice("outbox", "add", folder, server.url, "--data", "a").expectSuccess()
    let run = try start("outbox", "run", folder)
    #expect(arrived.wait())
    run.send(SIGTERM)
    #expect(run.finish().end == .exited(128 + SIGTERM))
    #expect(try list("attempts").count == 1)
  }

  // MARK: Faults

  @Test func `a file size limit leaves no part of an entry`() throws {
    let body = String(repeating: "a", count: 120_000)
    let script = #"ulimit -f 200; exec "$0" outbox add "$1" http://h/ --data "$2""#
    let outcome = try Run("sh", ["-c", script, toolPath, folder, body]).finish()
    outcome.expectFailure(74, "write-failed")
    #expect(try list("id") == [])
    #expect(try Run("find", [folder, "-name", "*-*"]).finish().output == [])
  }

  /// Fills a small disk with entries, and delivers them, each after a failure that must be recorded on the full disk.
  @Test func `a full disk leaves no part of an entry, and entries on it are delivered`() throws {
    let seen = Lock<Set<String>>([])
    let server = try UploadServer { request, connection in
      let isNew = seen.withLock { $0.insert(request["Idempotency-Key"].first ?? "").inserted }
      try connection.respond(isNew ? 503 : 200, body: "")
    }
    try directory.directory("disk")
    let script = """
      mount -t tmpfs -o size=96k none "$1" || exit 99
      while "$0" outbox add "$1/o" "$2" --data x > /dev/null 2> "$1.errors"; do echo added; done
      "$0" outbox list "$1/o" | grep pending | sed 's/.*/listed/'
      "$0" outbox run "$1/o" --until-idle --retry-delay 0 || exit 98
      "$0" outbox list "$1/o"
      find "$1/o" -name '*-*'
      """
    let outcome = try Run(
      "unshare", ["-m", "sh", "-c", script, toolPath, directory.path("disk"), server.url]
    ).finish()
    if outcome.end != .exited(0), !outcome.text.contains("added") { return }  // Not allowed here.
    #expect(outcome.end == .exited(0), "\(outcome.errors)")
    let lines = outcome.text.split(separator: "\n")
    let count = lines.count { $0 == "added" }
    #expect(count > 0 && lines.count { $0 == "listed" } == count)
    #expect(lines.count { $0.contains("\"failed\"") } == count)
    #expect(lines.count { $0.contains("\"delivered\"") } == count)
    #expect(lines.count == 4 * count, "\(outcome.text)")
    #expect(
      String(decoding: try directory.contents("disk.errors"), as: UTF8.self).hasPrefix(
        "error: write-failed: "))
  }

  /// Kills processes that add and send at random times. `SLUICE_OUTBOX_KILLS=1000` kills a thousand.
  @Test func `no kill loses a request, sends one without its key, or changes the order`() throws {
    let seen = Lock<Set<String>>([])
    let server = try UploadServer { request, connection in
      // The first attempt of every other request fails.
      let body = String(decoding: request.body, as: UTF8.self)
      let isNew = seen.withLock { $0.insert(body).inserted }
      try connection.respond(isNew && body.hasSuffix("0") ? 503 : 200, body: "")
    }
    try sluice("outbox", "add", folder, server.url, "--data", "000000 0").expectSuccess()
    // The longest time between two kills in microseconds, which adapts so that about half of the additions succeed.
    var longest = 50_000.0
    let limit = try #require(Int(ProcessInfo.processInfo.environment["SLUICE_OUTBOX_KILLS"] ?? "80"))
    var random = SystemRandomNumberGenerator()
    var acknowledged: Set<String> = ["000000 0"]
    var (kills, round) = (0, 0)
    while kills < limit {
      round += 1
      let number = String(repeating: "0", count: 6 - "\(round)".utf8.count) + "\(round)"
      let bodies = (0..<2).map { "\(number) \($0)" }
      let adding = try bodies.map { body in
        try start("outbox", "add", folder, server.url, "--data", body, "--order-key", String(body.suffix(1)))
      }
      let running = try (0..<2).map { _ in try start("outbox", "run", folder, "--retry-delay", "0.01") }
      for process in (adding + running).shuffled() {
        usleep(UInt32(Double.random(in: 0...longest, using: &random)))
        process.send(SIGKILL)
      }
      for (body, process) in zip(bodies, adding) {
        let outcome = process.finish()
        if outcome.end == .killed(by: SIGKILL) { kills += 1 }
        let isAcknowledged = outcome.text.contains("idempotencyKey")
        if isAcknowledged { acknowledged.insert(body) }
        longest = min(longest * (isAcknowledged ? 0.95 : 1.05), 1_000_000)
      }
      for process in running where process.finish().end == .killed(by: SIGKILL) { kills += 1 }
    }
    // Requests that wait for a moment are due in the next run.
    var runs = 0
    repeat {
      try sluice("outbox", "run", folder, "--until-idle", "--retry-delay", "0").expectSuccess()
      runs += 1
    } while try runs < 100 && list("status").contains("pending")
    #expect(try list("status") == [])

    let requests = server.requests.map {
      (key: $0["Idempotency-Key"], body: String(decoding: $0.body, as: UTF8.self))
    }
    #expect(acknowledged.subtracting(requests.map(\.body)) == [])
    for (body, same) in Dictionary(grouping: requests, by: \.body) {
      #expect(same[0].key.count == 1 && same.allSatisfy { $0.key == same[0].key }, "\(body): \(same)")
    }
    for lane in ["0", "1"] {
      var first: [String] = []
      for (_, body) in requests where body.hasSuffix(lane) && !first.contains(body) { first.append(body) }
      // The first one had no key.
      first.removeAll { $0.hasPrefix("000000") }
      #expect(first == first.sorted(), "lane \(lane)")
    }
    print("\(kills) killed, \(acknowledged.count) acknowledged, \(seen.withLock { $0.count }) received")
  }
}
