import Foundation
import NIOCore
import Testing

@testable import UploadServer

extension UploadServerTests {
  /// Connections that end or stall, over plain sockets.
  @Suite struct ConnectionTests {
    static let body = """
      --x\r\nContent-Disposition: form-data; name=video; filename=a.mov\r\n\r\n\(String(repeating: "a", count: 5000))
      """
    static func head(_ fields: String, byteCount: Int = 100_000) -> String {
      """
      POST /forms HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r
      Content-Length: \(byteCount)\r\n\(fields)\r\n
      """
    }
    static let draft = "Upload-Draft-Interop-Version: 6\r\nUpload-Complete: ?1\r\n"

    struct Case: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var bytes: String

      static let all = [
        Case(testDescription: "before a byte", bytes: ""),
        Case(testDescription: "within the head", bytes: String(ConnectionTests.head("").prefix(40))),
        Case(testDescription: "within the body", bytes: ConnectionTests.head("") + ConnectionTests.body),
        Case(
          testDescription: "within the body of an upload",
          bytes: ConnectionTests.head(ConnectionTests.draft) + ConnectionTests.body),
        Case(testDescription: "after a request", bytes: "GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        Case(testDescription: "not HTTP", bytes: "\u{16}\u{3}\u{1}\r\n\r\n"),
      ]
    }

    @Test(arguments: Case.all, [PlainSocket.End.closed, .halfClosed, .reset])
    func `a connection that the client ends leaves no descriptor`(at point: Case, end: PlainSocket.End)
      async throws
    {
      try await withServer(patience: .zero) { port, folder in
        // The first connection makes what the process keeps.
        for count in [1, 100] {
          let before = try openDescriptorCount("socket:")
          for _ in 0..<count {
            let socket = try PlainSocket(to: port)
            socket.send(point.bytes)
            try await socket.end(end)
          }
          try await until { try openDescriptorCount("socket:") <= before }
        }
        try await until { try openDescriptorCount(folder) == 0 }
      }
    }

    @Test func `a client that waits for 100 gets it before it sends a byte of the body`() async throws {
      try await withServer { port, _ in
        for fields in ["", Self.draft] {
          let socket = try PlainSocket(to: port)
          socket.send(Self.head("Expect: 100-continue\r\n" + fields))
          let text = "HTTP/1.1 100 Continue\r\n\r\n"
          #expect(try await socket.receive(until: text).hasSuffix(text))
          try await socket.end(.reset)
        }
      }
    }

    @Test func `a connection that is silent within a head is closed`() async throws {
      try await withServer(idleTimeout: .milliseconds(50)) { port, _ in
        let socket = try PlainSocket(to: port)
        socket.send("POST /forms HTT")
        try await socket.end(.halfClosed)
        let slow = try PlainSocket(to: port)
        slow.send("POST /forms HTT")
        // The end of the stream.
        #expect(try await slow.receive(until: nil) == "")
        try await slow.end(.closed)
      }
    }

    @Test func `a server with an interrupted upload stops, and removes its file`() async throws {
      let names = try await withServer { port, folder in
        let socket = try PlainSocket(to: port)
        socket.send(Self.head(Self.draft) + Self.body)
        try await until { try openDescriptorCount(folder) == 1 }
        try await socket.end(.closed)
      }
      #expect(names.isEmpty)
    }

    @Test func `an upload that nobody resumes is removed`() async throws {
      try await withServer(patience: .milliseconds(20)) { port, folder in
        let socket = try PlainSocket(to: port)
        socket.send(Self.head(Self.draft) + Self.body)
        try await until { try openDescriptorCount(folder) == 1 }
        try await socket.end(.closed)
        try await until { try openDescriptorCount(folder) == 0 }
      }
    }
  }
}
