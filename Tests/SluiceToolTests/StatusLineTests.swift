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
    ("HTTP/1.1 201 größer", "HTTP/1.1 201 größer"),
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

  @Test func `HTTP 2 has a version and no reason phrase`() {
    #expect(
      TransferOptions.headText(of: HTTPResponse(status: .init(code: 200)), httpVersion: "2")
        == "HTTP/2 200\r\n\r\n")
  }
}
