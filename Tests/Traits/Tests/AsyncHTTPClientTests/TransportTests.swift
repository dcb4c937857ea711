import AsyncHTTPClient
import Foundation
import Sluice
import SluiceAsyncHTTPClient
import SluiceTesting
import Testing

/// What a session does above each of its transports.
@Suite(.timeLimit(.minutes(5))) struct TransportTests {
  @Test(arguments: TransportKind.allCases)
  func `a response is decoded`(kind: TransportKind) async throws {
    try await withBackend(kind) { _ in
      .json(#"{"name":"Ann"}"#)
    } _: { backend in
      let user: User = try await backend.session.get("users/1?a=b")
      #expect(user == User(name: "Ann"))
      let seen = backend.seen()
      #expect(seen.map(\.method) == ["GET"] && seen.map(\.target) == ["/v1/users/1?a=b"])
      #expect(seen.first?.fields["accept"] == "application/json, text/json")
      #expect(seen.first?.fields["accept-encoding"] == "gzip, deflate, br, zstd")
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `an unacceptable status is an error with the failure`(kind: TransportKind) async throws {
    try await withBackend(kind) { _ in
      .json(#"{"reason":"taken"}"#, status: 409)
    } _: { backend in
      let error = await #expect(throws: ResponseError.self) {
        try await backend.session.get("a", decoding: .json(User.self).decoding(failure: Refusal.self))
      }
      #expect(error?.head.status.code == 409)
      #expect(error?.underlying as? Refusal == Refusal(reason: "taken"))
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `a form is sent with its exact length, and again after a 307`(kind: TransportKind) async throws {
    let form = MultipartForm {
      FormField("title", "Holiday")
      FormFile("video", .bytes(patternedBytes(2_000_000)), fileName: "a.mov")
    }
    let expected = try await bytes(of: form)
    try await withBackend(kind) { request in
      request.target == "/v1/old"
        ? Reply(status: 307, fields: [("Location", "/v1/new")]) : .json(#"{"name":"Ann"}"#)
    } _: { backend in
      let user = try await backend.session.upload(form, to: "old", decoding: .json(User.self))
      #expect(user == User(name: "Ann"))
      let seen = backend.seen()
      #expect(seen.map(\.target) == ["/v1/old", "/v1/new"] && seen.allSatisfy { $0.method == "POST" })
      #expect(seen.allSatisfy { $0.body == expected })
      #expect(seen.allSatisfy { $0.fields["content-length"] == "\(expected.count)" })
      #expect(seen.allSatisfy { $0.fields["content-type"] == form.contentType })
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `a 303 becomes a GET without the body`(kind: TransportKind) async throws {
    try await withBackend(kind) { request in
      request.method == "POST"
        ? Reply(status: 303, fields: [("Location", "result")]) : .json(#"{"name":"Ann"}"#)
    } _: { backend in
      let _: User = try await backend.session.post("orders", User(name: "Bo"))
      let seen = backend.seen()
      #expect(seen.map(\.method) == ["POST", "GET"] && seen.last?.target == "/v1/result")
      #expect(seen.last?.body == [] && seen.last?.fields["content-type"] == nil)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `a challenge is answered with the credential`(kind: TransportKind) async throws {
    try await withBackend(kind) {
      $0.credentials = .fixed(.password(user: "ann", password: "secret"))
    } respond: { request in
      request.fields["authorization"] == "Basic YW5uOnNlY3JldA=="
        ? .json(#"{"name":"Ann"}"#)
        : Reply(status: 401, fields: [("WWW-Authenticate", #"Basic realm="a""#)])
    } _: { backend in
      let _: User = try await backend.session.put("users/1", User(name: "Ann"))
      let seen = backend.seen()
      #expect(seen.map { $0.fields["authorization"] != nil } == [false, true])
      #expect(seen.map(\.body) == Array(repeating: Array(#"{"name":"Ann"}"#.utf8), count: 2))
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `a request is retried`(kind: TransportKind) async throws {
    let count = Counter()
    try await withBackend(kind) {
      $0.retries = .standard
    } respond: { _ in
      count.next() < 3
        ? Reply(status: 503, fields: [("Retry-After", "0")]) : .json(#"{"name":"Ann"}"#)
    } _: { backend in
      let _: User = try await backend.session.get("users/1")
      #expect(backend.seen().count == 3)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `a content coding is decoded, and the limit holds for decoded bytes`(kind: TransportKind) async throws
  {
    let coded = try await bytes(of: .gzip(.bytes([UInt8](repeating: 97, count: 100_000))))
    try await withBackend(kind) { _ in
      Reply(fields: [("Content-Encoding", "gzip"), ("Content-Type", "text/plain")], body: coded)
    } _: { backend in
      let response = try await backend.session.send(backend.session.request(.get, "a"))
      #expect(try await response.value(decoding: .bytes, upTo: 100_000).count == 100_000)
      let again = try await backend.session.send(backend.session.request(.get, "a"))
      let error = await #expect(throws: SessionError.self) {
        try await again.value(decoding: .bytes, upTo: 99_999)
      }
      #expect(error?.code == .bodyTooLarge)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `a short body is a lost connection`(kind: TransportKind) async throws {
    try await withBackend(kind) { _ in
      Reply(body: patternedBytes(1000), cut: 500)
    } _: { backend in
      let error = await #expect(throws: SessionError.self) {
        try await backend.session.get("a", decoding: .bytes)
      }
      #expect(error?.code == .connectionLost && error?.url?.hasSuffix("/v1/a") == true)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `cancelling in the middle of a body ends the exchange`(kind: TransportKind) async throws {
    try await withBackend(kind) { _ in
      Reply(body: patternedBytes(1000), cut: 500, stalls: true)
    } _: { backend in
      let response = try await backend.session.send(backend.session.request(.get, "a"))
      let isReading = Occurrence()
      let task = Task {
        for try await _ in response.body { isReading.occur() }
      }
      await isReading.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `time limits end an exchange that stalls`(kind: TransportKind) async throws {
    try await withBackend(kind) {
      $0.idleTimeout = .milliseconds(200)
    } respond: { _ in
      Reply(body: patternedBytes(1000), cut: 500, stalls: true)
    } _: { backend in
      let idle = await #expect(throws: SessionError.self) {
        try await backend.session.get("a", decoding: .bytes)
      }
      #expect(idle?.code == .timedOut && idle?.message == "no progress for 0.2 seconds (idleTimeout)")
      var request = try backend.session.request(.get, "a")
      request.options.idleTimeout = .unlimited
      request.options.timeout = .after(.milliseconds(200))
      let limited = request
      let late = await #expect(throws: SessionError.self) {
        try await backend.session.send(limited, decoding: .bytes)
      }
      #expect(late?.code == .timedOut)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `a body that fails or has another size ends the exchange with the cause`(kind: TransportKind)
    async throws
  {
    struct Fault: Error {}
    try await withBackend(kind) { _ in
      Reply()
    } _: { backend in
      let failing = PiecesSource(byteCount: 900_000, pieces: [patternedBytes(500_000)], failure: Fault())
      let error = await #expect(throws: SessionError.self) {
        try await backend.session.upload(failing, to: "a", decoding: .ignored)
      }
      #expect(error?.code == .bodyFailed && error?.underlying is Fault)
      for count in [0, 4, 6] {
        let other = PiecesSource(byteCount: 5, pieces: count == 0 ? [] : [patternedBytes(count)])
        let error = await #expect(throws: SessionError.self) {
          try await backend.session.upload(other, to: "a", decoding: .ignored)
        }
        #expect((error?.underlying as? BodyError)?.code == .byteCountMismatch)
      }
      let excess = PiecesSource(byteCount: 0, pieces: [[1]])
      let excessError = await #expect(throws: SessionError.self) {
        try await backend.session.upload(excess, to: "a", decoding: .ignored)
      }
      #expect((excessError?.underlying as? BodyError)?.actualByteCount == 1)
      #expect(backend.seen().isEmpty)
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `a download is a whole file, and its progress is reported`(kind: TransportKind) async throws {
    let content = patternedBytes(3_000_000)
    let path = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await withBackend(kind) { _ in
      Reply(body: content)
    } _: { backend in
      let last = Counter()
      let response = try await backend.session.send(backend.session.request(.get, "a")) {
        last.set(Int($0.receivedBodyByteCount))
      }
      #expect(response.body.codedByteCount == 3_000_000)
      #expect(try await response.body.collect(upTo: 3_000_000) == content)
      #expect(response.metrics?.receivedByteCount ?? 0 >= 3_000_000)
      _ = try await backend.session.download("a", to: .file(path))
      #expect(try Data(contentsOf: URL(filePath: path)) == Data(content))
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `elements are decoded as they arrive`(kind: TransportKind) async throws {
    let lines = #"{"name":"a"}"# + "\n" + #"{"name":"b"}"# + "\n" + #"{"na"#
    try await withBackend(kind) { _ in
      Reply(fields: [("Content-Type", "application/jsonl")], body: Array(lines.utf8), cut: 27, stalls: true)
    } _: { backend in
      var users: [User] = []
      for try await user in backend.session.stream("a", decoding: .jsonLines(User.self)) {
        users.append(user)
        if users.count == 2 { break }
      }
      #expect(users == [User(name: "a"), User(name: "b")])
    }
  }

  @Test(arguments: TransportKind.allCases)
  func `an invalidated session ends its exchanges`(kind: TransportKind) async throws {
    try await withBackend(kind) { _ in
      Reply(body: patternedBytes(1000), cut: 500, stalls: true)
    } _: { backend in
      let response = try await backend.session.send(backend.session.request(.get, "a"))
      await backend.session.invalidate()
      let error = await #expect(throws: SessionError.self) { try await response.body.collect(upTo: 1000) }
      #expect(error?.code == .invalidated)
    }
  }
}
