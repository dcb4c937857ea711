import SluiceTestSupport
import Testing

@testable import SluiceTransport

/// Responses that libcurl has left in the socket.
@Suite(.timeLimit(.minutes(1))) struct UnreadResponseTests {
  struct Case: Sendable {
    let body: String
    let byteCount: Int64?
    let received: String
  }

  private static let cases =
    [
      "a length": Case(body: "abcde", byteCount: 5, received: "abcde"),
      "more than the length": Case(body: "abcdef", byteCount: 5, received: "abcde"),
      "less than the length": Case(body: "abcd", byteCount: 5, received: "abcd"),
      "no content": Case(body: "", byteCount: 0, received: ""),
      "the largest length": Case(body: "a", byteCount: .max, received: "a"),
      "chunks": Case(body: "1\r\na\r\n", byteCount: nil, received: "1\r\na\r\n"),
      "nothing": Case(body: "", byteCount: nil, received: ""),
    ] as NamedCases

  @Test(arguments: cases) func `the body is what follows the head, up to its length`(
    _ body: NamedCase<Case>
  ) throws {
    var response = try #require(UnreadResponse(Array("HTTP/1.1 413 Large\r\n\r\n\(body.value.body)".utf8)))
    #expect(response.nextLine() == 0..<20)
    #expect(response.nextLine() == 20..<22)
    let received = response.bytes[response.body(upTo: body.value.byteCount)]
    #expect(String(decoding: received, as: UTF8.self) == body.value.received)
  }

  @Test(arguments: [
    "", "HTTP", "HTTP/2 200\r\n\r\n", "Content-Length: 1\r\n\r\n", "\r\nHTTP/1.1 200 OK\r\n\r\n",
  ])
  func `bytes that do not begin with a status line are no response`(text: String) {
    #expect(UnreadResponse(Array(text.utf8)) == nil)
  }
}
