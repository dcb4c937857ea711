import FoundationEssentials
import Glibc
import SluiceBody
import SluiceTestSupport
import Synchronization
import Testing

@testable import SluiceLoopback

/// The end of a loopback server, and the resources that it frees.
@Suite(.serialized, .timeLimit(.minutes(5))) struct StoppingTests {
  @Test(arguments: ["read", "line", "stall", "drain", "write", "linger"])
  func `stop wakes a waiting handler`(in call: String) throws {
    try expectNoLingering {
      let returned = Atomic(false)
      let server = try LoopbackServer { connection in
        try connection.write("x")
        switch call {
        case "read": #expect(try connection.read().isEmpty)
        case "line": #expect(try connection.readLine() == nil)
        case "stall": connection.stall()
        case "drain": connection.waitForClose()
        case "write":
          let error = #expect(throws: LoopbackError.self) {
            while true { try connection.write([UInt8](repeating: 0, count: 1 << 20)) }
          }
          #expect(error?.code == .peerClosed)
        default: break
        }
        returned.store(true, ordering: .relaxed)
      }
      let client = try RawClient(port: server.port)
      _ = try client.receiveSome()
      let elapsed = ContinuousClock().measure { server.stop() }
      let hasReturned = returned.load(ordering: .relaxed)
      #expect(hasReturned)
      _ = try? client.receive()
      return elapsed
    }
  }

  @Test func `a stalled connection takes no more data until stop resets it`() throws {
    let server = try LoopbackServer { connection in
      try connection.read(exactly: 1)
      connection.stall()
    }
    let client = try RawClient(port: server.port)
    let sent = Atomic(0)
    let sender = try SystemThread {
      let piece = [UInt8](repeating: 0, count: 1 << 20)
      while sent.load(ordering: .relaxed) < 200, (try? client.send(piece)) != nil {
        sent.add(1, ordering: .relaxed)
      }
    }
    // Until nothing more is sent for a while. Without the stall, everything would be sent.
    var before = -1
    while case let now = sent.load(ordering: .relaxed), now != before {
      before = now
      usleep(300_000)
    }
    #expect(before < 200)
    // Stopping resets the connection, which ends the blocked send.
    server.stop()
    sender.join()
  }

  @Test func `stop can be called several times and from several threads`() throws {
    let server = try LoopbackServer { $0.waitForClose() }
    let client = try RawClient(port: server.port)
    let threads = try (0..<4).map { _ in
      try SystemThread {
        server.stop()
        #expect(throws: RawClient.Failure(number: ECONNREFUSED)) { try RawClient(port: server.port) }
      }
    }
    for thread in threads { thread.join() }
    server.stop()
    _ = try? client.receive()
  }

  @Test func `a port is free again right after stop, and not before`() throws {
    let first = try LoopbackServer { try $0.write("first") }
    #expect(throws: LoopbackError.self) { try LoopbackServer(port: first.port) { _ in } }
    #expect(try RawClient(port: first.port).receive() == "first")
    first.stop()
    let second = try LoopbackServer(port: first.port) { try $0.write("second") }
    defer { second.stop() }
    #expect(try RawClient(port: second.port).receive() == "second")
  }

  @Test func `300 connections are served at once`() throws {
    let open = Atomic(0)
    let server = try LoopbackServer { connection in
      open.add(1, ordering: .relaxed)
      let line = try connection.readLine() ?? ""
      try connection.write("\(line) of \(open.load(ordering: .relaxed))")
    }
    defer { server.stop() }
    let clients = try (0..<300).map { _ in try RawClient(port: server.port) }
    while open.load(ordering: .relaxed) < clients.count { sched_yield() }
    for (index, client) in clients.enumerated() { try client.send("\(index)\r\n") }
    for (index, client) in clients.enumerated() { #expect(try client.receive() == "\(index) of 300") }
    #expect(server.acceptedConnections == 300)
  }

  // The following tests measure the whole process, so each runs in a process of its own.

  @Test func `no descriptor or thread leaks`() async {
    await #expect(processExitsWith: .success) {
      func exercise() throws {
        let server = try LoopbackServer.http { try $1.respond(200, body: $0.target) }
        var clients: [RawClient] = []
        for index in 0..<50 {
          let client = try RawClient(port: server.port)
          try client.send("GET /\(index) HTTP/1.1\r\n\r\n")
          #expect(try client.receive(until: "/\(index)").hasPrefix("HTTP/1.1 200"))
          if index.isMultiple(of: 2) { clients.append(client) }
        }
        server.stop()
        #expect(server.acceptedConnections == 50)
      }
      try exercise()
      let before = try (entries(of: "fd"), entries(of: "task"))
      for _ in 0..<5 { try exercise() }
      #expect(try entries(of: "fd") == before.0)
      // A joined thread may stay listed for a moment.
      #expect(try eventuallyOnThread { try entries(of: "task") <= before.1 })
    }
  }

  @Test func `ended connections are freed while the server runs`() async {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer { _ in }
      _ = try RawClient(port: server.port).receive()
      let before = try (mappings(), entries(of: "fd"))
      for _ in 0..<400 { _ = try RawClient(port: server.port).receive() }
      // Each stack that is kept has two mappings: its own and that of its guard page.
      #expect(try mappings() < before.0 + 200)
      #expect(try entries(of: "fd") < before.1 + 20)
      server.stop()
    }
  }

  @Test func `every socket is closed on exec`() async {
    await #expect(processExitsWith: .success) {
      let inherited = try sockets()
      let server = try LoopbackServer { connection in
        try connection.write("x")
        connection.waitForClose()
      }
      let client = try RawClient(port: server.port)
      _ = try client.receiveSome()
      let flags = try sockets().filter { inherited[$0.key] == nil }.values
      #expect(flags.count == 3)
      #expect(flags.allSatisfy { $0 & 0o2000000 != 0 })
      server.stop()
    }
  }

  @Test func `a lack of descriptors delays connections but not stop`() async {
    await #expect(processExitsWith: .success) {
      alarm(CUnsignedInt(patience.components.seconds))
      let server = try LoopbackServer { connection in
        try connection.write("x")
        connection.waitForClose()
      }
      let clients = (0..<6).map { _ in RawClient() }
      let limit = descriptorLimit(setTo: 1)
      for client in clients[..<3] { try client.connect(to: server.port) }
      // A waiting accept already has its descriptor, so the first connection may still be accepted.
      usleep(50_000)
      #expect(server.acceptedConnections <= 1)
      _ = descriptorLimit(setTo: limit)
      for client in clients[..<3] { #expect(try client.receiveSome() == Array("x".utf8)) }

      _ = descriptorLimit(setTo: 1)
      for client in clients[3...] { try client.connect(to: server.port) }
      usleep(50_000)
      server.stop()
      _ = descriptorLimit(setTo: limit)
      #expect(server.acceptedConnections <= 4)
      #expect(throws: RawClient.Failure(number: ECONNRESET)) { try clients[5].receiveSome() }
    }
  }

  @Test func `a body of 256 MiB is received in constant memory`() async {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer.http { try $1.respond(200, body: "\($1.readBody { _ in })") }
      let piece = [UInt8](repeating: 7, count: 1 << 20)
      func upload(mebibytes: Int) throws {
        let client = try RawClient(port: server.port)
        try client.send("PUT / HTTP/1.1\r\nConnection: close\r\nContent-Length: \(mebibytes << 20)\r\n\r\n")
        for _ in 0..<mebibytes { try client.send(piece) }
        #expect(try client.receive().hasSuffix("\r\n\r\n\(mebibytes << 20)"))
      }
      try upload(mebibytes: 16)
      let before = try status("VmHWM")
      try upload(mebibytes: 256)
      #expect(try status("VmHWM") - before < 3 << 10)
      server.stop()
    }
  }
}

/// Expects that something takes less than the 2 s for which a connection lingers. On a busy machine, a single attempt
/// may take longer.
func expectNoLingering(
  at location: SourceLocation = #_sourceLocation, _ attempt: () throws -> Duration
) rethrows {
  for _ in 0..<5 where try attempt() < .seconds(1.5) { return }
  Issue.record("it took longer each time", sourceLocation: location)
}

/// Returns the number of entries in a folder of `/proc/self`.
private func entries(of folder: String) throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count
}

/// Returns the flags with which each socket of this process was opened.
private func sockets() throws -> [String: Int] {
  let files = FileManager.default
  var flags: [String: Int] = [:]
  for number in try files.contentsOfDirectory(atPath: "/proc/self/fd") {
    let socket = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
    guard let socket, socket.hasPrefix("socket:") else { continue }
    let lines = try text(of: "/proc/self/fdinfo/\(number)").split(separator: "\n")
    let digits = try #require(lines.first { $0.hasPrefix("flags:\t") }?.dropFirst(7))
    flags[socket] = Int(digits, radix: 8)
  }
  return flags
}

/// Returns the number of memory mappings of this process.
private func mappings() throws -> Int {
  // Counted by a shell, since Foundation reads at most one page of such a file.
  try #require(Int(shell("wc -l < /proc/\(getpid())/maps").output.dropLast()))
}

/// Returns a size in KiB from the status of this process.
private func status(_ name: String) throws -> Int {
  let line = try text(of: "/proc/self/status").split(separator: "\n").first { $0.hasPrefix("\(name):") }
  return try #require(line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
}

private func text(of path: String) throws -> String {
  try String(contentsOfFile: path, encoding: .utf8)
}
