import FoundationEssentials
import Glibc
import Sluice
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import Testing

/// `outbox`, and what is left in its folder when a process is killed or the disk is full.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct OutboxCommandTests {
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

  @Test func `the list ends with the error of an entry that cannot be read`() throws {
    for number in 0..<3 {
      try sluice("outbox", "add", folder, "PUT", "http://127.0.0.1:9/\(number)", "--data", "a")
        .expectSuccess()
    }
    let pending = directory.path("outbox/pending")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: pending)
    let file = try #require(paths.first { $0.contains("/") })
    let lease = try FileLease("\(pending)/\(file)")
    defer { lease.end() }
    let outcome = try sluice("outbox", "list", folder)
    outcome.expectFailure(66, "file-unreadable", saying: file)
    #expect(try objects(outcome).count == 2)
  }

  @Test func `nothing else is written in the folder of an outbox`() throws {
    let add = ["outbox", "add", folder, "http://127.0.0.1:9/a"]
    try sluice(add).expectSuccess()
    let control = try directory.contents("outbox/control")
    for name in ["control", "new", "pending/new"] {
      let path = "\(folder)/\(name)"
      try sluice(add + ["-o", path]).expectFailure(64, "usage", saying: "is in the folder of the outbox")
      try sluice("outbox", "run", folder, "--until-idle", "--cookie-jar", path)
        .expectFailure(64, "usage", saying: "is in the folder of the outbox")
    }
    #expect(try directory.contents("outbox/control") == control)
    #expect(try list("id").count == 1)
  }

  @Test func `a request is kept, listed, sent, and removed`() throws {
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
    #expect(run.end == .exited(1) && run.errors == "")
    #expect(try objects(run).map { $0["event"]?.string } == ["died", "died"])
    // The exit code is about this run.
    try sluice("outbox", "run", folder, "--until-idle").expectSuccess()
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
    try sluice("outbox", "add", folder, "http://h/").expectSuccess()
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
    try arrived.waitOnThread()
    run.send(SIGTERM)
    #expect(run.finish().end == .exited(128 + SIGTERM))
    #expect(try list("attempts").count == 1)
  }

  // MARK: What is not a delivery

  @Test(arguments: ["401", "a redirect to a login page", "an early response"])
  func `a request that was not delivered waits, and the list says why`(kind: String) throws {
    let server = try LoopbackServer { connection in
      if kind == "an early response" {
        while try connection.readLine().map({ !$0.isEmpty }) ?? false {}
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        return connection.stall()
      }
      try connection.serveRequests { head, connection in
        try connection.readBody { _ in }
        let isPage = head.target == "/login"
        try connection.respond(
          isPage ? 200 : kind == "401" ? 401 : 302, headers: isPage ? [] : [("Location", "/login")],
          body: "page")
      }
    }
    defer { server.stop() }
    let body = try directory.file("body", [UInt8](repeating: 0x61, count: 20_000_000))
    try sluice("outbox", "add", folder, "POST", server.url, "--data", "@\(body)").expectSuccess()
    let run = try sluice("outbox", "run", folder, "--until-idle", "--retry-delay", "1000")
    run.expectSuccess()
    #expect(try objects(run).map { $0["event"]?.string } == ["failed"])
    #expect(try list("status") == ["pending"])
    let codes = ["401": "unacceptable-status: 401 ", "an early response": "early-response: "]
    let text = try list("lastError").first ?? ""
    #expect(text.hasPrefix(codes[kind] ?? "method-changed: 302 "), "\(text)")
  }

  /// Writes the entries as `outbox add` would, which would take minutes.
  @Test(.enabled(if: isInstalled("python3"))) func `8,400 requests with one key wait for the first one`()
    throws
  {
    let server = try UploadServer { try $1.respond(503, body: "") }
    let added = try sluice("outbox", "add", folder, "POST", "\(server.url)/00000", "--order-key", "k")
    let id = try #require(try objects(added).first?["id"]?.string)
    let script = """
      import os, sys, zlib
      folder, name = os.path.split(sys.argv[1])
      lane, first = name.split('-')
      first = int(first, 16)
      data = open(sys.argv[1], 'rb').read()
      head, text = data[:1536], data[1536 + 18:-1]
      for number in range(1, 8400):
          other = text.replace(b'"sequence":%d' % first, b'"sequence":%d' % (first + number))
          other = other.replace(b'/00000', b'/%05d' % number)
          with open('%s/%s-%016x' % (folder, lane, first + number), 'wb') as file:
              file.write(head + b'%08x %08x ' % (zlib.crc32(other), len(other)) + other + b'\\n')
      """
    let path = try Run("find", [folder, "-name", id]).finish().text.split(separator: "\n")
    #expect(try Run("python3", ["-c", script, String(try #require(path.first))]).finish().end == .exited(0))
    #expect(try list("url").last?.hasSuffix("/08399") == true)
    let run = try sluice("outbox", "run", folder, "--until-idle", "--retry-delay", "1000")
    run.expectSuccess()
    #expect(try objects(run).map { $0["event"]?.string } == ["failed"])
    #expect(server.requests.count == 1 && server.requests.first?.head.target == "/00000")
  }

  @Test func `a response takes the place of no file of the run, and of none of the outbox`() throws {
    let server = try UploadServer { try $1.respond(200, headers: [("Set-Cookie", "a=1")], body: "new") }
    let jar = directory.path("jar")
    let secret = try directory.file("secret", Array("token\n".utf8))
    // The folder has another name when the request is added.
    let old = "\(folder)-old"
    for path in [jar, secret, "\(folder)/control"] {
      try directory.directory("outbox")
      try sluice("outbox", "add", old, server.url, "-o", path).expectSuccess()
      try FileManager.default.removeItem(atPath: folder)
    }
    try FileManager.default.moveItem(atPath: old, toPath: folder)
    let run = try sluice(
      "outbox", "run", folder, "--until-idle", "--retry-delay", "1000", "--cookie-jar", jar, "--bearer",
      "@\(secret)")
    run.expectSuccess()
    #expect(try objects(run).map { $0["event"]?.string } == ["failed", "failed", "failed"])
    #expect(server.requests.isEmpty)
    #expect(try directory.contents("secret") == Array("token\n".utf8))
    #expect(try list("url").count == 3)
  }

  @Test func `a response does not take the place of the body of another entry`() throws {
    let server = try UploadServer { try $1.respond($0.head.target == "/put" ? 503 : 200, body: "new") }
    let body = try directory.file("body", Array("the only copy".utf8))
    try sluice("outbox", "add", folder, "\(server.url)/put", "-d", "@\(body)").expectSuccess()
    for path in [body, directory.path("other")] {
      try sluice("outbox", "add", folder, "\(server.url)/get", "-X", "GET", "-o", path).expectSuccess()
    }
    let run = try sluice("outbox", "run", folder, "--until-idle", "--retry-delay", "1000")
    run.expectSuccess()
    #expect(
      try objects(run).map { $0["event"]?.string }.sorted { $0 ?? "" < $1 ?? "" } == [
        "delivered", "failed", "failed",
      ])
    #expect(try directory.contents("body") == Array("the only copy".utf8))
    #expect(try directory.contents("other") == Array("new".utf8))
  }

  @Test func `a response does not take the place of a body that was added meanwhile`() throws {
    let body = try directory.file("body", Array("the only copy".utf8))
    let folder = folder
    let server = try UploadServer {
      if $0.head.target == "/put" { return try $1.respond(503) }
      let url = "http://\($0["Host"].first ?? "")/put"
      try sluice("outbox", "add", folder, url, "-d", "@\(body)").expectSuccess()
      try $1.respond(200, body: "new")
    }
    try sluice("outbox", "add", folder, "\(server.url)/get", "-X", "GET", "-o", body).expectSuccess()
    try sluice("outbox", "run", folder, "--until-idle", "--retry-delay", "1000").expectSuccess()
    #expect(try directory.contents("body") == Array("the only copy".utf8))
    #expect(try list("lastError").count { $0.contains("file-in-use") } == 1)
  }

  @Test func `a run does not write to a body that it sends`() throws {
    let content = Array("# Netscape HTTP Cookie File\n".utf8)
    let body = try directory.file("body", content)
    let server = try UploadServer { try $1.respond(200) }
    try sluice("outbox", "add", folder, server.url, "-d", "@\(body)").expectSuccess()
    let words = ["outbox", "run", folder, "--until-idle"]
    for redirection in [">>", "2>>"] {
      let script = #"file=$1; shift; "$@" \#(redirection) "$file""#
      #expect(
        try Run("sh", ["-c", script, "sh", body, toolPath] + words + ["-v"]).finish().end == .exited(64))
    }
    try sluice(words + ["-c", body]).expectFailure(64, "usage")
    #expect(try directory.contents("body") == content)
    #expect(server.requests.isEmpty)
    try sluice(words).expectSuccess()
    #expect(try server.onlyRequest().body == content)
  }

  @Test func `a GET whose body a redirect drops is not delivered`() throws {
    let server = try UploadServer {
      try $1.respond($0.head.target == "/login" ? 200 : 303, headers: [("Location", "/login")])
    }
    for data in [["-d", "query"], []] {
      try sluice(["outbox", "add", folder, server.url, "-X", "GET"] + data).expectSuccess()
    }
    let run = try sluice("outbox", "run", folder, "--until-idle", "--retry-delay", "1000")
    run.expectSuccess()
    #expect(Set(try objects(run).map { $0["event"]?.string }) == ["failed", "delivered"])
    #expect(try list("url").count == 1)
  }

  @Test func `a body in the folder of the outbox is refused`() throws {
    try sluice("outbox", "add", folder, "http://h/", "-d", "x").expectSuccess()
    try sluice("outbox", "add", folder, "http://h/", "-d", "@\(folder)/control")
      .expectFailure(65, "unsupported-request", saying: "in the folder of the outbox")
    #expect(try list("url").count == 1)
  }

  @Test func `an entry that is added during a run does not replace the run's output`() throws {
    let server = try UploadServer { [folder, directory] request, connection in
      if request.head.target == "/first" {
        try sluice("outbox", "add", folder, "\(request["X-URL"][0])/second", "-o", directory.path("events"))
          .expectSuccess()
      }
      try connection.respond(200, body: "new")
    }
    try sluice("outbox", "add", folder, "\(server.url)/first", "-H", "X-URL: \(server.url)").expectSuccess()
    let script = #"exec "$0" outbox run "$1" --until-idle --retry-delay 1000 >"$2""#
    try Run("sh", ["-c", script, toolPath, folder, directory.path("events")]).finish().expectSuccess()
    let lines = String(decoding: try directory.contents("events"), as: UTF8.self).split(separator: "\n")
    #expect(lines.map { $0.contains("delivered") } == [true, false])
    #expect(lines.last?.contains("file-in-use") == true)
  }

  @Test func `a response that is larger than --max-body is not written`() throws {
    let server = try UploadServer { try $1.respond(200, body: "0123456789") }
    let path = directory.path("response")
    try sluice("outbox", "add", folder, server.url, "-o", path).expectSuccess()
    let run = ["outbox", "run", folder, "--until-idle", "--retry", "0", "--max-body"]
    let refused = try sluice(run + ["9"])
    #expect(refused.end == .exited(1))
    #expect(try objects(refused).first?["error"]?.string?.contains("body-too-large") == true)
    #expect(!isTaken(path))
    try sluice("outbox", "retry", folder, "--dead").expectSuccess()
    try sluice(run + ["10"]).expectSuccess()
    #expect(try directory.contents("response") == Array("0123456789".utf8))
  }

  @Test func `three kills while a request is sent change neither its key nor the order`() throws {
    let server = try UploadServer { request, connection in
      if request.body == Array("first".utf8), request["X-Try"] != ["4"] { return connection.stall() }
      try connection.respond(200, body: "")
    }
    for body in ["first", "second"] {
      try sluice("outbox", "add", folder, server.url, "--data", body, "--order-key", "k").expectSuccess()
    }
    for number in 1...3 {
      let run = try start("outbox", "run", folder, "-H", "X-Try: \(number)")
      #expect(eventuallyOnThread { server.requests.count == number })
      run.send(SIGKILL)
      #expect(run.finish().end == .killed(by: SIGKILL))
    }
    let run = try sluice("outbox", "run", folder, "--until-idle", "-H", "X-Try: 4")
    run.expectSuccess()
    #expect(try objects(run).map { $0["event"]?.string } == ["delivered", "delivered"])
    let requests = server.requests
    #expect(
      requests.map { String(decoding: $0.body, as: UTF8.self) }
        == Array(repeating: "first", count: 4) + ["second"])
    #expect(Set(requests.prefix(4).map { $0["Idempotency-Key"] }).count == 1)
    #expect(try list("id") == [])
  }

  // MARK: Faults

  /// A mount point in place of an entry's file can be written, but not removed; a read-only one cannot be opened.
  @Test(arguments: ["cannot be removed", "cannot be opened"])
  func `an entry whose file the system keeps ends no other, and is not sent twice`(kind: String) throws {
    let server = try UploadServer()
    let ids = try ["k", "k", "other"].enumerated().map { number, key in
      let outcome = try sluice(
        "outbox", "add", folder, server.url, "--data", "\(number)", "--order-key", key)
      return try #require(try objects(outcome).first?["id"]?.string)
    }
    let script = """
      path=$(find "$1" -name "$2")
      mount --bind "$path" "$path" || exit 99
      if [ "$3" = "cannot be opened" ]; then mount -o remount,bind,ro "$path"; fi
      "$0" outbox run "$1" --until-idle || exit 98
      echo
      "$0" outbox run "$1" --until-idle || exit 97
      echo
      umount "$path"
      "$0" outbox run "$1" --until-idle
      """
    let outcome = try Run("unshare", ["-m", "sh", "-c", script, toolPath, folder, ids[0], kind]).finish()
    if outcome.end == .exited(99) || outcome.errors.hasPrefix("unshare: ") { return }  // Not allowed here.
    #expect(outcome.end == .exited(0), "\(outcome.errors)")
    var runs: [[String]] = [[]]
    for line in outcome.text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        runs.append([])
      } else {
        let event = try JSON.Value(parsing: String(line))["event"]?.string ?? ""
        // A run of more than a second skips a file more than once.
        if event != "skipped" || runs.last?.contains(event) == false { runs[runs.count - 1].append(event) }
      }
    }
    let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
    if kind == "cannot be removed" {
      #expect(runs[0].sorted() == ["delivered", "delivered", "delivered", "skipped"])
      #expect(runs[1...].flatMap(\.self) == ["skipped"])
      #expect(bodies.filter { $0 != "2" } == ["0", "1"] && bodies.count == 3)
    } else {
      #expect(runs[0].sorted() == ["delivered", "skipped"])
      #expect(runs[1...].flatMap(\.self) == ["skipped", "delivered", "delivered"])
      #expect(bodies == ["2", "0", "1"])
    }
    #expect(try Run("find", [folder, "-name", "*-*"]).finish().output == [])
  }

  @Test func `a failure that cannot be recorded ends no other, and is not repeated at once`() throws {
    let server = try UploadServer { try $1.respond(503, body: "") }
    for text in ["a", "b"] {
      try sluice("outbox", "add", folder, server.url, "--data", text).expectSuccess()
    }
    let script = #"ulimit -f 1; exec "$0" outbox run "$1" --until-idle --retry-delay 0"#
    let run = try Run("sh", ["-c", script, toolPath, folder]).finish()
    run.expectSuccess()
    #expect(try objects(run).allSatisfy { $0["event"]?.string == "skipped" })
    #expect(try objects(run).allSatisfy { $0["error"]?.string?.contains("write-failed") == true })
    // Two, and more only if the machine takes seconds for them.
    #expect((2...20).contains(server.requests.count) && Set(server.requests.map(\.body)).count == 2)
    #expect(try list("status") == ["pending", "pending"])
  }

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
  @Test(arguments: [seedOfThisRun])
  func `no kill loses a request, sends one without its key, or changes the order`(seed: UInt64) throws {
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
    var random = SeededGenerator(seed: seed)
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
      for process in (adding + running).shuffled(using: &random) {
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
