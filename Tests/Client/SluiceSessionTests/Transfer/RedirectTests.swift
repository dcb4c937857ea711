import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Redirects with a server, and the requests that reach the second URL.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct RedirectTests {
  @Test(arguments: [307, 308]) func `a 307 or 308 sends the whole body again`(status: Int) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", patternedBytes(900_000))
    let form = MultipartForm { FormFile("f", at: path) }
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      if $0.target == "/" { try $1.redirect(status, to: "/next") } else { try $1.respond(200, body: "whole") }
    } test: { session, server in
      let response = try await session.send(session.request(.put, "", body: form))
      #expect(response.url == "\(server.url)/next")
      let answer = try await response.body.collect(upTo: 100)
      #expect(answer == Array("whole".utf8))
      #expect(server.acceptedConnections == 1, "the redirect's body leaves the connection usable")
    }
    try #require(received.count == 2)
    #expect(received.all[0].body == received.all[1].body)
    #expect(received.all[1].head.method == "PUT")
    #expect(received.all[1]["Content-Type"] == [form.contentType])
    #expect(received.all[1]["Content-Length"] == ["\(try #require(try form.byteCount))"])
    #expect(try ProcessResources.descriptors(on: path) == 0)
  }

  @Test(arguments: [0, 100_000])
  func `a 307 sent before the body was read sends the whole body again`(bytesRead: Int) async throws {
    let folder = try TemporaryDirectory()
    // Larger than the system's buffers.
    let path = try folder.sparseFile("f", byteCount: 40 << 20)
    let second = Record<Int64>()
    try await withServer {
      if $0.target == "/" {
        try $1.readBody(onlyUpTo: bytesRead)
        try $1.respond(307, headers: [("Location", "/next"), ("Connection", "close")])
      } else {
        second.append(try $1.readBody { _ in })
        try $1.respond(200, body: "whole")
      }
    } test: { session, _ in
      let answer = try await session.upload(.file(at: path), to: "", decoding: .bytes)
      #expect(answer == Array("whole".utf8))
    }
    #expect(second.only == 40 << 20)
  }

  @Test(arguments: [301, 303, 308])
  func `a redirected HEAD request stays a HEAD request`(status: Int) async throws {
    let methods = Record<String>()
    try await withServer { request, connection in
      methods.append(request.method.rawValue)
      if request.target == "/" {
        try connection.redirect(status, to: "/next")
      } else {
        try connection.respond(200, headers: [("Content-Length", "1000")])
      }
    } test: { session, _ in
      let response = try await session.send(session.request(.head, ""))
      #expect(response.head.headerFields[.contentLength] == "1000")
      let body = try await response.body.collect(upTo: 0)
      #expect(body == [])
    }
    #expect(methods.all == ["HEAD", "HEAD"])
  }

  @Test func `a one-shot body is not replaced by an empty one`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.fifo("pipe")
    let writer = try ChildProcess(["sh", "-c", "echo content > \(path)"])
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.redirect(307, to: "/next")
    } test: { session, server in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(.file(at: path), to: "", decoding: .bytes)
      }
      #expect(error?.code == .bodyFailed)
      #expect((error?.underlying as? BodyError)?.code == .notReplayable)
      #expect(error?.url == "\(server.url)/")
    }
    #expect(received.only?.text == "content\n")
    withExtendedLifetime(writer) {}
  }

  @Test(arguments: [(20, 20), (20, 21), (1, 1), (1, 2), (0, 1)])
  func `redirects are followed up to the maximum`(maximum: Int, redirects: Int) async throws {
    let served = Record<Int>()
    try await withServer(
      { request, connection in
        let number = Int(request.target.dropFirst()) ?? 0
        served.append(number)
        if number < redirects {
          try connection.redirect(302, to: "/\(number + 1)")
        } else {
          try connection.respond(200)
        }
      }, configure: { $0.redirects.maximumCount = maximum }
    ) { session, server in
      let result = await Result.catching { try await session.send(session.request(.get, "0")) }
      if maximum == 0 {
        let response = try result.get()
        #expect(response.head.status == .found)
        #expect(response.url == "\(server.url)/0")
      } else if redirects <= maximum {
        let response = try result.get()
        #expect(response.head.status == .ok)
        #expect(response.url == "\(server.url)/\(redirects)")
      } else {
        let error = #expect(throws: SessionError.self) { try result.get() }
        #expect(error?.code == .tooManyRedirects)
      }
      #expect(served.all == Array(0...min(redirects, maximum)))
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func `a redirect without a Location is the response, with its body`() async throws {
    try await withServer {
      try $1.respond(302, body: "nowhere")
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      let body = try await response.body.collect(upTo: 100)
      #expect(response.head.status == .found && body == Array("nowhere".utf8))
    }
  }

  @Test func `a late body of a redirect leaves the connection usable`() async throws {
    let log = CapturingLog()
    let mayGoOn = Gate()
    try await withServer { request, connection in
      if request.target == "/next" { return try connection.respond(200) }
      try connection.write("HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 4\r\n\r\n")
      try mayGoOn.pass()
      try connection.write("late")
    } configure: {
      $0.monitors = [LogMonitor(log.logger)]
    } test: { session, server in
      async let response = session.send(session.request(.get, ""))
      try await expectEventually { log.lines.all.contains { $0.hasPrefix("< 302") } }
      mayGoOn.open()
      #expect(try await response.head.status == .ok)
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func `a large body of a redirect is not read to its end`() async throws {
    let wasClosed = Event()
    try await withServer { request, connection in
      if request.target == "/next" { return try connection.respond(200) }
      try connection.write("HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 1000000000\r\n\r\n")
      defer { wasClosed.happen() }
      while true { try connection.write([UInt8](repeating: 0, count: 100_000)) }
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      #expect(response.head.status == .ok)
      try await wasClosed.wait()
    }
  }
}
