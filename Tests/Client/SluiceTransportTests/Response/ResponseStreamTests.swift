import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Streams of a body's elements, which are validated first, pulled, and ended with their consumer.
@Suite(.timeLimit(.minutes(5))) struct ResponseStreamTests {
  struct Item: Decodable, Equatable, Sendable { let n: Int }

  /// A streaming decoder, two elements in its format, and a closure that reads them.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let contentType: String
    let first: String
    let second: String
    /// Passes each element to the closure until it returns `true`.
    let read: @Sendable (Session, @Sendable (String) async throws -> Bool) async throws -> Void

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "lines", contentType: "text/plain", first: "1\r\n", second: "2\n") { session, isEnough in
      for try await line in session.stream("", decoding: .lines()) where try await isEnough(line) { break }
    },
    Case(
      name: "jsonLines", contentType: "application/x-ndjson", first: "{\"n\":1}\n", second: "\n{\"n\":2}\r\n"
    ) {
      session, isEnough in
      for try await item in session.stream("", decoding: .jsonLines(Item.self))
      where try await isEnough("\(item.n)") {
        break
      }
    },
    Case(
      name: "jsonSequence", contentType: "application/json-seq", first: "\u{1E}{\"n\":1}\n",
      second: "\u{1E}{\"n\":2}\n"
    ) { session, isEnough in
      for try await item in session.stream("", decoding: .jsonSequence(Item.self))
      where try await isEnough("\(item.n)") { break }
    },
    Case(name: "jsonElements", contentType: "application/json", first: "[{\"n\":1}", second: ",{\"n\":2}") {
      session, isEnough in
      for try await item in session.stream("", decoding: .jsonElements(Item.self))
      where try await isEnough("\(item.n)") { break }
    },
    Case(
      name: "serverSentEvents", contentType: "text/event-stream", first: "data: 1\n\n",
      second: ": hm\ndata: 2\n\n"
    ) { session, isEnough in
      for try await event in session.stream("", decoding: .serverSentEvents())
      where try await isEnough(event.data) {
        break
      }
    },
    Case(
      name: "multipart", contentType: "multipart/mixed; boundary=b", first: "--b\r\n\r\n1\r\n--b\r\n",
      second: "\r\n2\r\n--b\r\n"
    ) { session, isEnough in
      for try await part in session.stream("", decoding: .multipart()) {
        let bytes = try await part.collect(upTo: 10)
        if try await isEnough(String(decoding: bytes, as: UTF8.self)) { break }
      }
    },
  ]

  private static func head(_ item: Case) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: \(item.contentType)\r\n\r\n"
  }

  @Test(arguments: cases) func `elements are delivered as they arrive`(item: Case) async throws {
    let hasFirst = Gate()
    try await withServer { _, connection in
      try connection.write(Self.head(item) + item.first)
      try hasFirst.pass()
      try connection.write(item.second)
      connection.waitForClose()
    } test: { session, _ in
      let seen = Record<String>()
      try await item.read(session) { element in
        seen.append(element)
        if element == "1" { hasFirst.open() }
        return element == "2"
      }
      #expect(seen.all == ["1", "2"])
    }
  }

  @Test(arguments: cases) func `leaving the loop ends the transfer`(item: Case) async throws {
    let wasClosed = Event()
    try await withServer { _, connection in
      try connection.write(Self.head(item) + item.first)
      connection.waitForClose()
      wasClosed.happen()
    } test: { session, _ in
      try await item.read(session) { _ in true }
      try await wasClosed.wait()
    }
  }

  @Test(arguments: cases) func `cancelling the consumer ends the transfer`(item: Case) async throws {
    let (hasFirst, wasClosed) = (Event(), Event())
    try await withServer { _, connection in
      try connection.write(Self.head(item) + item.first)
      connection.waitForClose()
      wasClosed.happen()
    } test: { session, _ in
      let consumer = Task {
        try await item.read(session) { _ in
          hasFirst.happen()
          return false
        }
      }
      try await hasFirst.wait()
      consumer.cancel()
      await #expect(throws: CancellationError.self) { try await consumer.value }
      try await wasClosed.wait()
    }
  }

  @Test(arguments: cases) func `a lost connection is an error, not the end`(item: Case) async throws {
    try await withServer { _, connection in
      try connection.write(
        "HTTP/1.1 200 OK\r\nContent-Type: \(item.contentType)\r\nContent-Length: 1000\r\n\r\n")
      try connection.write(item.first)
      connection.finishWriting()
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await item.read(session) { _ in false } }
      #expect(error?.code == .connectionLost)
    }
  }

  @Test(arguments: cases) func `a refused response is an error`(item: Case) async throws {
    try await withServer {
      try $1.respond(200, headers: [("Content-Type", "image/png"), ("Content-Length", "1")], body: "x")
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) { try await item.read(session) { _ in false } }
      #expect(error?.code == .unacceptableMediaType && error?.body == [0x78] && error?.method == .get)
    }
  }

  @Test func `unread elements are not taken from the server`() async throws {
    let written = Lock(0)
    let size = 128 << 20
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(size)\r\n\r\n")
      let block = [UInt8]("0123456789\n".utf8) + [UInt8](repeating: 0x0A, count: (1 << 20) - 11)
      for _ in 0..<size / block.count {
        try connection.write(block)
        written.withLock { $0 += block.count }
      }
    } test: { session, _ in
      var lines = session.stream("", decoding: .lines()).makeAsyncIterator()
      let line = try await lines.next()
      #expect(line == "0123456789")
      var seen = -1
      while written.withLock({ $0 }) != seen {
        seen = written.withLock { $0 }
        try await Task.sleep(for: .milliseconds(200))
      }
      #expect(seen < size / 2, "at most the system's buffers and 256 KiB are filled")
    }
  }

  @Test func `each iteration sends the request`() async throws {
    let accepts = Record<String>()
    try await withServer { request, connection in
      accepts.append(request["accept"] ?? "none")
      try connection.respond(
        200, headers: [("Content-Type", "text/plain"), ("Content-Length", "3")], body: "a\nb")
    } test: { session, _ in
      let lines = session.stream("", decoding: .lines())
      #expect(accepts.all.isEmpty, "nothing is sent before an element is requested")
      for _ in 0..<2 {
        var seen: [String] = []
        for try await line in lines { seen.append(line) }
        #expect(seen == ["a", "b"])
      }
      #expect(accepts.all == ["text/*", "text/*"])
    }
  }

  @Test func `a syntax error is final`() async throws {
    try await withServer {
      try $1.respond(200, headers: [("Content-Type", "application/jsonl")], body: "{\"n\":1}\n{\n{\"n\":2}\n")
    } test: { session, _ in
      var items = session.stream("", decoding: .jsonLines(Item.self)).makeAsyncIterator()
      let first = try await items.next()
      #expect(first == Item(n: 1))
      for _ in 0..<2 {
        let error = await Result.catching { try await items.next() }
        #expect(throws: StreamError.self) { try error.get() }
      }
    }
  }

  @Test(arguments: [204, 205, 200]) func `an empty body has no elements`(status: Int) async throws {
    try await withServer {
      try $1.respond(status)
    } test: { session, _ in
      var count = 0
      for try await _ in session.stream("", decoding: .jsonLines(Item.self)) { count += 1 }
      #expect(count == 0)
    }
  }
}
