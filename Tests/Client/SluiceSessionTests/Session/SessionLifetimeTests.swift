import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The lifetime of a session's thread and connections.
@Suite(.timeLimit(.minutes(5)), .serialized) struct SessionLifetimeTests {
  /// Sends a request and returns the loop's thread.
  private func thread(of session: Session) async throws -> String {
    let threads = Record<String>()
    let note = ScriptedSource([.run { threads.append(try ProcessResources.currentThread()) }])
    _ = try await session.upload(note, to: "", decoding: .bytes)
    return try #require(threads.only)
  }

  @Test func `invalidating ends the transfers and the thread`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: 48 << 20)
    let begun = Record<Int>()
    try await withServer {
      if $0.target == "/" {
        try $1.readBody { _ in }
        return try $1.respond(200)
      }
      begun.append(1)
      $1.waitForClose()
    } test: { session, server in
      let thread = try await thread(of: session)
      let tasks = (0..<10).map { number in
        Task { try await session.upload(.file(at: path), to: "\(number)", decoding: .bytes) }
      }
      try await expectEventually { begun.count == 10 }
      #expect(ProcessResources.exists(thread))
      await session.invalidate()
      try await expectEventually { server.connectedPeers == 0 }
      try await expectEventually { !ProcessResources.exists(thread) }
      for task in tasks {
        let result = await task.result
        let error = #expect(throws: SessionError.self) { try result.get() }
        #expect(error?.code == .invalidated)
      }
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .invalidated)
      #expect(try ProcessResources.descriptors(on: path) == 0)
    }
  }

  @Test func `invalidating closes idle connections`() async throws {
    try await withServer {
      try $1.respond(200)
    } test: { session, server in
      _ = try await session.get("", decoding: .bytes)
      #expect(server.connectedPeers == 1)
      await session.invalidate()
      try await expectEventually { server.connectedPeers == 0 }
    }
  }

  @Test func `invalidating ends a body that is still read`() async throws {
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\nabc")
      connection.waitForClose()
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      var iterator = response.body.makeAsyncIterator()
      let chunk = try await iterator.next()
      #expect(chunk == Array("abc".utf8))
      await session.invalidate()
      let error = await #expect(throws: SessionError.self) { try await iterator.next() }
      #expect(error?.code == .invalidated)
    }
  }

  @Test func `simultaneous invalidations all wait for the end`() async throws {
    try await withServer {
      try $1.readBody { _ in }
      try $1.respond(200)
    } test: { session, server in
      let thread = try await thread(of: session)
      let connectionsLeft = try await withThrowingTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            await session.invalidate()
            return try ProcessResources.connections(to: server.port)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(connectionsLeft == [0, 0, 0, 0])
      try await expectEventually { !ProcessResources.exists(thread) }
    }
  }

  @Test func `an unused session can be invalidated`() async {
    await Session().invalidate()
  }

  @Test func `a released session ends its thread and connections`() async throws {
    let server = try LoopbackServer.http {
      try $1.readBody { _ in }
      try $1.respond(200)
    }
    defer { server.stop() }
    var session: Session? = Session(.test(baseURL: server.url))
    let thread = try await thread(of: #require(session))
    #expect(ProcessResources.exists(thread))
    session = nil
    try await expectEventually { !ProcessResources.exists(thread) }
    try await expectEventually { try ProcessResources.connections(to: server.port) == 0 }
  }
}
