import HTTPTypes
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Functions that requests and responses pass through, with a server.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct MiddlewareTests {
  private struct Note: Codable, Equatable, Sendable { var text: String }

  private static let step = HTTPField.Name.from

  private func bytes(of source: some BodySource) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await chunk in source.chunks() { bytes += chunk }
    return bytes
  }

  /// Middleware that notes each request.
  private static func recording(_ requests: Record<SessionRequest>) -> Session.Middleware {
    { request, next in
      requests.append(request)
      return try await next(request)
    }
  }

  // MARK: The request

  @Test func `the first one is the outermost`() async throws {
    let steps = Record<String>()
    let marking = { @Sendable (name: String) -> Session.Middleware in
      { request, next in
        steps.append("\(name) in")
        var request = request
        request.head.headerFields[Self.step] = (request.head.headerFields[Self.step] ?? "") + name
        let response = try await next(request)
        steps.append("\(name) out \(response.head.status.code)")
        return response
      }
    }
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(204)
    } configure: {
      $0.middleware = [marking("a"), marking("b")]
    } test: { session, _ in
      try await session.delete("")
    }
    #expect(steps.all == ["a in", "b in", "b out 204", "a out 204"])
    #expect(received.only?["From"] == ["ab"])
  }

  @Test func `the request has the fields that are sent`() async throws {
    let form = MultipartForm {
      FormField("title", "a")
      FormFile("file", .bytes([1, 2, 3]), fileName: "b.bin")
    }
    let (seen, received) = (Record<SessionRequest>(), Record<ReceivedRequest>())
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200, json: #"{"text": "b"}"#)
    } configure: {
      $0.fields[.from] = "me"
      $0.credentials = .fixed(.bearer("token"))
      $0.middleware = [Self.recording(seen)]
    } test: { session, server in
      let note: Note = try await session.upload(form, to: "notes?page=2", decoding: .json(Note.self))
      #expect(note == Note(text: "b"))
      #expect(seen.only?.url == "\(server.url)/notes?page=2")
    }
    let (request, sent) = (try #require(seen.only), try #require(received.only))
    let fields = request.head.headerFields
    #expect(fields[.contentType] == "multipart/form-data; boundary=\(form.boundary)")
    #expect(fields[.authorization] == "Bearer token" && fields[.from] == "me")
    let byteCount = try #require(try form.byteCount)
    #expect(fields[.contentLength] == "\(byteCount)")
    for field in fields { #expect(sent[field.name.rawName] == [field.value], "\(field.name)") }
    let added = Set(sent.head.headers.map { $0.name.lowercased() }).subtracting(
      fields.map(\.name.canonicalName))
    #expect(added == ["host"])
    #expect(try request.body?.byteCount == byteCount)
    #expect(sent.body == (try await bytes(of: form)))
  }

  @Test func `another body has its own size and type`() async throws {
    let form = MultipartForm { FormField("a", "b") }
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(204)
    } configure: {
      $0.middleware = [
        { request, next in
          var request = request
          switch request.head.path {
          case "/form": request.body = form
          case "/gzip":
            request.body = .text("packed")
            request.head.headerFields[.contentEncoding] = "gzip"
          case "/none":
            request.body = nil
            request.head.method = .get
          default: request.body = .text("added")
          }
          return try await next(request)
        }
      ]
    } test: { session, _ in
      let first = MultipartForm { FormField("first", "first") }
      _ = try await session.upload(first, to: "form", decoding: .bytes)
      _ = try await session.send(session.request(.post, "gzip", Note(text: "a")))
      _ = try await session.upload(first, to: "none", decoding: .bytes)
      _ = try await session.send(session.request(.put, "added"))
    }
    let all = received.all
    try #require(all.count == 4)
    #expect(all[0]["Content-Type"] == ["multipart/form-data; boundary=\(form.boundary)"])
    #expect(all[0].body == (try await bytes(of: form)))
    #expect(all[1]["Content-Type"] == ["application/json"] && all[1].text == "packed")
    #expect(all[1]["Content-Length"] == ["6"] && all[1]["Content-Encoding"] == ["gzip"])
    #expect(all[2].head.method == "GET" && all[2].body.isEmpty)
    #expect(all[2]["Content-Type"] == [] && all[2]["Content-Length"] == [])
    #expect(all[3].text == "added" && all[3]["Content-Length"] == ["5"])
  }

  @Test func `the form of another boundary is an error`() async throws {
    try await withServer {
      _ = try ReceivedRequest($0, $1)
      try $1.respond(204)
    } configure: {
      $0.middleware = [setting(.contentType, to: "multipart/form-data; boundary=other")]
    } test: { session, server in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(MultipartForm { FormField("a", "b") }, to: "", decoding: .bytes)
      }
      #expect(error?.code == .bodyFailed)
      #expect(server.acceptedConnections == 0)
    }
  }

  // MARK: Redirects, challenges and retries

  @Test func `it is called for each redirect`() async throws {
    let (seen, received) = (Record<SessionRequest>(), Record<ReceivedRequest>())
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      switch $0.target {
      case "/a": try $1.redirect(307, to: "/b")
      case "/b": try $1.redirect(303, to: "c")
      default: try $1.respond(200, body: "done")
      }
    } configure: {
      $0.middleware = [Self.recording(seen), setting(Self.step, to: "1")]
    } test: { session, server in
      let request = try session.request(.put, "a", body: .text("body"))
      let response = try await session.send(request)
      #expect(response.redirects.map(\.request.path) == ["/a", "/b"])
      #expect(response.url == "\(server.url)/c")
      #expect(try await response.body.collect(upTo: 100) == Array("done".utf8))
      #expect(seen.all.map(\.url) == ["a", "b", "c"].map { "\(server.url)/\($0)" })
    }
    #expect(seen.all.map(\.head.method) == [.put, .put, .get])
    #expect(seen.all.map { $0.head.headerFields[.contentLength] } == ["4", "4", nil])
    #expect(received.all.map(\.text) == ["body", "body", ""])
    #expect(received.all.map { $0["From"] } == [["1"], ["1"], ["1"]])
  }

  @Test func `it is called for the answer to a challenge`() async throws {
    let seen = Record<SessionRequest>()
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      let isKnown = !request["Authorization"].isEmpty
      try $1.respond(isKnown ? 200 : 401, headers: isKnown ? [] : [("WWW-Authenticate", "Bearer")])
    } configure: {
      $0.credentials = CredentialProvider { _ in .bearer("t") }
      $0.middleware = [Self.recording(seen)]
    } test: { session, _ in
      _ = try await session.get("", decoding: .bytes)
    }
    #expect(seen.all.map { $0.head.headerFields[.authorization] } == [nil, "Bearer t"])
  }

  @Test func `a challenge to its own authorization is not answered`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(401, headers: [("WWW-Authenticate", "Bearer")])
    } configure: {
      $0.credentials = CredentialProvider { _ in .bearer("session") }
      $0.middleware = [setting(.authorization, to: "Bearer own")]
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      #expect(response.head.status == .unauthorized)
    }
    #expect(received.all.map { $0["Authorization"] } == [["Bearer own"]])
  }

  @Test func `it is called for each retry, and signs the body anew`() async throws {
    let received = Record<ReceivedRequest>()
    let calls = CallCounter()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(received.count < 3 ? 503 : 200)
    } configure: {
      $0.retries = .standard
      $0.retries.initialDelay = .zero
      $0.middleware = [
        { request, next in
          var request = request
          var byteCount = 0
          if let body = request.body { for try await chunk in body.chunks() { byteCount += chunk.count } }
          request.head.headerFields[Self.step] = "\(calls.add()): \(byteCount)"
          return try await next(request)
        }
      ]
    } test: { session, _ in
      _ = try await session.send(session.request(.put, "", body: .text("body")), decoding: .bytes)
    }
    #expect(received.all.map { $0["From"] } == [["1: 4"], ["2: 4"], ["3: 4"]])
    #expect(received.all.map(\.text) == ["body", "body", "body"])
  }

  @Test func `its errors end the call, and errors of the session are retried`() async throws {
    struct Unsigned: Error {}
    let calls = CallCounter()
    try await withServer {
      _ = try ReceivedRequest($0, $1)
      try $1.respond(200)
    } configure: {
      $0.retries = .standard
      $0.retries.initialDelay = .zero
      $0.middleware = [
        { request, next in
          let number = calls.add()
          if request.head.path == "/unsigned" { throw Unsigned() }
          if number < 3 { throw SessionError(.connectionLost) }
          return try await next(request)
        }
      ]
    } test: { session, server in
      _ = try await session.get("lost", decoding: .bytes)
      #expect(calls.add() == 4)
      await #expect(throws: Unsigned.self) { try await session.get("unsigned", decoding: .bytes) }
      #expect(calls.add() == 6)
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func `next can be called again`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(received.count == 1 ? 409 : 200, body: "\(received.count)")
    } configure: {
      $0.middleware = [
        { request, next in
          let response = try await next(request)
          guard response.head.status == .conflict else { return response }
          #expect(try await response.body.collect(upTo: 10) == Array("1".utf8))
          var request = request
          request.head.headerFields[Self.step] = "again"
          return try await next(request)
        }
      ]
    } test: { session, _ in
      let text = try await session.send(
        session.request(.put, "", body: .text("body")), decoding: .text())
      #expect(text == "2")
    }
    #expect(received.all.map(\.text) == ["body", "body"])
    #expect(received.all.map { $0["From"] } == [[], ["again"]])
  }

  @Test func `a body that can be read once is not sent twice`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(409)
    } configure: {
      $0.middleware = [
        { request, next in
          _ = try await next(request)
          return try await next(request)
        }
      ]
    } test: { session, _ in
      let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
      continuation.yield(Array("once".utf8))
      continuation.finish()
      let error = await #expect(throws: SessionError.self) {
        try await session.send(session.request(.put, "", body: .async(chunks, byteCount: 4)))
      }
      #expect(error?.code == .bodyFailed)
      #expect((error?.underlying as? BodyError)?.code == .notReplayable)
    }
    #expect(received.all.map(\.text).filter { !$0.isEmpty } == ["once"])
  }

  // MARK: Origins

  @Test func `its secrets stay with the origin of the caller`() async throws {
    let (others, received) = (Record<ReceivedRequest>(), Record<ReceivedRequest>())
    try await withServer {
      others.append(try ReceivedRequest($0, $1))
      try $1.respond(200)
    } test: { _, other in
      try await withServer {
        received.append(try ReceivedRequest($0, $1))
        try $1.redirect(307, to: "\(other.url)/x")
      } configure: {
        $0.middleware = [
          setting(.authorization, to: "Bearer secret"), setting(.cookie, to: "a=secret"),
          setting(Self.step, to: "plain"),
        ]
      } test: { session, _ in
        _ = try await session.get("", decoding: .bytes)
      }
    }
    #expect(received.only?["Authorization"] == ["Bearer secret"])
    #expect(received.only?["Cookie"] == ["a=secret"])
    let other = try #require(others.only)
    #expect(other["Authorization"] == [] && other["Cookie"] == [] && other["From"] == ["plain"])
  }

  @Test func `a request that it sends elsewhere leaves the secrets of the caller behind`() async throws {
    let others = Record<ReceivedRequest>()
    try await withServer {
      others.append(try ReceivedRequest($0, $1))
      if $0.target == "/moved/a" { return try $1.redirect(307, to: "b") }
      try $1.respond($0.target == "/moved/b" ? 401 : 200, headers: [("WWW-Authenticate", "Bearer")])
    } test: { _, other in
      try await withServer { _, connection in
        try connection.respond(500)
      } configure: {
        $0.fields = [.authorization: "Bearer session", .cookie: "a=session"]
        $0.credentials = .fixed(.bearer("provider"))
        $0.middleware = [
          { request, next in
            var request = request
            if request.head.path == "/a" { request.head.path = "/moved/a" }
            request.head.authority = "127.0.0.1:\(other.port)"
            request.head.headerFields[.cookie] = "b=own"
            return try await next(request)
          }
        ]
      } test: { session, server in
        let response = try await session.send(session.request(.get, "a"))
        #expect(response.head.status == .unauthorized)
        #expect(response.url == "\(other.url)/moved/b")
        #expect(response.redirects.map(\.request.path) == ["/moved/a"])
        #expect(server.acceptedConnections == 0)
      }
    }
    #expect(others.all.map(\.head.target) == ["/moved/a", "/moved/b"])
    #expect(others.all.map { $0["Authorization"] } == [[], []])
    #expect(others.all.map { $0["Cookie"] } == [["b=own"], ["b=own"]])
  }

  @Test func `a URL that it makes unusable is an error`() async throws {
    try await withServer {
      _ = try ReceivedRequest($0, $1)
    } configure: {
      $0.middleware = [
        { request, next in
          var request = request
          request.head.path = "no slash"
          return try await next(request)
        }
      ]
    } test: { session, server in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .invalidURL)
      #expect(server.acceptedConnections == 0)
    }
  }

  // MARK: The response

  /// A session without a server, all of whose responses middleware makes.
  private func mocked(
    _ configure: (inout Session.Configuration) -> Void = { _ in },
    respond: @escaping @Sendable (SessionRequest) async throws -> SessionResponse
  ) -> Session {
    Session(
      .test(baseURL: "http://api.invalid/v1/") {
        configure(&$0)
        $0.middleware.append { request, _ in try await respond(request) }
      })
  }

  @Test func `a response can be made without a network`() async throws {
    let session = mocked { request in
      switch request.head.path {
      case "/v1/old":
        return SessionResponse(HTTPResponse(status: .found, headerFields: [.location: "notes/1"]))
      case "/v1/notes/1":
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
        return SessionResponse(head, body: Array(#"{"text": "mock"}"#.utf8))
      default: return SessionResponse(HTTPResponse(status: .notFound), body: Array("none".utf8))
      }
    }
    #expect(try await session.get("old", decoding: .json(Note.self)) == Note(text: "mock"))
    let response = try await session.send(session.request(.get, "old"))
    #expect(response.url == "http://api.invalid/v1/notes/1" && response.redirects.count == 1)
    #expect(response.request.method == .get)
    let error = await #expect(throws: ResponseError.self) {
      try await session.get("missing", decoding: .bytes)
    }
    #expect(error?.code == .unacceptableStatus)
    await session.invalidate()
  }

  @Test func `a made response has the settings of the session`() async throws {
    struct Failure: Error, Decodable { var text: String }
    let json = HTTPFields([HTTPField(name: .contentType, value: "application/json")])
    let session = mocked {
      $0.failure = .json(Failure.self)
      $0.maximumBodyByteCount = 20
    } respond: { request in
      SessionResponse(
        HTTPResponse(status: request.head.path == "/v1/large" ? .ok : .badRequest, headerFields: json),
        body: Array((#"{"text": "mock"}"# + (request.head.path == "/v1/large" ? "          " : "")).utf8))
    }
    let refused = await #expect(throws: ResponseError.self) { try await session.get("", decoding: .bytes) }
    #expect((refused?.underlying as? Failure)?.text == "mock")
    let tooLarge = await #expect(throws: SessionError.self) {
      try await session.get("large", decoding: .json(Note.self))
    }
    #expect(tooLarge?.code == .bodyTooLarge)
    await session.invalidate()
  }

  @Test func `streams, downloads and transfers can be made without a network`() async throws {
    let folder = try TemporaryDirectory()
    let lines = "{\"text\": \"a\"}\n{\"text\": \"b\"}\n"
    let session = mocked { _ in
      let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/jsonl"])
      return SessionResponse(head, body: .text(lines))
    }
    var notes: [Note] = []
    for try await note in session.stream("lines", decoding: .jsonLines(Note.self)) { notes.append(note) }
    #expect(notes.map(\.text) == ["a", "b"])
    let request = try session.request(.get, "lines")
    let stream = session.transfer(request, streaming: .jsonLines(Note.self))
    stream.start()
    for try await note in try await stream.value { notes.append(note) }
    #expect(notes.count == 4)
    #expect(await stream.waitForEnd() == .finished)
    let file = try await session.download(request, to: .file(folder.path("file")))
    #expect(try folder.contents("file") == Array(lines.utf8) && file.byteCount == Int64(lines.utf8.count))
    let transfer = session.transfer(request, decoding: .text())
    transfer.start()
    #expect(try await transfer.value == lines)
    #expect(transfer.state == .finished)
    await session.invalidate()
  }

  @Test func `a made body has the time limit of the call`() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    continuation.yield([1, 2])
    let session = mocked {
      $0.timeout = .milliseconds(300)
    } respond: { _ in
      SessionResponse(HTTPResponse(status: .ok), body: .async(chunks))
    }
    let response = try await session.send(session.request(.get, ""))
    // How much of the body arrives before that depends on the load of the machine.
    let error = await #expect(throws: SessionError.self) { for try await _ in response.body {} }
    #expect(error?.code == .timedOut)
    continuation.finish()
    await session.invalidate()
  }

  @Test func `a made body that arrives within the time limit is read`() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let session = mocked {
      $0.timeout = .seconds(600)
    } respond: { _ in
      SessionResponse(HTTPResponse(status: .ok), body: .async(chunks))
    }
    let response = try await session.send(session.request(.get, ""))
    let reading = Task { try await response.body.collect(upTo: 100) }
    for byte in UInt8(0)..<5 {
      try await Task.sleep(for: .milliseconds(10))
      continuation.yield([byte])
    }
    continuation.finish()
    #expect(try await reading.value == [0, 1, 2, 3, 4])
    await session.invalidate()
  }

  @Test func `a response can be changed`() async throws {
    try await withServer {
      _ = try ReceivedRequest($0, $1)
      try $1.respond(202, headers: [("Content-Type", "text/plain")], body: #"{"text": "a"}"#)
    } configure: {
      $0.middleware = [
        { request, next in
          var response = try await next(request)
          response.head.headerFields[.contentType] = "application/json"
          guard request.head.path == "/body" else { return response }
          return SessionResponse(response.head, body: JoinedSource([response.body, .text(" ")]))
        }
      ]
    } test: { session, server in
      #expect(try await session.get("head", decoding: .json(Note.self)) == Note(text: "a"))
      #expect(try await session.get("body", decoding: .json(Note.self)) == Note(text: "a"))
      let response = try await session.send(session.request(.get, "body"))
      #expect(response.url == "\(server.url)/body" && response.head.status == .accepted)
      #expect(try await response.body.collect(upTo: 100) == Array(#"{"text": "a"} "#.utf8))
    }
  }

  @Test func `downloads, uploads in parts and batches pass through it`() async throws {
    let folder = try TemporaryDirectory()
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200, headers: [("ETag", "\"1\"")], body: $0.method == "GET" ? "content" : "")
    } configure: {
      $0.middleware = [setting(Self.step, to: "1")]
    } test: { session, _ in
      try await session.download(session.request(.get, "file"), to: .file(folder.path("file")))
      #expect(try folder.contents("file") == Array("content".utf8))
      let store = PartStore(limits: .init()) { try session.request(.put, "\($0.number)") }
      let parts = try await session.uploadParts(
        of: .bytes([UInt8](repeating: 1, count: 10)), size: 4, to: store)
      #expect(parts.count == 3)
      let transfers = try (0..<2).map {
        session.transfer(try session.request(.get, "batch\($0)"), decoding: .text())
      }
      for try await member in session.batch(transfers, maximumConcurrentCount: 2) {
        #expect(try member.result.get() == "content")
      }
    }
    #expect(received.count == 6)
    #expect(received.all.allSatisfy { $0["From"] == ["1"] })
  }

  // MARK: The end

  @Test func `a time limit ends the request that it waits for`() async throws {
    try await withServer {
      _ = try ReceivedRequest($0, $1)
      // Until the client hangs up.
      _ = try? $1.readHead()
    } configure: {
      $0.timeout = .milliseconds(300)
      $0.middleware = [{ try await $1($0) }]
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .timedOut)
      #expect(error?.message.contains("timeout") == true)
    }
  }

  @Test func `cancelling the call cancels the request that it waits for`() async throws {
    let isAsked = Event()
    try await withServer {
      _ = try ReceivedRequest($0, $1)
      isAsked.happen()
      _ = try? $1.readHead()
    } configure: {
      $0.middleware = [{ try await $1($0) }]
    } test: { session, _ in
      let task = Task { try await session.get("", decoding: .bytes) }
      try await isAsked.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func `monitors see what is sent, and progress counts each request`() async throws {
    final class Monitor: EventMonitor {
      let events = Record<String>()
      func willSend(_ transfer: TransferID, request: HTTPRequest) {
        events.append("send \(request.path ?? "")")
      }
      func didReceive(_ transfer: TransferID, response: HTTPResponse) {
        events.append("receive \(response.status.code)")
      }
      func didComplete(_ transfer: TransferID, error: (any Error)?) { events.append("end") }
    }
    let monitor = Monitor()
    try await withServer {
      _ = try ReceivedRequest($0, $1)
      try $1.respond($0.target == "/a" ? 404 : 200)
    } configure: {
      $0.monitors = [monitor]
      $0.middleware = [
        { request, next in
          if request.head.path == "/mock" { return SessionResponse(HTTPResponse(status: .ok)) }
          let response = try await next(request)
          if response.head.status != .notFound { return response }
          var request = request
          request.head.path = "/b"
          return try await next(request)
        }
      ]
    } test: { session, _ in
      _ = try await session.send(session.request(.put, "a", body: .text("body")), decoding: .bytes)
      _ = try await session.get("mock", decoding: .bytes)
    }
    #expect(
      monitor.events.all == ["send /a", "receive 404", "send /b", "receive 200", "end", "end"])
  }
}
