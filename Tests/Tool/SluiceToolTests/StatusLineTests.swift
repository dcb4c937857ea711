import Sluice
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceTool

/// The status line that `-i` prints.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct StatusLineTests {
  @Test(arguments: [
    ("HTTP/1.1 200 OK", "HTTP/1.1 200 OK"), ("HTTP/1.0 200 OK", "HTTP/1.0 200 OK"),
    ("HTTP/1.1 200 ", "HTTP/1.1 200"), ("HTTP/1.1 200", "HTTP/1.1 200"),
    ("HTTP/1.1 299 Two  Words, \"quoted\"", "HTTP/1.1 299 Two  Words, \"quoted\""),
    ("HTTP/1.1 201 größer", "HTTP/1.1 201 größer"), ("HTTP/1.1 201 ü€ 日本", "HTTP/1.1 201 ü€ 日本"),
    ("HTTP/1.1 201 ü€\u{1B}x", "HTTP/1.1 201 ü€ x"),
  ]) func `the version and the reason phrase are printed as they came`(line: String, printed: String) throws {
    let folder = try TemporaryDirectory()
    try withServer { connection in
      guard try connection.readHead() != nil else { return }
      _ = try connection.readBody()
      try connection.write("\(line)\r\nX: y\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
    } test: { server in
      let head = "\(printed)\r\nX: y\r\nContent-Length: 2\r\nConnection: close\r\n\r\n"
      let response = try sluice("request", server.url, "-i")
      response.expectSuccess()
      #expect(response.text == head + "ok")
      let download = try sluice("download", server.url, "-o", folder.path("file"), "-i")
      // A range or a part of the file is not a download.
      if printed.contains(" 200") {
        download.expectSuccess()
        #expect(download.text == head)
      }
    }
  }

  @Test(arguments: [[0xE9], [0x01, 0x0B, 0x7F], [0x1B, 0x5B]] as [[UInt8]])
  func `fields are printed with the bytes that came`(bytes: [UInt8]) throws {
    let folder = try TemporaryDirectory()
    let rest = "z\r\nCache-Control: max-age=100\r\nContent-Length: 2\r\n\r\n"
    let head = Array("HTTP/1.1 200 OK\r\nX: a".utf8) + bytes + Array(rest.utf8)
    try withServer { connection in
      while try connection.readHead() != nil { try connection.write(head + Array("ok".utf8)) }
    } test: { server in
      let response = try sluice("request", server.url, "-i")
      response.expectSuccess()
      #expect(response.output == head + Array("ok".utf8))
      let download = try sluice("download", server.url, "-o", folder.path("file"), "-i")
      download.expectSuccess()
      #expect(download.output == head)
      // The second response is that of the cache.
      for _ in 0..<2 {
        let cached = try sluice("request", server.url, "-i", "--cache", folder.path("cache"))
        #expect(cached.output.starts(with: head.dropLast(2)))
      }
    }
  }

  @Test func `HTTP 2 has a version and no reason phrase`() {
    #expect(
      TransferOptions.headBytes(of: HTTPResponse(status: .init(code: 200)), httpVersion: "2")
        == Array("HTTP/2 200\r\n\r\n".utf8))
  }
}
