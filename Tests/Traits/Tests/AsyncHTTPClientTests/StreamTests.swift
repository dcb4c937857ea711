import AsyncHTTPClient
import NIOCore
import Sluice
import SluiceAsyncHTTPClient
import SluiceTesting
import Testing

/// Responses whose elements are decoded as they arrive.
@Suite(.timeLimit(.minutes(5))) struct StreamTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/jsonl\r\n\r\n"

  @Test func `elements are decoded as they arrive, and leaving the loop ends the request`() async throws {
    let isClosed = Occurrence()
    try await withServer { _, connection in
      try connection.write(Self.head + #"{"name":"a"}"# + "\n" + #"{"na"#)
      connection.waitForClose()
      isClosed.occur()
    } _: { server in
      try await withClient { client in
        let stream = try await StreamDecoder.jsonLines(User.self).stream(client.response(of: server))
        for try await user in stream {
          #expect(user == User(name: "a"))
          break
        }
      }
    }
    await isClosed.wait()
  }

  @Test func `elements that were cut are an error after the whole ones`() async throws {
    try await withServer { _, connection in
      try connection.write(
        "HTTP/1.1 200 OK\r\nContent-Type: application/jsonl\r\nContent-Length: 100\r\n\r\n"
          + #"{"name":"a"}"# + "\n" + #"{"name":"b"}"# + "\n" + #"{"na"#)
      connection.finishWriting()
    } _: { server in
      try await withClient { client in
        var users: [User] = []
        let error = await #expect(throws: SessionError.self) {
          let stream = try await StreamDecoder.jsonLines(User.self).stream(client.response(of: server))
          for try await user in stream { users.append(user) }
        }
        #expect(error?.code == .connectionLost && users == [User(name: "a"), User(name: "b")])
      }
    }
  }

  @Test func `coded server-sent events are decoded`() async throws {
    let coded = try await bytes(of: .gzip(.text("id: 1\ndata: a\n\ndata: b\n\n")))
    try await withServer { _, connection in
      try connection.respond(
        200, fields: [.contentType: "text/event-stream", .contentEncoding: "gzip"], body: coded)
    } _: { server in
      try await withClient { client in
        var events: [String] = []
        let stream = try await StreamDecoder.serverSentEvents().stream(client.response(of: server))
        for try await event in stream { events.append(event.data) }
        #expect(events == ["a", "b"])
      }
    }
  }

  @Test func `a refused response is an error before the first element`() async throws {
    try await withServer { _, connection in
      try connection.respond(503, fields: [.contentType: "text/plain"], body: "later")
    } _: { server in
      try await withClient { client in
        let error = await #expect(throws: ResponseError.self) {
          _ = try await StreamDecoder.jsonLines(User.self).stream(client.response(of: server))
        }
        #expect(error?.code == .unacceptableStatus && error?.body == Array("later".utf8))
      }
    }
  }

  @Test func `a slow reader makes the server wait`() async throws {
    let count = 64 << 20
    try await withServer { _, connection in
      try connection.respond(200, fields: [.contentType: "text/plain", .contentLength: "\(count)"])
      let line = [UInt8](repeating: 97, count: (1 << 20) - 1) + [10]
      for _ in 0..<(count >> 20) { try connection.write(line) }
    } _: { server in
      try await withClient { client in
        var received = 0
        let stream = try await StreamDecoder.lines().stream(client.response(of: server))
        for try await line in stream { received += line.utf8.count + 1 }
        #expect(received == count)
      }
    }
  }
}
