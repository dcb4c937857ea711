import Glibc
import Sluice
import SluiceFuzz
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceCorpusTool

/// `corpus send multipart`, to servers with planted defects.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct CorpusSendTests {
  /// What a server does with a form.
  private enum Action {
    case respond(Int)
    /// Writes a text, and closes the connection.
    case write(String)
    case reset, close, hang
  }

  private let forms = Corpus.inputs(.multipart)

  /// Starts a server that treats every form as required, unless `action` returns something else.
  private func server(
    _ action: @escaping @Sendable (Corpus.Entry) -> Action? = { _ in nil }
  ) throws -> LoopbackServer {
    let forms = forms
    return try LoopbackServer { connection in
      guard let request = try connection.readHead() else { return }
      let body = try connection.readBody()
      let entry = forms.first {
        $0.bytes == body && ($0.contentType ?? "") == (request["Content-Type"] ?? "")
      }
      let required = Action.respond(entry.map { $0.verdict == .reject ? 400 : 200 } ?? 418)
      switch entry.flatMap(action) ?? required {
      case .respond(let status):
        try connection.respond(status, headers: [("Connection", "close")], body: "ok")
      case .write(let text): try connection.write(text)
      case .reset: connection.reset()
      case .close: break
      case .hang: connection.waitForClose()
      }
    }
  }

  private func form(_ verdict: Corpus.Verdict, last isLast: Bool = false) throws -> Corpus.Entry {
    let entries = forms.filter { $0.verdict == verdict }
    return try #require(isLast ? entries.last : entries.first)
  }

  private func send(_ server: LoopbackServer, _ options: String...) throws -> Outcome {
    try sluice(["corpus", "send", "multipart", server.url + "/upload"] + options)
  }

  @Test(arguments: [1, 4]) func `a good server has no deviation`(jobs: Int) throws {
    let server = try server()
    defer { server.stop() }
    let outcome = try send(server, "--jobs", "\(jobs)")
    outcome.expectSuccess()
    #expect(outcome.text.contains("multipart: \(forms.count) forms in "), "\(outcome.text)")
    #expect(outcome.text.hasSuffix("all as expected\n"))
    #expect(outcome.text.contains("the server works: status 200"))
    #expect(server.acceptedConnections == forms.count + 1)
  }

  @Test(arguments: [[], ["--only", "bad-*"], ["--only", "byte-range*"]])
  func `a server for forms alone may refuse other multipart bodies`(options: [String]) throws {
    let server = try server { $0.contentType?.hasPrefix("multipart/form-data") == true ? nil : .respond(415) }
    defer { server.stop() }
    let outcome = try sluice(["corpus", "send", "multipart", server.url + "/upload"] + options)
    outcome.expectSuccess()
    #expect(outcome.text.contains("the server works: status 200"), "\(outcome.text)")
  }

  @Test func `each defect of a server is reported with the form`() throws {
    let accepted = try #require(forms.first { $0.verdict == .accept && $0.isForm })
    let rejected = try form(.reject)
    for (entry, action, title) in [
      (rejected, .respond(200), "accepted what must be rejected"),
      (rejected, .respond(302), "accepted what must be rejected"),
      (accepted, .respond(422), "rejected what must be accepted"),
      (rejected, .respond(500), "server error (status 500 or above)"),
      (accepted, .respond(503), "server error (status 500 or above)"),
      (rejected, .respond(999), "server error (status 500 or above)"),
      (rejected, .reset, "connection reset"), (rejected, .close, "closed without a response"),
      (rejected, .write("HTTP/1.1 200 OK\r\nContent-"), "incomplete response"),
      (rejected, .write("HTTP/1.1 400 No\r\nContent-Length: 9\r\n"), "incomplete response"),
      (rejected, .write("HTTP/1.1 400 No\r\nContent-Length: 9\r\n\r\n123"), "incomplete response"),
    ] as [(Corpus.Entry, Action, String)] {
      let hasActed = Lock(false)
      let server = try server { form in
        guard form.name == entry.name else { return nil }
        return hasActed.withLock { hasActed in
          defer { hasActed = true }
          return hasActed ? nil : action
        }
      }
      defer { server.stop() }
      let outcome = try send(server, "--only", accepted.name, "--only", rejected.name)
      #expect(outcome.end == .exited(1))
      #expect(outcome.errors == "")
      #expect(outcome.text.contains("\n\(title)\n  \(entry.name)  "), "\(outcome.text)")
      #expect(outcome.text.hasSuffix(" 1 deviating\n"))
    }
  }

  @Test func `reports are written, without secrets`() throws {
    let rejected = try form(.reject)
    let server = try server { $0.name == rejected.name ? .respond(500) : nil }
    defer { server.stop() }
    let folder = try TemporaryDirectory()
    for format in ["text", "json", "junit", "html"] {
      let url = server.url.replacing("http://", with: "http://me:s3cr3t@") + "/upload"
      let outcome = try sluice(
        "corpus", "send", "multipart", url, "-H", "X-Key: s3cr3t", "--only", rejected.name, "--format",
        format, "-o",
        folder.path(format))
      #expect(outcome.end == .exited(1))
      #expect(
        outcome.text.contains("\nserver error (status 500 or above)\n  \(rejected.name)  "), "\(outcome.text)"
      )
      let report = String(decoding: try folder.contents(format), as: UTF8.self)
      #expect(report.contains(rejected.name) && !report.contains("s3cr3t"), "\(report)")
      if format == "junit" || format == "html" {
        #expect(
          report.contains("sluice corpus send multipart ") && report.contains("--only \(rejected.name)"))
      }
    }
    let report = try JSON.Value(parsing: folder.contents("json"))
    #expect(report["isHealthy"]?.bool == true && report["deviations"]?["serverError"]?.int == 1)
    #expect(report["inputs"]?.array?.first?["behavior"]?.string == "serverError")
    try send(server, "--format", "json", "-o", "/nowhere/x").expectFailure(
      74, "write-failed", saying: "/nowhere")
  }

  @Test func `a status that HTTP does not define is counted`() throws {
    let rejected = try form(.reject)
    let server = try server { $0.name == rejected.name ? .respond(999) : nil }
    defer { server.stop() }
    let outcome = try send(server, "--only", rejected.name)
    #expect(outcome.text.hasPrefix("1  9xx\n"), "\(outcome.text)")
  }

  @Test func `the query, the user and fields are marked as left out`() throws {
    let rejected = try form(.reject)
    let server = try server { $0.name == rejected.name ? .respond(500) : nil }
    defer { server.stop() }
    let path = String(repeating: "long/", count: 40)
    let url = server.url.replacing("http://", with: "http://me:s3cr3t@") + "/\(path)?s3cr3t&token=s3cr3t#f"
    let reported = server.url.replacing("http://", with: "http://(hidden)@") + "/\(path)?…"
    let leftOut = ["the user of the URL", "the query of the URL", "-H", "-b"]
    for format in ["json", "junit", "html"] {
      let outcome = try sluice(
        "corpus", "send", "multipart", url, "-H", "X-Key: s3cr3t", "-b", "a=s3cr3t", "--only", rejected.name,
        "--format", format)
      #expect(outcome.end == .exited(1))
      let report = outcome.text.replacing("&#39;", with: "'")
      #expect(
        report.contains("sluice corpus send multipart '\(reported)' --only \(rejected.name)"), "\(report)")
      #expect(!report.contains("s3cr3t"), "\(report)")
      if format == "json" {
        #expect(try JSON.Value(parsing: outcome.output)["leftOut"]?.array?.compactMap(\.string) == leftOut)
      } else {
        #expect(
          report.contains("not in reports, because it may be secret: \(leftOut.joined(separator: ", "))"),
          "\(report)")
      }
    }
    // Without the parts that are left out, such a URL would repeat another request.
    for incomplete in [reported, server.url + "/?…", url.replacing("me:s3cr3t", with: "(hidden)")] {
      try sluice("corpus", "send", "multipart", incomplete).expectFailure(64, "usage", saying: "report")
    }
    #expect(ReportedURL("http://me:1?s3cr3t@host/").text == "http://(hidden)")
    #expect(ReportedURL("http://host/#f").leftOut == [])
    #expect(ReportedURL("http://host/?#f").text == "http://host/")
  }

  @Test func `each pattern must match a form`() throws {
    let name = try form(.reject).name
    try sluice("corpus", "send", "multipart", "http://127.0.0.1:1/", "--only", name, "--only", "typo-*")
      .expectFailure(64, "no-inputs", saying: "matches typo-*\n")
    try sluice("corpus", "run", "json", "--only", "typo-*", "--only", "*", "--only", "x,y", "--", "true")
      .expectFailure(64, "no-inputs", saying: "matches typo-*, or x,y\n")
  }

  @Test func `a server that hangs is reported`() throws {
    let rejected = try form(.reject)
    let server = try server { $0.name == rejected.name ? .hang : nil }
    defer { server.stop() }
    let outcome = try send(server, "--timeout", "1", "--only", rejected.name)
    #expect(outcome.end == .exited(1))
    #expect(outcome.text.contains("\nhung\n  \(rejected.name)  "), "\(outcome.text)")
    #expect(outcome.text.contains("the server works"))
  }

  @Test func `a server that stops working is reported with the last form`() throws {
    let rejected = try form(.reject, last: true)
    let isBroken = Lock(false)
    let server = try server { form in
      isBroken.withLock { isBroken in
        if form.name == rejected.name { isBroken = true }
        return isBroken ? .close : nil
      }
    }
    defer { server.stop() }
    let outcome = try send(server)
    #expect(outcome.end == .exited(1))
    let last = try #require(forms.last?.name)
    #expect(outcome.text.contains("the server does not work: "), "\(outcome.text)")
    #expect(outcome.text.contains("; the last form that reached it was \(last)"), "\(outcome.text)")
  }

  @Test(arguments: [Action.respond(400), .respond(500), .close])
  private func `a server that does not work at the end fails in every report`(action: Action) throws {
    let rejected = try form(.reject)
    let server = try server { $0.name == rejected.name ? nil : action }
    defer { server.stop() }
    func report(_ format: String) throws -> Outcome {
      let outcome = try send(server, "--only", rejected.name, "--format", format)
      #expect(outcome.end == .exited(1))
      #expect(!outcome.text.contains("all as expected"), "\(outcome.text)")
      return outcome
    }
    let isRefused = if case .respond(400) = action { true } else { false }
    let text = try report("text").text
    #expect(text.contains("  (valid form at the end)  "), "\(text)")
    #expect(text.hasSuffix(" 1 deviating\n"), "\(text)")
    let xml = try report("junit").text
    let counts = isRefused ? "failures=\"1\" errors=\"0\"" : "failures=\"0\" errors=\"1\""
    #expect(
      xml.split(separator: "<testsuite name=").last?.contains("tests=\"2\" \(counts)") == true, "\(xml)")
    #expect(xml.contains("<testsuites tests=\"2\" \(counts)"), "\(xml)")
    let testCase = try #require(xml.split(separator: "name=\"(valid form at the end)\"").last)
    #expect(testCase.contains(isRefused ? "<failure " : "<error "), "\(xml)")
    #expect(testCase.contains("; the last form that reached it was \(rejected.name)"), "\(xml)")
    let json = try JSON.Value(parsing: report("json").output)
    #expect(json["deviatingCount"]?.int == 1 && json["inputCount"]?.int == 1)
    #expect(json["isHealthy"]?.bool == false)
    let check = try #require(json["checks"]?.array?.first)
    #expect(check["name"]?.string == "(valid form at the end)" && check["deviation"]?.string != nil)
    // All forms may have broken it, not the valid one.
    #expect(check["commandToRepeat"]?.string?.hasSuffix("/upload --only \(rejected.name)") == true)
    let html = try report("html").text
    #expect(
      html.contains("<summary>(valid form at the end) ") && html.contains("all deviating (1)"), "\(html)")
  }

  @Test func `a server whose process ends is reported, although another one responds`() throws {
    let rejected = try form(.reject)
    let process = try Run("sh", ["-c", "echo $$; exec sleep 1000"])
    #expect(process.waitForOutput("\n"))
    let number = try #require(CInt(process.outputSoFar.dropLast()))
    let server = try server { form in
      if form.name == rejected.name {
        kill(number, SIGKILL)
        #expect(eventuallyOnThread { (try? ServerMemory(ofProcess: Int(number))) == nil })
      }
      return nil
    }
    defer { server.stop() }
    let outcome = try send(server, "--only", rejected.name, "--pid", "\(number)", "--format", "json")
    _ = process.finish()
    #expect(outcome.end == .exited(1))
    let json = try JSON.Value(parsing: outcome.output)
    #expect(json["isHealthy"]?.bool == true && json["deviatingCount"]?.int == 1)
    #expect(json["serverMemory"]?["after"] == .some(nil) && json["serverMemory"]?["before"]?.int != nil)
    #expect(json["checks"]?.array?.first?["deviation"]?.string == "ended")
    #expect(
      json["checks"]?.array?.first?["detail"]?.string == "status 200; process \(number) has ended")
  }

  @Test func `the memory of the server is reported`() throws {
    let server = try server()
    defer { server.stop() }
    let outcome = try send(server, "--pid", "\(getpid())")
    outcome.expectSuccess()
    #expect(outcome.text.contains("memory of process \(getpid()): "), "\(outcome.text)")
    let form = try form(.accept).name
    for format in ["junit", "html"] {
      let report = try send(server, "--pid", "\(getpid())", "--only", form, "--format", format).text
      #expect(report.contains("memory of process \(getpid()): "), "\(report)")
    }
    let json = try send(server, "--pid", "\(getpid())", "--only", form, "--format", "json")
    let memory = try #require(try JSON.Value(parsing: json.output)["serverMemory"])
    #expect(memory["process"]?.int == Int(getpid()))
    for key in ["before", "after", "peak"] { #expect((memory[key]?.int ?? 0) > 1 << 20, "\(key)") }
    try send(server, "--pid", "999999999").expectFailure(66, "process-missing", saying: "999999999")
  }

  @Test func `samples of memory are read from the status`() throws {
    let status = "Name:\tx\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\nThreads:\t1\n"
    #expect(ServerMemory.sample(in: status) == .init(current: 1 << 20, peak: 2 << 20))
    #expect(ServerMemory.sample(in: "Name:\tx\nState:\tZ (zombie)\n") == nil)
    #expect(ServerMemory.sample(in: "VmHWM:\t9223372036854775807 kB\nVmRSS:\t1 kB\n") == nil)
  }

  @Test func `a server that cannot be reached is an error`() throws {
    try DeadPort.refusing.with { port in
      let outcome = try sluice("corpus", "send", "multipart", "http://me:s3cr3t@127.0.0.1:\(port)/?s3cr3t")
      outcome.expectFailure(69, "connection-failed", saying: "\(port)")
      #expect(!outcome.errors.contains("s3cr3t"))
    }
    try sluice("corpus", "send", "multipart", "/nonsense").expectFailure(64, "invalid-url")
    try sluice("corpus", "send", "multipart", "http://127.0.0.1:1/", "--jobs", "0").expectFailure(64, "usage")
  }

  @Test func `a proxy that refuses or cannot be reached is an error`() throws {
    let proxy = try LoopbackServer { connection in
      guard try connection.readHead() != nil else { return }
      try connection.respond(403, headers: [("Connection", "close")], body: "no")
    }
    defer { proxy.stop() }
    let words = ["corpus", "send", "multipart", "https://nobody.invalid/"]
    try sluice(words, environment: ["https_proxy": proxy.url])
      .expectFailure(77, "proxy-refused", saying: "403")
    try DeadPort.refusing.with { port in
      try sluice(words, environment: ["https_proxy": "http://127.0.0.1:\(port)"])
        .expectFailure(69, "connection-failed", saying: "https_proxy")
    }
  }

  @Test func `a server that never connects is an error`() throws {
    try sluice("corpus", "send", "multipart", "http://nobody.invalid/")
      .expectFailure(69, "unknown-host", saying: "nobody.invalid")
    // The handshake of TLS never ends, so that no form is sent.
    let server = try LoopbackServer { $0.waitForClose() }
    defer { server.stop() }
    let url = server.url.replacing("http://", with: "https://")
    try sluice("corpus", "send", "multipart", url, "--timeout", "1").expectFailure(75, "timed-out")
    let plain = try LoopbackServer { try $0.write("HTTP/1.1 400 Bad Request\r\n\r\n") }
    defer { plain.stop() }
    try sluice("corpus", "send", "multipart", plain.url.replacing("http://", with: "https://"))
      .expectFailure(76, "tls-failed")
  }

  @Test(.enabled(if: TLSServer.isAvailable)) func `a server that is not trusted is an error`() throws {
    let server = try TLSServer()
    let name = try form(.accept).name
    try sluice("corpus", "send", "multipart", server.url).expectFailure(77, "untrusted", saying: server.url)
    let outcome = try sluice("corpus", "send", "multipart", server.url, "-k", "--only", name)
    outcome.expectSuccess()
    #expect(outcome.text.hasPrefix("1  2xx\n"), "\(outcome.text)")
  }
}
