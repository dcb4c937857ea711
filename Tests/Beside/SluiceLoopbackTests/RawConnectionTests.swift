import Glibc
import SluiceCoding
import Testing

@testable import SluiceLoopback

/// Reading and writing of a loopback connection, below HTTP.
@Suite(.timeLimit(.minutes(5))) struct RawConnectionTests {
  @Test func `a handler reads lines and bytes and writes text and bytes`() throws {
    let server = try LoopbackServer { connection in
      #expect(try connection.readLine() == "hello")
      #expect(try connection.read(exactly: 3) == Array("abc".utf8))
      #expect(try connection.read(upTo: 1) == Array("d".utf8))
      try connection.write("one ")
      try connection.write(Array("two".utf8))
    }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    try client.send("hello\r\nabcde")
    #expect(try client.receive() == "one two")
  }

  @Test func `a port in use is an error with its reason`() throws {
    let server = try LoopbackServer { _ in }
    defer { server.stop() }
    let error = #expect(throws: LoopbackError.self) { try LoopbackServer(port: server.port) { _ in } }
    #expect(error?.message == "bind: Address already in use" && error?.systemError == EADDRINUSE)
  }

  @Test func `a line may arrive byte by byte and ends only with CRLF`() throws {
    let server = try LoopbackServer { connection in
      while let line = try connection.readLine() { try connection.write("<\(line)>") }
      try connection.write("end")
    }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    for byte in "ab\r\n\r\na\rb\r\n".utf8 {
      try client.send([byte])
      usleep(2_000)  // Makes most bytes arrive alone; the result is the same if they do not.
    }
    client.finishWriting()
    #expect(try client.receive() == "<ab><><a\rb>end")
  }

  @Test(arguments: [
    (line: String(repeating: "x", count: 8), code: nil),
    (line: String(repeating: "x", count: 9), code: .tooLarge),
    (line: "a\nb", code: ErrorCode.malformed),
  ])
  func `a line over its limit or with a bare line feed is refused`(line: String, code: ErrorCode?)
    throws
  {
    let server = try LoopbackServer { _ = try $0.readLine(upTo: 10) }
    let client = try RawClient(port: server.port)
    try client.send("\(line)\r\n")
    #expect(try client.receive() == "")
    server.stop()
    #expect(server.failures.map { ($0 as? LoopbackError)?.code } == (code.map { [$0] } ?? []))
  }

  @Test func `an endless line is refused even without a limit`() throws {
    let server = try LoopbackServer { _ = try $0.readLine(upTo: .max) }
    let client = try RawClient(port: server.port)
    try client.send([UInt8](repeating: 0x78, count: 64 << 10))
    #expect(try client.receive() == "")
    server.stop()
    #expect(server.failures.map { ($0 as? LoopbackError)?.code } == [.tooLarge])
  }

  @Test func `a half-close ends one direction only`() throws {
    let server = try LoopbackServer { connection in
      try connection.write("last words")
      connection.finishWriting()
      #expect(try connection.readLine() == "still here")
    }
    let client = try RawClient(port: server.port)
    #expect(try client.receive() == "last words")
    try client.send("still here\r\n")
    server.stop()
    #expect(server.failures.isEmpty)
  }

  @Test func `a reset fails the handler's calls and is seen by the client`() throws {
    try expectNoLingering {
      let server = try LoopbackServer { connection in
        try connection.read(exactly: 1)
        connection.reset()
        #expect(throws: LoopbackError.self) { try connection.write("too late") }
        #expect(throws: LoopbackError.self) { try connection.read() }
        connection.stall()
      }
      defer { server.stop() }
      let client = try RawClient(port: server.port)
      try client.send("x")
      #expect(throws: RawClient.Failure(number: ECONNRESET)) { try client.receive() }
      return ContinuousClock().measure { server.stop() }
    }
  }

  @Test func `a response arrives even if most of the request is never read`() throws {
    let server = try LoopbackServer { connection in
      try connection.read(exactly: 1)
      try connection.write("no, thank you")
    }
    defer { server.stop() }
    let client = try RawClient(port: server.port)
    try client.send([UInt8](repeating: 0, count: 20 << 20))
    #expect(try client.receive() == "no, thank you")
  }

  @Test func `a client that closes its connection is not a failure and raises no signal`() throws {
    let server = try LoopbackServer { connection in
      try connection.read(exactly: 1)
      connection.waitForClose()
      while true { try connection.write([UInt8](repeating: 0, count: 1 << 20)) }
    }
    do {
      let client = try RawClient(port: server.port)
      try client.send("x and more")
    }
    server.stop()
    #expect(server.failures.isEmpty)
  }

  @Test func `an error that a handler throws is kept as a failure`() throws {
    struct Mishap: Error {}
    let server = try LoopbackServer { _ in throw Mishap() }
    let client = try RawClient(port: server.port)
    #expect(try client.receive() == "")
    server.stop()
    #expect(server.failures.count == 1 && server.failures.first is Mishap)
  }
}
