import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Limits on the size of heads and the number of interim responses.
@Suite(.timeLimit(.minutes(5))) struct HeadLimitTests {
  struct Flood: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let start: String
    /// The text that is sent again and again.
    let wave: String
  }

  private static let field = "X-Field: value\r\n"

  private static let floods = [
    Flood(testDescription: "a status line without end", start: "HTTP/1.1 200 ", wave: "very OK "),
    Flood(testDescription: "a field without end", start: "HTTP/1.1 200 OK\r\nX: ", wave: "value "),
    Flood(testDescription: "fields without end", start: "HTTP/1.1 200 OK\r\n", wave: field),
    Flood(
      testDescription: "a folded field without end", start: "HTTP/1.1 200 OK\r\nX: 1\r\n", wave: " folded\r\n"
    ),
    Flood(
      testDescription: "interim responses without end", start: "",
      wave: "HTTP/1.1 102 Processing\r\n\(field)\r\n"),
    Flood(testDescription: "100 Continue without end", start: "", wave: "HTTP/1.1 100 Continue\r\n\r\n"),
    Flood(
      testDescription: "trailers without end",
      start: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", wave: field),
    Flood(
      testDescription: "a trailer without end",
      start: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ", wave: "value "),
  ]

  @Test(arguments: floods)
  func `an endless head, trailer or series of interim responses is refused`(_ flood: Flood) async throws {
    let wasLeft = Event()
    try await withRawServer { connection in
      _ = try connection.readHead()
      defer { wasLeft.happen() }
      try connection.write(flood.start)
      let waves = String(repeating: flood.wave, count: 100)
      while true { try connection.write(waves) }
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .invalidResponse, "\(String(describing: error))")
      try await wasLeft.wait()
    }
  }

  @Test func `a head with too many fields is an error that names the limit`() async throws {
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 5001) + "\r\n")
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .invalidResponse && error?.message.contains("more than 5000 fields") == true)
    }
  }

  /// The limit is 256 KiB. Each field has a thousand bytes.
  @Test(arguments: [(250, true), (270, false)])
  func `a head up to the limit is accepted`(fields: Int, isTaken: Bool) async throws {
    try await withServer { _, connection in
      let line = "X: " + String(repeating: "x", count: 995) + "\r\n"
      try connection.write("HTTP/1.1 204 No Content\r\n" + String(repeating: line, count: fields) + "\r\n")
    } test: { session, _ in
      let result = await Result.catching { try await session.send(session.request(.get, "")) }
      if isTaken {
        let head = try result.get().head
        #expect(head.headerFields.count == fields)
      } else {
        let error = #expect(throws: SessionError.self) { try result.get() }
        #expect(error?.code == .invalidResponse)
      }
    }
  }

  @Test func `two thousand interim responses are skipped`() async throws {
    try await withServer { _, connection in
      for status in [100, 102, 103, 199] {
        try connection.write(String(repeating: "HTTP/1.1 \(status) Soon\r\nX-Interim: 1\r\n\r\n", count: 500))
      }
      try connection.respond(200, body: "at last")
    } test: { session, server in
      for _ in 0..<2 {
        let response = try await session.send(session.request(.post, "", body: .text("body")))
        let body = try await response.body.collect(upTo: 100)
        #expect(String(decoding: body, as: UTF8.self) == "at last")
        #expect(response.head.headerFields.count == 1)
      }
      #expect(server.acceptedConnections == 1)
    }
  }
}
