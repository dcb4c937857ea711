import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Simultaneous exchanges, more than a multi handle takes.
@Suite(.timeLimit(.minutes(5)), .serialized) struct CrowdTests {
  @Test(arguments: [(500, 1), (300, 2), (300, 4)])
  func `hundreds of simultaneous exchanges all get their responses`(size: Int, loops: Int) async throws {
    let (held, gate) = (Record<String>(), Gate())
    try await withServer {
      held.append($0.target)
      try gate.pass()
      try $1.respond(200, body: $0.target)
    } configure: {
      $0.loops = loops
    } test: { session, server in
      let answers = try await withThrowingTaskGroup { group in
        for number in 0..<size {
          group.addTask { try await session.get("/\(number)", decoding: .bytes) }
        }
        try await expectEventually { held.count == size }
        for _ in 0..<size { gate.open() }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(answers == Set((0..<size).map { Array("/\($0)".utf8) }))
      #expect(server.acceptedConnections == size)
      gate.open()
      _ = try await session.get("/once-more", decoding: .bytes)
      #expect(server.acceptedConnections == size, "connections are kept")
      await session.invalidate()
      // A program that another test starts briefly has copies of all descriptors.
      try await expectEventually { try ProcessResources.connections(to: server.port) == 0 }
    }
  }

  @Test func `hundreds of exchanges can be cancelled at once`() async throws {
    let size = 300
    let held = Record<String>()
    try await withServer {
      held.append($0.target)
      if $0.target == "/last" { return try $1.respond(200) }
      $1.waitForClose()
    } test: { session, server in
      let crowd = Task {
        try await withThrowingTaskGroup { group in
          for number in 0..<size {
            group.addTask { try await session.get("/\(number)", decoding: .bytes) }
          }
          try await group.waitForAll()
        }
      }
      try await expectEventually { held.count == size }
      crowd.cancel()
      await #expect(throws: CancellationError.self) { try await crowd.value }
      try await expectEventually { try ProcessResources.connections(to: server.port) == 0 }
      _ = try await session.get("/last", decoding: .bytes)
    }
  }

  @Test(arguments: [1, 3]) func `invalidated sessions hold no descriptors`(loops: Int) async throws {
    let before = try ProcessResources.eventDescriptors()
    try await withServer {
      try $1.respond(200)
    } test: { _, server in
      for _ in 0..<100 {
        let session = Session(.test(baseURL: server.url) { $0.loops = loops })
        _ = try await session.get("", decoding: .bytes)
        await session.invalidate()
      }
    }
    // Other tests have sessions at the same time, but fewer.
    #expect(try ProcessResources.eventDescriptors() < before + 100)
  }

  @Test func `readers that pause get their whole bodies`() async throws {
    let body = patternedBytes(1_000_000)
    try await withServer {
      _ = $0
      try $1.respond(200, body: body)
    } test: { session, _ in
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for seed in 0..<60 {
          group.addTask {
            var random = SeededGenerator(seed: UInt64(seed))
            let response = try await session.send(session.request(.get, ""))
            var count = 0
            for try await chunk in response.body {
              count += chunk.count
              for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
            }
            return count
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts == Array(repeating: body.count, count: 60))
    }
  }
}
