import AsyncHTTPClient
import Dispatch
import Foundation
import NIOCore
import NIOHTTP1
import Sluice
import SluiceAsyncHTTPClient
import SluiceTesting
import Synchronization
import Testing

/// Requests of Sluice that AsyncHTTPClient sends.
@Suite(.timeLimit(.minutes(5))) struct RequestTests {
  private struct Fault: Error, Equatable {}

  @Test func `a form of several parts arrives byte by byte, with its exact length and type`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let content = patternedBytes(3_000_000)
    try Data(content).write(to: URL(filePath: folder + "/a.mov"))
    let form = MultipartForm {
      FormField("title", "Holiday")
      FormFile("video", at: folder + "/a.mov")
      FormFile("note", .text("short"), fileName: "note.txt")
    }
    let expected = try await bytes(of: form)
    let received = Received()
    let types = Mutex<[String?]>([])
    try await withServer { request, connection in
      #expect(request.contentLength == Int64(expected.count) && !request.isChunked)
      types.withLock { $0.append(request.fields[.contentType]) }
      received.append(try connection.readBody())
      try connection.respond(201)
    } _: { server in
      try await withClient { client in
        let response = try await client.response(
          to: SessionRequest(.post, server.url + "/videos?a=b", body: form))
        #expect(response.status.code == 201)
      }
    }
    #expect(received.all == [expected] && types.withLock { $0 } == [form.contentType])
  }

  @Test func `method, target and fields are those of the request`() async throws {
    let fields: HTTPFields = [.contentType: "text/x-own", .accept: "text/plain", .ifMatch: #""1""#]
    try await withServer { request, connection in
      #expect(request.method == .patch && request.path == "/a%20b" && request.query == "c=d")
      #expect(request.fields[.contentType] == "text/x-own" && request.fields[.ifMatch] == #""1""#)
      #expect(request.fields[.accept] == "text/plain" && request.contentLength == 2)
      let body = try connection.readBody()
      #expect(body == Array("hi".utf8))
      try connection.respond(204)
    } _: { server in
      try await withClient { client in
        let request = SessionRequest(.patch, server.url + "/a b?c=d", fields: fields, body: .text("hi"))
        let response = try await client.response(to: request)
        #expect(response.status.code == 204)
      }
    }
  }

  @Test func `a body of unknown size is chunked`() async throws {
    let pieces = (1...40).map { patternedBytes($0 * 1000) }
    let received = Received()
    try await withServer { request, connection in
      #expect(request.isChunked && request.contentLength == nil)
      received.append(try connection.readBody())
      try connection.respond(200)
    } _: { server in
      try await withClient { client in
        let body = PiecesSource(pieces: pieces)
        let response = try await client.response(to: SessionRequest(.put, server.url, body: body))
        #expect(response.status.code == 200)
      }
    }
    #expect(received.all == [Array(pieces.joined())])
  }

  @Test func `an async sequence is sent as it arrives`() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let isReceived = Occurrence()
    try await withServer { _, connection in
      let count = try connection.readBody { _ in isReceived.occur() }
      try connection.respond(200, body: "\(count)")
    } _: { server in
      try await withClient { client in
        continuation.yield([1, 2, 3])
        async let response = client.response(
          to: SessionRequest(.post, server.url, body: .async(chunks, byteCount: 5)))
        await isReceived.wait()
        continuation.yield([4, 5])
        continuation.finish()
        let count = try await ResponseDecoder.bytes.decode(response)
        #expect(count == Array("5".utf8))
      }
    }
  }

  @Test func `a body in memory is sent again after a 307`() async throws {
    let received = Received()
    try await withServer { request, connection in
      received.append(try connection.readBody())
      if request.path == "/old" {
        try connection.respond(307, fields: [.location: "/new"])
      } else {
        try connection.respond(200, fields: [.contentType: "application/json"], body: #"{"name":"Bo"}"#)
      }
    } _: { server in
      try await withClient { client in
        var request = SessionRequest(.post, server.url + "/old")
        try RequestEncoder.json.encode(User(name: "Ann"), into: &request)
        let response = try await client.response(to: request)
        #expect(try await ResponseDecoder.json(User.self).decode(response) == User(name: "Bo"))
      }
    }
    #expect(received.all == [Array(#"{"name":"Ann"}"#.utf8), Array(#"{"name":"Ann"}"#.utf8)])
  }

  @Test func `a form is not sent empty after a 307, which is the response`() async throws {
    let targets = Mutex<[String]>([])
    try await withServer { request, connection in
      targets.withLock { $0.append(request.path) }
      try connection.readBody { _ in }
      try connection.respond(307, fields: [.location: "/new"])
    } _: { server in
      try await withClient { client in
        let form = MultipartForm { FormField("a", "b") }
        let response = try await client.response(to: SessionRequest(.post, server.url + "/old", body: form))
        let error = await #expect(throws: ResponseError.self) {
          try await ResponseDecoder.ignored.decode(response)
        }
        #expect(error?.code == .unacceptableStatus && error?.head.status.code == 307)
        #expect(error?.url == server.url + "/old" && error?.method == .post)
      }
    }
    #expect(targets.withLock { $0 } == ["/old"])
  }

  @Test func `a request can be sent again, with a new pass over its body`() async throws {
    let received = Received()
    try await withServer { _, connection in
      received.append(try connection.readBody())
      try connection.respond(200)
    } _: { server in
      try await withClient { client in
        let body = AnyBody.joined([.text("a"), .text("b")])
        let request = try HTTPClientRequest(SessionRequest(.post, server.url, body: body))
        for _ in 1...2 { _ = try await client.execute(request, timeout: .seconds(60)).body.collect(upTo: 10) }
      }
    }
    #expect(received.all == [[97, 98], [97, 98]])
  }

  @Test(arguments: [Int64?.none, 1_000_000])
  func `a body that fails in the middle fails the request with the cause`(byteCount: Int64?) async throws {
    let received = Received()
    try await withServer { _, connection in
      received.append(try connection.readBody())
      try connection.respond(200)
    } _: { server in
      try await withClient { client in
        let body = PiecesSource(byteCount: byteCount, pieces: [patternedBytes(700_000)], failure: Fault())
        let error = await #expect(throws: SessionError.self) {
          try await client.response(to: SessionRequest(.post, server.url + "/a?secret", body: body))
        }
        #expect(error?.code == .bodyFailed && error?.underlying as? Fault == Fault())
        #expect(error?.url == server.url + "/a")
      }
    }
    #expect(received.all.isEmpty)
  }

  @Test(arguments: [(declared: 5, count: 4), (declared: 5, count: 6), (declared: 262_143, count: 262_144)])
  func `a body with another size than it declares is never complete`(declared: Int, count: Int) async throws {
    let received = Received()
    try await withServer { _, connection in
      received.append(try connection.readBody())
      try connection.respond(200)
    } _: { server in
      try await withClient { client in
        let body = PiecesSource(byteCount: Int64(declared), pieces: [patternedBytes(count)])
        let error = await #expect(throws: SessionError.self) {
          try await client.response(to: SessionRequest(.post, server.url, body: body))
        }
        #expect(error?.code == .bodyFailed)
        let cause = error?.underlying as? BodyError
        #expect(cause?.code == .byteCountMismatch && cause?.expectedByteCount == Int64(declared))
        #expect(cause?.actualByteCount == Int64(count))
      }
    }
    #expect(received.all.isEmpty)
  }

  @Test(arguments: [262_142, 262_143, 262_144, 524_286])
  func `bodies about the size of a buffer are whole`(count: Int) async throws {
    let content = patternedBytes(count)
    let received = Received()
    try await withServer { _, connection in
      received.append(try connection.readBody())
      try connection.respond(200)
    } _: { server in
      try await withClient { client in
        let body = PiecesSource(byteCount: Int64(count), pieces: [content])
        let response = try await client.response(to: SessionRequest(.post, server.url, body: body))
        #expect(response.status.code == 200)
      }
    }
    #expect(received.all == [content])
  }

  @Test func `sources that block hold no thread of the shared pool`() async throws {
    let count = 8
    let gate = DispatchSemaphore(value: 0)
    let waiting = Mutex(0)
    let allWait = Occurrence()
    try await withServer { _, connection in
      try connection.readBody { _ in }
      try connection.respond(200)
    } _: { server in
      try await withClient { client in
        var body = PiecesSource(pieces: [[1]])
        body.needsOwnThread = true
        body.willRead = {
          let isLast = waiting.withLock { waiting in
            waiting += 1
            return waiting == count
          }
          if isLast { allWait.occur() }
          gate.wait()
          gate.signal()
        }
        let source = body
        try await withThrowingTaskGroup { group in
          for _ in 0..<count {
            group.addTask {
              let response = try await client.response(to: SessionRequest(.post, server.url, body: source))
              #expect(response.status.code == 200)
            }
          }
          // This task would not run while the threads of the pool wait.
          await allWait.wait()
          gate.signal()
          try await group.waitForAll()
        }
      }
    }
  }

  @Test func `a request that cannot be sent is refused before`() throws {
    let missing = SessionRequest(.post, "http://a.example/", body: .file(at: "/missing/\(UUID().uuidString)"))
    #expect(throws: SessionError.self) { try HTTPClientRequest(missing) }
    let cases: [(SessionRequest, ErrorCode)] = [
      (missing, .bodyFailed),
      (SessionRequest(.head, "http://a.example/", body: .text("a")), .bodyFailed),
      (SessionRequest(HTTPRequest(method: .get, scheme: "ftp", authority: "a", path: "/")), .invalidURL),
      (SessionRequest(HTTPRequest(method: .get, scheme: "http", authority: nil, path: "/")), .invalidURL),
    ]
    for (request, code) in cases {
      let error = #expect(throws: SessionError.self) { try HTTPClientRequest(request) }
      #expect(error?.code == code)
    }
  }
}
