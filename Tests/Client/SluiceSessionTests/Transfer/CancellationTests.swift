import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Cancelling a task at any stage of its transfer, and the cleanup that follows.
@Suite(.timeLimit(.minutes(5)), .serialized) struct CancellationTests {
  /// A large file, and a source that records the loop's thread.
  private struct Body {
    let folder: TemporaryDirectory
    let path: String
    let threads = Record<String>()

    init() throws {
      folder = try TemporaryDirectory()
      path = try folder.sparseFile("f", byteCount: 48 << 20)
    }

    var form: MultipartForm {
      MultipartForm {
        FormField(
          "note",
          ScriptedSource(byteCount: 0, [.run { threads.append(try ProcessResources.currentThread()) }]))
        FormFile("file", at: path)
      }
    }
  }

  /// Cancels a transfer once the server signals the cue, and checks that nothing is left of it.
  private func cancel(
    _ script: @escaping @Sendable (LoopbackRequest, LoopbackConnection, _ cue: Event) throws -> Void,
    _ transfer: @escaping @Sendable (Session, MultipartForm) async throws -> Void
  ) async throws {
    let body = try Body()
    let (cue, wasClosed) = (Event(), Event())
    try await withServer { request, connection in
      defer { wasClosed.happen() }
      try script(request, connection, cue)
      connection.waitForClose()
    } configure: {
      // Nothing else ends the transfer.
      ($0.idleTimeout, $0.timeout) = (nil, nil)
    } test: { session, server in
      let form = body.form
      let task = Task { try await transfer(session, form) }
      try await cue.wait()
      task.cancel()
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
      try await wasClosed.wait()
      try await expectEventually { try ProcessResources.connections(to: server.port) == 0 }
      #expect(try ProcessResources.descriptors(on: body.path) == 0)
      // The session stays usable.
      let answer = try await session.send(session.request(.get, "again"))
      #expect(answer.head.status.code == 200)
    }
    try await expectEventually { !body.threads.all.contains(where: ProcessResources.exists) }
  }

  private static func answerAgain(_ request: LoopbackRequest, _ connection: LoopbackConnection) throws -> Bool
  {
    guard request.target == "/again" else { return false }
    try connection.respond(200)
    return true
  }

  @Test func `cancelling ends a transfer that waits for the response head`() async throws {
    try await cancel {
      if try Self.answerAgain($0, $1) { return }
      try $1.readBody { _ in }
      $2.happen()
    } _: { session, form in
      _ = try await session.upload(form, to: "", decoding: .bytes)
    }
  }

  @Test func `cancelling ends a transfer while the request body is sent`() async throws {
    try await cancel {
      if try Self.answerAgain($0, $1) { return }
      try $1.read(exactly: 200_000)
      $2.happen()
    } _: { session, form in
      _ = try await session.upload(form, to: "", decoding: .bytes)
    }
  }

  @Test func `cancelling ends a transfer while the response body arrives`() async throws {
    try await cancel {
      if try Self.answerAgain($0, $1) { return }
      try $1.readBody { _ in }
      try $1.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\nabc")
      $2.happen()
    } _: { session, form in
      _ = try await session.upload(form, to: "", decoding: .bytes)
    }
  }

  @Test func `cancelling ends a transfer while the body of a redirect arrives`() async throws {
    try await cancel {
      if try Self.answerAgain($0, $1) { return }
      try $1.readBody { _ in }
      try $1.write("HTTP/1.1 307 Found\r\nLocation: /next\r\nContent-Length: 10\r\n\r\nabc")
      $2.happen()
    } _: { session, form in
      _ = try await session.upload(form, to: "", decoding: .bytes)
    }
  }

  @Test func `cancelling ends a transfer whose response is read slowly`() async throws {
    try await cancel {
      if try Self.answerAgain($0, $1) { return }
      try $1.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
      $2.happen()
      while true { try $1.write([UInt8](repeating: 0, count: 100_000)) }
    } _: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      for try await _ in response.body { try await Task.sleep(for: .milliseconds(10)) }
    }
  }

  @Test func `cancelling ends a transfer during the TLS handshake`() async throws {
    let (cue, wasClosed) = (Event(), Event())
    try await withRawServer { connection in
      try connection.read(exactly: 1)
      cue.happen()
      connection.waitForClose()
      wasClosed.happen()
    } test: { session, server in
      let task = Task { try await session.get("https://127.0.0.1:\(server.port)/", decoding: .bytes) }
      try await cue.wait()
      task.cancel()
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
      try await wasClosed.wait()
    }
  }

  @Test func `a request of a cancelled task opens no connection`() async throws {
    try await withServer {
      try $1.respond(200)
    } test: { session, server in
      let mayBegin = Event()
      let task = Task {
        while !Task.isCancelled { await Task.yield() }
        mayBegin.happen()
        return try await session.get("", decoding: .bytes)
      }
      task.cancel()
      try await mayBegin.wait()
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
      #expect(server.acceptedConnections == 0)
    }
  }

  @Test func `cancelling ends a transfer that waits for an async sequence`() async throws {
    let (wasAsked, wasEnded, wasClosed) = (Event(), Event(), Event())
    let chunks = AsyncStream<[UInt8]> {
      wasAsked.happen()
      try? await Task.sleep(for: .seconds(600))
      return nil
    } onCancel: {
      wasEnded.happen()
    }
    try await withServer { _, connection in
      connection.waitForClose()
      wasClosed.happen()
    } test: { session, _ in
      let task = Task { try await session.upload(.async(chunks), to: "", decoding: .bytes) }
      try await wasAsked.wait()
      task.cancel()
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
      try await wasEnded.wait()
      try await wasClosed.wait()
    }
  }

  @Test func `cancelling ends a transfer that waits for a FIFO`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.fifo("pipe")
    let (hasHead, wasClosed) = (Event(), Event())
    try await withServer { _, connection in
      hasHead.happen()
      connection.waitForClose()
      wasClosed.happen()
    } test: { session, _ in
      let task = Task { try await session.upload(.file(at: path), to: "", decoding: .bytes) }
      try await hasHead.wait()
      try await expectEventually { try ProcessResources.descriptors(on: path) == 1 }
      task.cancel()
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
      try await wasClosed.wait()
      try await expectEventually { try ProcessResources.descriptors(on: path) == 0 }
    }
  }

  @Test func `cancelling ends many transfers at once`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: 48 << 20)
    let begun = Record<Int>()
    try await withServer { _, connection in
      try connection.read(exactly: 1000)
      begun.append(1)
      connection.waitForClose()
    } test: { session, server in
      let task = Task {
        try await withThrowingTaskGroup { group in
          for _ in 0..<50 {
            group.addTask { try await session.upload(.file(at: path), to: "", decoding: .bytes) }
          }
          try await group.waitForAll()
        }
      }
      try await expectEventually { begun.count == 50 }
      task.cancel()
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
      try await expectEventually { try ProcessResources.connections(to: server.port) == 0 }
      #expect(try ProcessResources.descriptors(on: path) == 0)
    }
  }
}
