import Sluice
import SluiceTestSupport
import SluiceTesting
import Testing

/// Event streams over a stub.
@Suite(.timeLimit(.minutes(5))) struct EventStreamStubTests {
  @Test func `an event stream reconnects over a stub`() async throws {
    let stub = StubTransport([
      .text("retry:1\nid:1\ndata:a\n\nid:2\nda", fields: [.contentType: "text/event-stream"]),
      .failure(.connectionFailed),
      .text("id:2\ndata:b\n\ndata:cut", fields: [.contentType: "text/event-stream"])
        .failing(.connectionLost, afterBodyBytes: 16),
      .status(.noContent),
    ])
    let session = Session.stubbed(stub)
    var options = EventStream.Options()
    options.maximumReconnectionTime = .zero
    var data: [String] = []
    for try await event in session.events("live", options: options) { data.append(event.data) }
    #expect(data == ["a", "b"])
    #expect(
      stub.requests.map { $0.fields.first { $0.name.rawName == "Last-Event-ID" }?.value } == [
        nil, "1", "1", "2",
      ])
  }
}
