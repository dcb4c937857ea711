import Logging
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The errors that monitors get, which hold no text of a body and no secrets.
@Suite(.timeLimit(.minutes(5))) struct HiddenErrorTests {
  private static let secret = "SECRET-token"

  /// Records the errors of events.
  private struct Errors: EventMonitor {
    let completed = Record<any Error>()
    let retried = Record<SessionError>()

    func willRetry(_ transfer: TransferID, _ retry: Session.Retry) {
      if case .error(let error) = retry.reason { retried.append(error) }
    }

    func didComplete(_ transfer: TransferID, error: (any Error)?) {
      if let error { completed.append(error) }
    }
  }

  /// Returns all texts that a value shows or holds: its descriptions, and those of the values in it. Bytes are texts.
  private func texts(in value: Any, depth: Int = 0) -> [String] {
    guard depth < 20 else { return [] }
    var texts = ["\(value)", String(reflecting: value)]
    dump(value, to: &texts[0])
    if let bytes = value as? [UInt8] { texts.append(String(decoding: bytes, as: UTF8.self)) }
    if let error = value as? ResponseError {
      texts += error.codingPath.map(\.stringValue) + [error.message, error.reason]
      texts += error.head.headerFields.map(\.value)
    }
    if let error = value as? SessionError { texts.append(error.message) }
    return texts + Mirror(reflecting: value).children.flatMap { self.texts(in: $0.value, depth: depth + 1) }
  }

  private struct User: Decodable, Sendable { let name: String }
  private struct Profile: Decodable, Sendable { let users: [User] }

  private struct APIError: Error, Decodable, CustomStringConvertible {
    let message: String
    var description: String { message }
  }

  private struct Quoting: Error {
    let text: String
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var status = 200
    var type = "application/json"
    /// Returns the body of the response to a request with these fields and this body as text.
    var respond: @Sendable (String) -> String = { $0 }
    var configure: @Sendable (inout Session.Configuration) -> Void = { _ in }
    /// The description of the monitor's error; `PORT` stands for the server's port.
    let hidden: String
    let send: @Sendable (Session, SessionRequest) async throws -> Void

    static func == (a: Case, b: Case) -> Bool { a.testDescription == b.testDescription }
  }

  private static func escaped(_ text: String) -> String { text.filter { $0.isLetter || $0 == "-" } }

  static let cases: [Case] = [
    Case(
      testDescription: "a 400 that quotes the request", status: 400, type: "text/plain",
      hidden: "unacceptable-status: 400 (POST http://127.0.0.1:PORT/x): (body hidden)"
    ) { _ = try await $0.send($1, decoding: .json(User.self)) },
    Case(
      testDescription: "a 400 with a decoded failure", status: 400,
      respond: { "{\"message\":\"\(escaped($0))\"}" },
      hidden: "unacceptable-status: 400 (POST http://127.0.0.1:PORT/x): (body hidden)"
    ) { _ = try await $0.send($1, decoding: .json(User.self).decoding(failure: APIError.self)) },
    Case(
      testDescription: "a 500 that is retried", status: 500, type: "text/plain",
      configure: {
        $0.retries.maximumCount = 1
        $0.retries.methods = nil
        $0.retries.initialDelay = .zero
      },
      hidden: "unacceptable-status: 500 (POST http://127.0.0.1:PORT/x): (body hidden)"
    ) { _ = try await $0.send($1, decoding: .json(User.self)) },
    Case(
      testDescription: "another media type", type: "text/html",
      hidden: "unacceptable-media-type: text/html (POST http://127.0.0.1:PORT/x): (body hidden)"
    ) { _ = try await $0.send($1, decoding: .json(User.self)) },
    Case(
      testDescription: "malformed JSON", respond: { "{\"name\": \(escaped($0))" },
      hidden:
        "decoding-failed: DecodingError (hidden) at line 1, column 10 (byte 9) (POST http://127.0.0.1:PORT/x): (body hidden)"
    ) { _ = try await $0.send($1, decoding: .json(User.self)) },
    Case(
      testDescription: "JSON of another shape", respond: { "{\"users\":[{\"name\":[\"\(escaped($0))\"]}]}" },
      hidden:
        "decoding-failed: DecodingError (hidden) in users.0.name at line 1, column 19 (byte 18) (POST http://127.0.0.1:PORT/x): (body hidden)"
    ) { _ = try await $0.send($1, decoding: .json(Profile.self)) },
    Case(
      testDescription: "JSON with a key of a dictionary", respond: { "{\"\(escaped($0))\":{}}" },
      hidden: "in (hidden) at line 1"
    ) { _ = try await $0.send($1, decoding: .json([String: Int].self)) },
    Case(
      testDescription: "a custom decoder", type: "text/plain",
      hidden: "decoding-failed: Quoting (hidden) (POST http://127.0.0.1:PORT/x): (body hidden)"
    ) {
      _ = try await $0.send(
        $1,
        decoding: ResponseDecoder<EmptyBody> { _, body in
          throw Quoting(text: String(decoding: body.bytes, as: UTF8.self))
        })
    },
    Case(
      testDescription: "an element of a stream", type: "application/jsonl",
      respond: { "{\"name\":1}\n{\"\(escaped($0))\":[]}\n" }, hidden: ""
    ) { for try await _ in $0.stream($1, decoding: .jsonLines([String: Int].self)) {} },
    Case(
      testDescription: "a stream that a custom decoder reads", type: "application/jsonl",
      respond: { "[\"\(escaped($0))\"]\n" },
      hidden: "decoding-failed: StreamError (hidden) (POST http://127.0.0.1:PORT/x): (body hidden)"
    ) {
      let decoder = ResponseDecoder<EmptyBody> { response, body in
        let elements = try await StreamDecoder.jsonLines(User.self).stream(
          response, body: BytesSource(body.bytes))
        for try await _ in elements {}
        return EmptyBody()
      }
      _ = try await $0.send($1, decoding: decoder)
    },
    Case(
      testDescription: "a download", status: 400, type: "text/plain",
      hidden: "unacceptable-status: 400 (POST http://127.0.0.1:PORT/x): (body hidden)"
    ) {
      let folder = try TemporaryDirectory()
      try await $0.download($1, to: .file(folder.path("file")))
    },
    Case(
      testDescription: "an error of middleware",
      configure: {
        $0.middleware = [
          { request, _ in throw Quoting(text: request.head.headerFields[.authorization] ?? "") }
        ]
      },
      hidden: "Quoting (hidden)"
    ) { _ = try await $0.send($1) },
    Case(
      testDescription: "a provider's error",
      configure: {
        $0.credentials = CredentialProvider(isPreemptive: true) { _ in throw Quoting(text: secret) }
      },
      hidden: "Quoting (hidden)"
    ) {
      var request = $1
      request.head.headerFields[.authorization] = nil
      _ = try await $0.send(request)
    },
    Case(
      testDescription: "the error of a request's body",
      configure: {
        $0.retries.maximumCount = 1
        $0.retries.methods = nil
        $0.retries.errors = [.bodyFailed]
        $0.retries.initialDelay = .zero
      }, hidden: "body-failed: Quoting (hidden), after 2 attempts (http://127.0.0.1:PORT/x)"
    ) {
      var request = $1
      request.body = FailingSource()
      _ = try await $0.send(request)
    },
  ]

  private struct FailingSource: BodySource {
    var byteCount: Int64? { 1 }
    var isReplayable: Bool { true }
    func makeReader() throws -> any BodyReader { throw Quoting(text: secret) }
  }

  @Test(arguments: cases) func `monitors and logs get no text of a body`(_ case: Case) async throws {
    let (errors, log) = (Errors(), CapturingLog())
    var port = 0
    let error = try await withServer { request, connection in
      let fields = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
      let echo = fields + String(decoding: try connection.readBody(), as: UTF8.self)
      try connection.respond(
        `case`.status, headers: [("Content-Type", `case`.type), ("Set-Cookie", Self.secret)],
        body: `case`.respond(echo))
    } configure: {
      $0.monitors = [errors, LogMonitor(log.logger)]
      `case`.configure(&$0)
    } test: { session, server in
      port = Int(server.port)
      let request = try session.request(
        .post, "/x?\(Self.secret)", fields: [.authorization: AuthorizationField.bearer(Self.secret)],
        body: .text("body of \(Self.secret)"))
      return await #expect(throws: (any Error).self) { try await `case`.send(session, request) }
    }
    let caller = try #require(error)
    #expect(texts(in: caller).contains { $0.contains(Self.secret) }, "the caller's error shows it")
    let (completed, retried) = (errors.completed.all, errors.retried.all)
    for error in completed + retried as [any Error] {
      #expect(texts(in: error).filter { $0.contains(Self.secret) } == [])
    }
    #expect(log.lines.all.filter { $0.contains(Self.secret) } == [])
    if !`case`.hidden.isEmpty {
      let hidden = `case`.hidden.replacing("PORT", with: "\(port)")
      #expect(completed.map { "\($0)" }.only?.contains(hidden) == true, "\(completed.map { "\($0)" })")
      #expect(log.lines.all.contains { $0.contains("* failed after ") && $0.contains(hidden) })
    }
  }

  @Test func `a hidden error keeps the code, the status and the place`() async throws {
    let errors = Errors()
    try await withServer {
      try $1.respond(json: #"{"users":[{"name":1}]}"#)
    } configure: {
      $0.monitors = [errors]
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) {
        try await session.get("/x", decoding: .json(Profile.self))
      }
      let hidden = try #require(errors.completed.only as? ResponseError)
      #expect(hidden.code == error?.code && hidden.head.status == .ok && hidden.method == .get)
      #expect(hidden.url == error?.url && hidden.byteOffset == error?.byteOffset && hidden.byteOffset == 18)
      #expect(hidden.codingPath.map(\.stringValue) == ["users", "Index 0", "name"])
      #expect(hidden.body.isEmpty && error?.body.isEmpty == false)
      #expect((hidden.underlying as? HiddenError)?.type == DecodingError.self)
    }
  }

  @Test func `errors without text of a body stay as they are`() async throws {
    let errors = Errors()
    try await withRawServer {
      _ = try $0.readHead()
      $0.reset()
    } configure: {
      $0.monitors = [errors]
    } test: { session, _ in
      _ = try? await session.get("/", decoding: .bytes)
      _ = try? await session.upload(.file(at: "/no/such/file"), to: "/", decoding: .bytes)
      let task = Task { try await session.get("/", decoding: .bytes) }
      task.cancel()
      _ = try? await task.value
    }
    let all = errors.completed.all
    try #require(all.count == 3)
    #expect((all[0] as? SessionError)?.code == .connectionLost)
    #expect(((all[1] as? SessionError)?.underlying as? BodyError)?.code == .fileMissing)
    #expect("\(all[1])".contains("/no/such/file"))
    #expect(all[2] is CancellationError)
  }
}

extension Array {
  fileprivate var only: Element? { count == 1 ? self[0] : nil }
}
