import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import Testing

/// Responses whose head or body has no end, or another end than declared (RFC 9112 §4, §5, §6, §7).
@Suite(.timeLimit(.minutes(5))) struct BrokenFramingTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    /// Whether the server hangs up afterward. If not, the response must be refused for its content.
    var closes = true
    var code = ErrorCode.invalidResponse
  }

  private static func status(_ line: String) -> Answer {
    Answer(testDescription: "status line \(line)", text: line + "\r\nContent-Length: 0\r\n\r\n")
  }

  private static func length(_ fields: String, _ body: String = "12345") -> Answer {
    Answer(
      testDescription: "\(fields) with \(body.utf8.count) bytes",
      text: "HTTP/1.1 200 OK\r\n" + fields.replacing("|", with: "\r\n") + "\r\n\r\n" + body)
  }

  private static func chunks(_ name: String, _ body: String, closes: Bool = false) -> Answer {
    Answer(
      testDescription: name, text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body,
      closes: closes)
  }

  /// Returns the same response from a server that hangs up before the end.
  private static func cut(_ answer: Answer) -> Answer {
    var answer = answer
    answer.closes = true
    answer.code = .connectionLost
    return answer
  }

  private static func field(_ name: String, _ line: String) -> Answer {
    Answer(
      testDescription: name, text: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\(line)\r\n\r\n", closes: false)
  }

  private static let answers = [
    Answer(testDescription: "another protocol", text: "SSH-2.0-OpenSSH_9.2\r\n"),
    Answer(testDescription: "HTTP/0.9", text: "<html>an answer without a head</html>\n"),
    Answer(testDescription: "control characters", text: "\0\u{1}\u{2}\u{3}"),
    Answer(testDescription: "empty lines", text: "\r\n\r\n\r\n\r\n"),
    status("HTTP/1.1 okay"), status("HTTP/1.1 099 Low"), status("HTTP/1.1 20 OK"), status("HTTP/1.1 1000 OK"),
    status("HTTP/1.1"), status("HTTP/1.1 "), status("HTTP 200 OK"),
    status("200 OK"),
    status("ICY 200 OK"), status("HTTP/1.1 -200 OK"), status("HTTP/1.1 2OO OK"),

    cut(length("Content-Length: 6")), length("Content-Length: five"), length("Content-Length: -5"),
    cut(length("Content-Length: 9223372036854775807")), length("Content-Length: 9223372036854775808"),
    length("Content-Length: 99999999999999999999999"), length("Content-Length: 5x"),
    length("Content-Length: 0x5"),
    length("Content-Length: +5"), length("Content-Length: 5.0"), length("Content-Length: "),
    length("Content-Length: 5|Content-Length: 3"), length("Content-Length: 3|Content-Length: 5"),
    length("Content-Length: 5, 3"), length("Content-Length: 5|Content-Length: five"),
    length("Transfer-Encoding: unknown"),
    length("Transfer-Encoding: unknown, chunked", "5\r\n12345\r\n0\r\n\r\n"),
    // libcurl does not see these fields, and would take other bytes for the body.
    length("Transfer-Encoding : chunked|Content-Length: 15", "5\r\n12345\r\n0\r\n\r\n"),
    length("Content-Length : 6"), length("content-length\t: 5"), length(" Content-Length: 5"),

    cut(chunks("no chunk", "")), chunks("garbage for a chunk's size", "xyz\r\n"),
    chunks("an empty chunk size", "\r\n12345\r\n0\r\n\r\n"),
    chunks("a negative chunk size", "-5\r\n12345\r\n0\r\n\r\n"),
    cut(chunks("a huge chunk", "7fffffffffffffff\r\n12345\r\n0\r\n\r\n")),
    chunks("a chunk size of 17 digits", "10000000000000005\r\n12345\r\n0\r\n\r\n"),
    chunks(
      "a chunk size of a thousand zeros", String(repeating: "0", count: 1000) + "5\r\n12345\r\n0\r\n\r\n"),
    chunks("a chunk without its CRLF", "5\r\n123455\r\n12345\r\n0\r\n\r\n"),
    chunks("a chunk that is longer than declared", "3\r\n12345\r\n0\r\n\r\n"),
    chunks("a chunk that is shorter than declared", "7\r\n12345\r\n0\r\n\r\n", closes: true),
    cut(chunks("no last chunk", "5\r\n12345\r\n")),
    // libcurl accepts these.
    chunks("a chunk size that ends in LF", "5\n12345\r\n0\r\n\r\n"),
    chunks("a chunk that ends in LF", "5\r\n12345\n0\r\n\r\n"),
    chunks("a last chunk that ends in LF", "5\r\n12345\r\n0\n\r\n"),
    chunks("a body that ends in LF", "5\r\n12345\r\n0\r\n\n"),
    chunks("a blank after a chunk size", "5 \r\n12345\r\n0\r\n\r\n"),
    chunks("a blank after the last chunk's size", "5\r\n12345\r\n0\t\r\n\r\n"),
    chunks("text after a chunk size", "5g\r\n12345\r\n0\r\n\r\n"),
    chunks("a chunk size in C's form", "0x5\r\n12345\r\n0\r\n\r\n"),
    chunks("a bare CR in a chunk's extension", "5;a\rb\r\n12345\r\n0\r\n\r\n"),
    chunks("a trailer without a colon", "5\r\n12345\r\n0\r\nX\r\n\r\n"),
    chunks("a bare CR in a trailer", "5\r\n12345\r\n0\r\nX: a\rb\r\n\r\n"),
    chunks("a trailer that ends in LF", "5\r\n12345\r\n0\r\nX: a\n\r\n"),

    field("a field without a colon", "X-Field value"), field("NUL in a field's value", "X-Field: a\0b"),
    field("NUL in a field's name", "X\0: a"),
    // RFC 9112 §2.2
    field("a bare CR in a field's value", "ETag: \"a\rb\""), field("two CRs after a value", "X: a\r"),
    field("a bare CR in a field's name", "X\r: a"), field("a bare CR that begins a line", "\rX: a"),
    field("a bare CR in a folded line", "X: a\r\n b\rc"),
    length("Content-Length: 1\r00"), length("Content-Length: 5\r"),
    Answer(
      testDescription: "a bare CR in a status line", text: "HTTP/1.1 200 O\rK\r\nContent-Length: 0\r\n\r\n"),
    Answer(
      testDescription: "a bare CR in an interim head",
      text: "HTTP/1.1 103 Early\r\nX: a\rb\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
  ]

  /// Before 8.18.0, libcurl does not see these fields, and would take other bytes for the body. Since then, it unfolds
  /// them (RFC 9112 §5.2).
  @Test(arguments: ["Transfer-Encoding:| chunked", "Transfer-Encoding:|\tchunked|Content-Length: 15"])
  func `a folded framing field is unfolded or refused`(_ fields: String) async throws {
    let text = Self.length(fields, "5\r\n12345\r\n0\r\n\r\n").text
    try await withRawServer { connection in
      _ = try connection.readHead()
      try connection.write(text)
      connection.waitForClose()
    } test: { session, _ in
      do {
        let body = try await session.get("", decoding: .text())
        #expect(body == "12345")
      } catch let error as SessionError {
        #expect(error.code == .invalidResponse)
      }
    }
  }

  @Test(arguments: answers) func `a response with broken framing is refused`(_ answer: Answer) async throws {
    try await withRawServer { connection in
      _ = try connection.readHead()
      try connection.readBody { _ in }
      try connection.write(answer.text)
      if answer.closes { connection.finishWriting() }
      connection.waitForClose()
    } test: { session, server in
      let result = await Result.catching { try await session.upload(.text("body"), to: "", decoding: .bytes) }
      let error = #expect(throws: SessionError.self) { try result.get() }
      #expect(error?.code == answer.code, "\(String(describing: error))")
      #expect(error?.url == "\(server.url)/")
    }
  }
}
