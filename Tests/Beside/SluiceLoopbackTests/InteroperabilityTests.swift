import FoundationEssentials
import Testing

@testable import SluiceLoopback

/// curl and Python as clients of a loopback server.
@Suite(.timeLimit(.minutes(5))) struct InteroperabilityTests {
  private static let hasCurl = isInstalled("curl")
  private static let hasPython = isInstalled("python3")

  /// Runs a test with a server that echoes bodies, and with a file of slightly more than 3 MiB.
  private func withEcho(_ test: (LoopbackServer, _ file: String) throws -> Void) throws {
    let file = "/tmp/loopback-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(shell("head -c 3200001 /dev/urandom > \(file)").status == 0)
    let server = try LoopbackServer.http { _, connection in
      try connection.respond(200, body: connection.readBody())
    }
    defer { server.stop() }
    try test(server, file)
    server.stop()
    #expect(server.failures.isEmpty)
  }

  @Test(
    .enabled(if: hasCurl), arguments: ["", "-H 'Transfer-Encoding: chunked'", "-H 'Expect: 100-continue'"])
  func `curl receives the file that it uploads`(options: String) throws {
    try withEcho { server, file in
      let result = shell("curl -sS -m 20 \(options) -T \(file) \(server.url)/ | cmp - \(file)")
      #expect(result.status == 0 && result.output == "")
    }
  }

  @Test(.enabled(if: hasCurl)) func `curl reuses its connection`() throws {
    try withEcho { server, _ in
      let url = server.url
      #expect(shell("curl -sS -m 20 -d ab \(url)/1 \(url)/2 \(url)/3").output == "ababab")
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test(.enabled(if: hasPython)) func `python sends chunked bodies on a single connection`() throws {
    try withEcho { server, _ in
      let script = """
        import http.client
        c = http.client.HTTPConnection("127.0.0.1", \(server.port), timeout=20)
        parts = [bytes([i % 251]) * (i * 37) for i in range(1, 200)]
        for _ in range(3):
          headers = {"Transfer-Encoding": "chunked"}
          c.request("POST", "/", body=iter(parts), headers=headers, encode_chunked=True)
          assert c.getresponse().read() == b"".join(parts)
        print("same")
        """
      #expect(shell("python3 -c '\(script)'").output == "same\n")
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test(.enabled(if: hasCurl)) func `curl sees an early response during an upload`() throws {
    let server = try LoopbackServer.http { try $1.respond(413, headers: [("Connection", "close")]) }
    defer { server.stop() }
    let command = "head -c 200000000 /dev/zero | curl -sS -m 20 -T - -w '%{http_code}' \(server.url)/"
    #expect(shell(command) == (0, "413"))
  }

  @Test(
    .enabled(if: hasCurl),
    arguments: [
      ("reset", 56), ("short", 18), ("nothing", 52), ("stall", 28),
    ]) func `curl reports each fault of the server`(fault: String, status: Int32) throws
  {
    let server = try LoopbackServer { connection in
      _ = try connection.readHead()
      switch fault {
      case "reset": connection.reset()
      case "short": try connection.respond(200, headers: [("Content-Length", "9")], body: "short")
      case "stall": connection.stall()
      default: break
      }
    }
    defer { server.stop() }
    #expect(shell("curl -s -m 1 -o /dev/null \(server.url)/").status == status)
  }

  @Test(.enabled(if: hasCurl)) func `a Unix domain socket serves requests and is removed by stop`() throws {
    let path = "/tmp/loopback-\(UUID())"
    let server = try LoopbackServer(unixSocket: path) { connection in
      try connection.serveRequests { try $1.respond(200, body: $0.target) }
    }
    #expect(shell("curl -sS -m 20 --unix-socket \(path) \(server.url)/here").output == "/here")
    #expect(throws: LoopbackError.self) { try LoopbackServer(unixSocket: path) { _ in } }
    server.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(throws: LoopbackError.self) {
      try LoopbackServer(unixSocket: String(repeating: "x", count: 108)) { _ in }
    }
  }
}
