import HTTPTypes
import InMemoryTracing
import Sluice
import SluiceTesting
import SluiceTracing
import Testing
import Tracing

@Suite(.timeLimit(.minutes(5))) struct TracingTests {
  private let tracer = InMemoryTracer()

  private func session(
    _ stub: StubTransport, queries: Session.QueryVisibility = .none, retries: Int = 0
  ) -> Session {
    var configuration = Session.Configuration(baseURL: "https://api.example.com:8443/v1/")
    configuration.monitors = [TracingMonitor(tracer, queries: queries)]
    configuration.retries = .init(maximumCount: retries)
    configuration.retries.initialDelay = .zero
    return Session(configuration, transport: stub)
  }

  @Test func `a request is a client span with the attributes of the convention`() async throws {
    let stub = StubTransport([.text("Ann")])
    _ = try await session(stub).get("users/1", decoding: .text())
    let span = try #require(tracer.finishedSpans.first)
    #expect(tracer.finishedSpans.count == 1 && tracer.activeSpans.isEmpty)
    #expect(span.operationName == "GET" && span.kind == .client && span.status == nil)
    #expect(
      span.values == [
        "http.request.method": .string("GET"), "http.response.status_code": .int64(200),
        "network.protocol.version": .string("1.1"), "server.address": .string("api.example.com"),
        "server.port": .int64(8443), "url.full": .string("https://api.example.com:8443/v1/users/1"),
      ])
    #expect(span.endInstant.nanosecondsSinceEpoch >= span.startInstant.nanosecondsSinceEpoch)
  }

  @Test func `the request carries the context of its span`() async throws {
    let stub = StubTransport([.text("Ann")])
    _ = try await session(stub).get("users/1", fields: [spanID: "old"], decoding: .text())
    let span = try #require(tracer.finishedSpans.first)
    #expect(stub.requests.map { $0.fields[values: spanID] } == [[span.spanID]])
  }

  @Test func `the current span is the parent`() async throws {
    let session = session(StubTransport([.text("Ann")]))
    let parent = tracer.startSpan("parent")
    try await InstrumentationContext.withValue(parent.context) {
      _ = try await session.get("users/1", decoding: .text())
    }
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.parentSpanID == parent.spanID && span.traceID == parent.traceID)
  }

  @Test func `redirects and retries are siblings, each with its own context`() async throws {
    let stub = StubTransport([
      .status(.serviceUnavailable), .status(.found, fields: [.location: "https://other.example/a"]),
      .text("Ann"),
    ])
    _ = try await session(stub, retries: 1).get("users/1", decoding: .text())
    let spans = tracer.finishedSpans
    #expect(spans.map { $0.values["http.response.status_code"] } == [.int64(503), .int64(302), .int64(200)])
    #expect(spans.map { $0.values["http.request.resend_count"] } == [nil, .int64(1), .int64(2)])
    #expect(spans.map { $0.values["error.type"] } == [.string("503"), nil, nil])
    #expect(spans.map { $0.status?.code } == [.error, nil, nil])
    #expect(spans.last?.values["server.address"] == .string("other.example"))
    #expect(spans.last?.values["server.port"] == .int64(443))
    #expect(spans.allSatisfy { $0.parentSpanID == nil })
    #expect(stub.requests.map { $0.fields[spanID] } == spans.map(\.spanID))
  }

  @Test(arguments: [
    (Session.QueryVisibility.none, "https://api.example.com/a"),
    (.withoutValues, "https://api.example.com/a?token=…"), (.full, "https://api.example.com/a?token=secret"),
  ])
  func `URLs have no user-info, and only the visible part of the query`(
    queries: Session.QueryVisibility, url: String
  ) async throws {
    let session = session(StubTransport([.text("Ann")]), queries: queries)
    _ = try await session.get("https://me:pw@api.example.com/a?token=secret#top", decoding: .text())
    #expect(tracer.finishedSpans.first?.values["url.full"] == .string(url))
  }

  @Test func `an unknown method has another name`() async throws {
    let session = session(StubTransport([.text("Ann")]))
    let method = try #require(HTTPRequest.Method("PURGE"))
    _ = try await session.send(session.request(method, "a"), decoding: .text())
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.operationName == "HTTP" && span.values["http.request.method"] == .string("_OTHER"))
    #expect(span.values["http.request.method_original"] == .string("PURGE"))
  }

  @Test func `an error of the transport is an error of the span`() async throws {
    let session = session(StubTransport([.failure(.connectionFailed)]))
    await #expect(throws: SessionError.self) { _ = try await session.get("a", decoding: .text()) }
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.status?.code == .error && span.values["error.type"] == .string("connection-failed"))
    #expect(span.values["http.response.status_code"] == nil)
  }

  @Test func `a body that breaks off is an error of the span`() async throws {
    let session = session(StubTransport([.text("half of it").failing(.connectionLost, afterBodyBytes: 4)]))
    await #expect(throws: SessionError.self) { _ = try await session.get("a", decoding: .text()) }
    let span = try #require(tracer.finishedSpans.first)
    #expect(span.status?.code == .error && span.values["error.type"] == .string("connection-lost"))
    #expect(span.values["http.response.status_code"] == .int64(200))
  }

  @Test func `a request that cannot start ends its span`() async throws {
    let session = session(StubTransport([]))
    await session.invalidate()
    await #expect(throws: SessionError.self) { _ = try await session.get("a", decoding: .text()) }
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.map { $0.values["error.type"] } == [.string("invalidated")])
  }

  @Test func `a cancelled request ends its span`() async throws {
    let session = session(StubTransport([.text("never").stalling(afterBodyBytes: 0)]))
    let response = try await session.send(session.request(.get, "a"))
    #expect(tracer.activeSpans.count == 1)
    let reading = Task { try await response.body.collect(upTo: 10) }
    reading.cancel()
    await #expect(throws: CancellationError.self) { _ = try await reading.value }
    await session.invalidate()
    #expect(tracer.finishedSpans.map { $0.values["error.type"] } == [.string("cancelled")])
  }

  @Test func `a server receives the context of each request`() async throws {
    let server = try LoopbackServer.http { request, connection in
      try connection.respond(
        200, fields: [.contentType: "text/plain"],
        body: request.fields.first { $0.name.canonicalName == "in-memory-span-id" }?.value ?? "")
    }
    defer { server.stop() }
    var configuration = Session.Configuration()
    configuration.monitors = [TracingMonitor(tracer)]
    let session = Session(configuration)
    let ids = try await [
      session.get(.init(server.url), decoding: .text()), session.get(.init(server.url), decoding: .text()),
    ]
    #expect(ids == tracer.finishedSpans.map(\.spanID) && Set(ids).count == 2)
    await session.invalidate()
  }

  @Test func `the tracer of the system is used where the session is called`() async throws {
    var configuration = Session.Configuration(baseURL: "https://api.example.com/")
    configuration.monitors = [TracingMonitor()]
    let stub = StubTransport([.text("Ann"), .text("Ann")])
    let session = Session(configuration, transport: stub)
    _ = try await session.get("a", decoding: .text())
    try await withTracer(tracer) { _ = try await session.get("b", decoding: .text()) }
    #expect(tracer.finishedSpans.map { $0.values["url.full"] } == [.string("https://api.example.com/b")])
    #expect(stub.requests.map { $0.fields[spanID] } == [nil, tracer.finishedSpans.first?.spanID])
  }
}

private let spanID = HTTPField.Name("in-memory-span-id") ?? .trailer

extension FinishedInMemorySpan {
  /// The attributes by their names.
  fileprivate var values: [String: SpanAttribute] {
    var values: [String: SpanAttribute] = [:]
    attributes.forEach { values[$0] = $1 }
    return values
  }
}
