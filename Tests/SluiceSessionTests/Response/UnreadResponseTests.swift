import SluiceTestSupport
import Testing

@testable import SluiceTransport

/// Responses that libcurl has left in the socket.
@Suite(.timeLimit(.minutes(1))) struct UnreadResponseTests {
  struct Case: Sendable {
    let body: String
    var byteCount: Int64?
    let content: String
    let isWhole: Bool
  }

  private static let cases =
    [
      "a length": Case(body: "abcde", byteCount: 5, content: "abcde", isWhole: true),
      "more than the length": Case(body: "abcdef", byteCount: 5, content: "abcde", isWhole: true),
      "less than the length": Case(body: "abcd", byteCount: 5, content: "abcd", isWhole: false),
      "no content": Case(body: "", byteCount: 0, content: "", isWhole: true),
      "the largest length": Case(body: "a", byteCount: .max, content: "a", isWhole: false),
      "chunks": Case(body: "3\r\nabc\r\n2;x=\"y\"\r\nde\r\n0\r\n\r\n", content: "abcde", isWhole: true),
      "chunks and trailers": Case(
        body: "A\r\n0123456789\r\n0\r\nX: y\r\n\r\n", content: "0123456789", isWhole: true),
      "trailers without end": Case(body: "1\r\na\r\n0\r\nX: y\r\n", content: "a", isWhole: false),
      "half a chunk": Case(body: "3\r\nabc\r\n4\r\nde", content: "abcde", isWhole: false),
      "half a size": Case(body: "3\r\nabc\r\n4", content: "abc", isWhole: false),
      "a chunk that is longer than its size": Case(
        body: "2\r\nabc\r\n0\r\n\r\n", content: "ab", isWhole: false),
      "a chunk whose line break has no CR": Case(body: "2\r\nabx\n0\r\n\r\n", content: "ab", isWhole: false),
      "lines without CR": Case(body: "2\nab\n0\n\n", content: "", isWhole: false),
      "a size with a sign": Case(body: "+3\r\nabc\r\n0\r\n\r\n", content: "", isWhole: false),
      "a negative size": Case(body: "-3\r\nabc\r\n0\r\n\r\n", content: "", isWhole: false),
      "a size with a blank": Case(body: "3 \r\nabc\r\n0\r\n\r\n", content: "", isWhole: false),
      "no size": Case(body: "\r\nabc", content: "", isWhole: false),
      "the largest size": Case(body: "7fffffffffffffff\r\nabc", content: "abc", isWhole: false),
      "a size that is too large": Case(body: "ffffffffffffffffff\r\nabc", content: "", isWhole: false),
      "nothing": Case(body: "", content: "", isWhole: false),
    ] as NamedCases

  @Test(arguments: cases) func `the part of the body that has arrived is the content`(
    _ body: NamedCase<Case>
  ) throws {
    var response = try #require(UnreadResponse(Array("HTTP/1.1 413 Large\r\n\r\n\(body.value.body)".utf8)))
    #expect(response.nextLine() == 0..<20)
    #expect(response.nextLine() == 20..<22)
    let (content, isWhole) = response.takeBody(byteCount: body.value.byteCount, isChunked: true)
    #expect(String(decoding: content, as: UTF8.self) == body.value.content)
    #expect(isWhole == body.value.isWhole)
  }

  @Test func `a body that ends with the connection is never whole`() throws {
    var response = try #require(UnreadResponse(Array("HTTP/1.1 413 Large\r\n\r\nabc".utf8)))
    _ = (response.nextLine(), response.nextLine())
    let (content, isWhole) = response.takeBody(byteCount: nil, isChunked: false)
    #expect(content == Array("abc".utf8) && !isWhole)
    #expect(response.nextLine() == nil)
  }

  @Test(arguments: [
    "", "HTTP", "HTTP/2 200\r\n\r\n", "Content-Length: 1\r\n\r\n", "\r\nHTTP/1.1 200 OK\r\n\r\n",
  ])
  func `bytes that do not begin with a status line are no response`(text: String) {
    #expect(UnreadResponse(Array(text.utf8)) == nil)
  }
}
