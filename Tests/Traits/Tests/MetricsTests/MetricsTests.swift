import HTTPTypes
import Metrics
import MetricsTestKit
import Sluice
import SluiceMetrics
import SluiceTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct MetricsTests {
  private let metrics = TestMetrics()

  private func session(
    _ stub: StubTransport, maximumServerCount: Int = 100, retries: Int = 0
  ) -> Session {
    var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
    configuration.monitors = [MetricsMonitor(factory: metrics, maximumServerCount: maximumServerCount)]
    configuration.retries = .init(maximumCount: retries)
    configuration.retries.initialDelay = .zero
    return Session(configuration, transport: stub)
  }

  private let server = [
    ("http.request.method", "POST"), ("server.address", "api.example.com"), ("server.port", "443"),
  ]

  @Test func `a request is measured with the dimensions of the convention`() async throws {
    let stub = StubTransport([.text("four")])
    let body = AnyBody.bytes("sixteen".utf8)
    let session = session(stub)
    _ = try await session.send(session.request(.post, "users", body: body), decoding: .text())
    let dimensions =
      server + [
        ("error.type", ""), ("http.response.status_code", "200"), ("network.protocol.version", "1.1"),
      ]
    #expect(try metrics.expectTimer("http.client.request.duration", dimensions).values.count == 1)
    #expect(try metrics.expectRecorder("http.client.request.body.size", dimensions).values == [7])
    #expect(try metrics.expectRecorder("http.client.response.body.size", dimensions).values == [4])
    #expect(metrics.counters.isEmpty)
  }

  @Test func `a request is active until its body has been read`() async throws {
    let session = session(StubTransport([.text("four").stalling(afterBodyBytes: 1)]))
    let response = try await session.send(session.request(.post, "users"))
    let meter = try metrics.expectMeter("http.client.active_requests", server)
    #expect(meter.values == [1])
    withExtendedLifetime(response) {}
    await session.invalidate()
    #expect(meter.values == [1, 0])
  }

  @Test func `retries are counted with their reasons, and each request is measured`() async throws {
    let stub = StubTransport([.status(.serviceUnavailable), .failure(.connectionLost), .text("four")])
    _ = try await session(stub, retries: 2).get("users", decoding: .text())
    let counters = metrics.counters(label: "sluice.client.retries")
    #expect(counters.map { value("error.type", $0.dimensions) }.sorted() == ["503", "connection-lost"])
    #expect(counters.map(\.totalValue) == [1, 1])
    let timers = metrics.timers(label: "http.client.request.duration")
    #expect(timers.map { value("error.type", $0.dimensions) }.sorted() == ["", "503", "connection-lost"])
    #expect(metrics.counters(label: "sluice.client.errors").isEmpty)
  }

  @Test(arguments: [
    ("refused", StubResponse.status(.notFound), "404"),
    ("unreachable", .failure(.connectionFailed), "connection-failed"),
    ("malformed", .text("{"), "unacceptable-media-type"),
  ])
  func `transfers that fail are counted by the kind of the error`(
    name: String, response: StubResponse, type: String
  ) async throws {
    let session = session(StubTransport([response]))
    await #expect(throws: (any Error).self) { _ = try await session.get("a", decoding: .json(Int.self)) }
    let counter = try #require(metrics.counters.first)
    #expect(metrics.counters.count == 1 && counter.label == "sluice.client.errors" && counter.totalValue == 1)
    #expect(value("error.type", counter.dimensions) == type)
  }

  @Test func `servers over the maximum share their metrics`() async throws {
    let session = session(StubTransport { _ in .text("four") }, maximumServerCount: 2)
    for host in ["a", "b", "c", "d", "a"] {
      _ = try await session.get("http://\(host).example/", decoding: .text())
    }
    let timers = metrics.timers(label: "http.client.request.duration")
    #expect(
      timers.map { value("server.address", $0.dimensions) }.sorted() == ["_OTHER", "a.example", "b.example"])
    #expect(timers.map { value("server.port", $0.dimensions) }.sorted() == ["", "80", "80"])
    #expect(timers.map(\.values.count).sorted() == [1, 2, 2])
  }

  @Test func `without servers, no metric has an address`() async throws {
    let session = session(StubTransport { _ in .text("four") }, maximumServerCount: 0)
    _ = try await session.get("a", decoding: .text())
    #expect(metrics.timers.map { value("server.address", $0.dimensions) } == ["_OTHER"])
  }

  @Test func `methods that a program makes up share their metrics`() async throws {
    let session = session(StubTransport { _ in .text("four") })
    for name in ["PURGE", "LINK"] {
      let method = try #require(HTTPRequest.Method(name))
      _ = try await session.send(session.request(method, "a"), decoding: .text())
    }
    #expect(metrics.timers.map { value("http.request.method", $0.dimensions) } == ["_OTHER"])
  }

  @Test func `the names of a metric's dimensions are always the same`() async throws {
    let stub = StubTransport([.failure(.connectionFailed), .status(.badRequest), .text("four")])
    let session = session(stub)
    for _ in 0..<3 { _ = try? await session.get("a", decoding: .text()) }
    let names =
      metrics.timers.map { $0.dimensions.map(\.0) } + metrics.recorders.map { $0.dimensions.map(\.0) }
    #expect(names.count == 9 && Set(names).count == 1)
  }
}

/// Returns the value of a dimension.
private func value(_ name: String, _ dimensions: [(String, String)]) -> String {
  dimensions.first { $0.0 == name }?.1 ?? "missing"
}
