import Glibc
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Synchronization
import Testing

/// Response bodies, which are pulled, limited, read once and released.
@Suite(.timeLimit(.minutes(5))) struct ResponseBodyTests {
  @Test func `unread bytes are not taken from the server`() async throws {
    let size = 128 << 20
    let written = Atomic(0)
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      let block = [UInt8](repeating: 7, count: 1 << 20)
      for _ in 0..<size / block.count {
        try connection.write(block)
        written.add(block.count, ordering: .relaxed)
      }
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      var seen = -1
      while written.load(ordering: .relaxed) != seen {
        seen = written.load(ordering: .relaxed)
        try await Task.sleep(for: .milliseconds(200))
      }
      #expect(seen < size / 2, "at most the system's buffers and 1 MiB are filled")
      var count = 0
      for try await chunk in response.body {
        #expect(!chunk.isEmpty && chunk.count <= 64 * 1024)
        count += chunk.count
      }
      #expect(count == size)
    }
  }

  @Test func `a large body arrives intact`() async throws {
    let content = patternedBytes(3_000_001)
    try await withServer {
      try $1.respond(200, body: content)
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      var bytes: [UInt8] = []
      for try await chunk in response.body { bytes += chunk }
      #expect(bytes == content)
    }
  }

  /// The ways to read a body.
  enum Reading: CaseIterable { case chunks, collected, spooled, descriptor, reader }

  /// The argument is the seed of the sizes and pauses.
  @Test(arguments: 0..<6 as Range<UInt64>, Reading.allCases)
  func `no byte is lost or moved, whatever the sizes and pauses`(seed: UInt64, reading: Reading) async throws
  {
    let content = patternedBytes(5_000_001)
    try await withServer { _, connection in
      var generator = SeededGenerator(seed: seed)
      let length =
        Bool.random(using: &generator) ? "Content-Length: \(content.count)\r\n" : "Connection: close\r\n"
      try connection.write("HTTP/1.1 200 OK\r\n\(length)\r\n")
      var offset = 0
      while offset < content.count {
        let size = Bool.random(using: &generator) ? 300 : 400_000
        let end = min(offset + Int.random(in: 1...size, using: &generator), content.count)
        try connection.write(Array(content[offset..<end]))
        offset = end
        for _ in 0..<Int.random(in: 0..<20, using: &generator) { sched_yield() }
      }
      connection.finishWriting()
    } configure: {
      if case .spooled = reading { $0.maximumInMemoryBodyByteCount = 1_000_000 }
    } test: { session, _ in
      var generator = SeededGenerator(seed: seed + 100)
      let response = try await session.send(session.request(.get, ""))
      var bytes: [UInt8] = []
      switch reading {
      case .chunks:
        for try await chunk in response.body {
          bytes += chunk
          for _ in 0..<Int.random(in: 0..<20, using: &generator) { await Task.yield() }
        }
      case .collected: bytes = try await response.body.collect(upTo: content.count)
      case .spooled: bytes = try await response.value(decoding: .collected).bytes
      case .descriptor:
        let folder = try TemporaryDirectory()
        try folder.file("body", [])
        let file = try folder.openForWriting("body")
        #expect(try await response.body.write(toFileDescriptor: file.rawValue) == content.count)
        bytes = try folder.contents("body")
      case .reader:
        let reader = try response.body.makeReader()
        while true {
          let chunk = try await reader.next(upTo: .random(in: 1...200_000, using: &generator))
          bytes += chunk.bytes
          if chunk.isLast { break }
        }
      }
      #expect(bytes == content)
    }
  }

  @Test(arguments: [nil, 100_000, 99_999, 0])
  func `writing to a descriptor ends at the limit`(limit: Int64?) async throws {
    let folder = try TemporaryDirectory()
    try folder.file("body", [])
    let file = try folder.openForWriting("body")
    let content = sampleBytes(100_000)
    try await withServer {
      try $1.respond(200, body: content)
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      if limit ?? .max >= 100_000 {
        #expect(try await response.body.write(toFileDescriptor: file.rawValue, upTo: limit) == 100_000)
        #expect(try folder.contents("body") == content)
      } else {
        let error = await #expect(throws: SessionError.self) {
          try await response.body.write(toFileDescriptor: file.rawValue, upTo: limit)
        }
        #expect(error?.code == .bodyTooLarge)
        #expect(try folder.contents("body").count <= limit ?? 0)
      }
    }
  }

  @Test(arguments: [(10, true), (11, true), (9, false), (0, false), (-1, false)])
  func `a body over the maximum size is an error that ends the transfer`(limit: Int, fits: Bool) async throws
  {
    let wasClosed = Event()
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
      try connection.write("0123456789")
      if fits { return connection.finishWriting() }
      connection.waitForClose()
      wasClosed.happen()
    } configure: {
      $0.maximumBodyByteCount = limit
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      // A body that fits is cut short by the server instead.
      #expect(error?.code == (fits ? .connectionLost : .bodyTooLarge))
      if !fits { try await wasClosed.wait() }
    }
  }

  @Test func `without a maximum, a body over the default is collected`() async throws {
    let (block, count) = (patternedBytes(1 << 20), 65)
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(block.count * count)\r\n\r\n")
      for _ in 0..<count { try connection.write(block) }
    } configure: {
      $0.maximumBodyByteCount = nil
    } test: { session, _ in
      let byteCount = try await session.get("", decoding: ResponseDecoder { _, body in body.byteCount })
      #expect(byteCount == Int64(block.count * count))
    }
  }

  @Test(arguments: [0, 10]) func `a body of exactly the limit is collected`(count: Int) async throws {
    let content = patternedBytes(count)
    try await withServer {
      try $1.respond(200, body: content)
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      let bytes = try await response.body.collect(upTo: count)
      #expect(bytes == content)
    }
  }

  @Test(arguments: [false, true]) func `a released body ends its transfer`(afterReading: Bool) async throws {
    let wasClosed = Event()
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\nabc")
      connection.waitForClose()
      wasClosed.happen()
    } test: { session, server in
      do {
        let response = try await session.send(session.request(.get, ""))
        if afterReading { for try await _ in response.body { break } }
      }
      try await wasClosed.wait()
      try await expectEventually { try ProcessResources.connections(to: server.port) == 0 }
    }
  }

  @Test(arguments: ["chunks", "bytes", "reader", "ignored"])
  func `a second reader does not end the first`(second: String) async throws {
    let content = patternedBytes(3 << 20)
    try await withServer {
      try $1.respond(200, body: content)
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      var read: [UInt8] = []
      var iterator = response.body.makeAsyncIterator()
      if let chunk = try await iterator.next() { read += chunk }
      let error = await #expect(throws: BodyError.self) {
        switch second {
        case "chunks": for try await _ in response.body {}
        case "bytes": _ = try await response.body.collect(upTo: .max)
        case "reader": _ = try response.body.makeReader()
        default: try await response.value(decoding: .ignored, upTo: nil)
        }
      }
      #expect(error?.code == .notReplayable)
      while let chunk = try await iterator.next() { read += chunk }
      #expect(read == content)
    }
  }

  @Test func `a body can be read only once`() async throws {
    try await withServer {
      try $1.respond(200, body: "abc")
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      let bytes = try await response.body.collect(upTo: 3)
      #expect(bytes == Array("abc".utf8))
      let error = await #expect(throws: BodyError.self) { try await response.body.collect(upTo: 3) }
      #expect(error?.code == .notReplayable)
      #expect(throws: BodyError.self) { try response.body.makeReader() }
    }
  }

  @Test func `an iterator keeps returning nil after the end`() async throws {
    try await withServer {
      try $1.respond(200, body: "abc")
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      var iterator = response.body.makeAsyncIterator()
      var ends = 0
      while ends < 3 { if try await iterator.next() == nil { ends += 1 } }
    }
  }

  // MARK: Response bodies as request bodies

  @Test(arguments: [false, true])
  func `a response body can be sent as a request body`(isChunked: Bool) async throws {
    let content = patternedBytes(2_000_000)
    let received = Record<ReceivedRequest>()
    try await withServer { request, connection in
      if request.method == "GET", isChunked {
        try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for half in [content.prefix(1_000_000), content.dropFirst(1_000_000)] {
          try connection.write("F4240\r\n")
          try connection.write(Array(half))
          try connection.write("\r\n")
        }
        try connection.write("0\r\n\r\n")
      } else if request.method == "GET" {
        try connection.respond(200, body: content)
      } else {
        received.append(try ReceivedRequest(request, connection))
        try connection.respond(200)
      }
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      _ = try await session.upload(response.body, to: "", decoding: .bytes)
    }
    #expect(received.only?.body == content)
    #expect(received.only?["Content-Length"] == (isChunked ? [] : ["2000000"]))
    #expect(received.only?["Transfer-Encoding"] == (isChunked ? ["chunked"] : []))
  }

  @Test func `a response body that breaks off fails the upload that sends it`() async throws {
    let completed = Event()
    try await withServer { request, connection in
      if request.method == "GET" {
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
        connection.finishWriting()
      } else {
        try connection.readBody { _ in }
        completed.happen()
      }
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(response.body, to: "", decoding: .bytes)
      }
      #expect(error?.code == .bodyFailed)
      #expect((error?.underlying as? SessionError)?.code == .connectionLost)
    }
    #expect(!completed.hasHappened)
  }
}
